import { expect } from '@playwright/test';
import { breakable, RECONNECTED } from './harness/breakable-socket.ts';
import { log, openConversation, send, storedTexts } from './harness/conversation.ts';
import { uniqueName } from './harness/data.ts';
import { message, openApp, shownTexts } from './harness/delivery.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { eventually, test } from './harness/test.ts';

test.describe('message delivery', () => {
  test("of a user's message to both administrators, and of one administrator's reply to the user and the other", async ({
    panel,
  }) => {
    const user = await openApp(panel, 'Nguyễn Thị Mai');
    const first = await openConversation(await panel.newPage(), user);
    const second = await openConversation(await newPageOfOther(panel, uniqueName('Quản trị Bình')), user);
    await user.write('Cho em hỏi về tài khoản');
    for (const page of [first, second]) await message(page, user, 'Cho em hỏi về tài khoản').waitFor();

    await send(second, user, 'Chào bạn, Bình đây');
    await message(first, user, 'Chào bạn, Bình đây').waitFor();
    await log(first, user)
      .getByText(/^Quản trị Bình \d+$/)
      .first()
      .waitFor();
    await eventually(() => user.received).toEqual(['Chào bạn, Bình đây']);
    await log(second, user).getByText('Đã gửi').waitFor();
    await user.emit('mark_messages_read');
    for (const page of [first, second]) await log(page, user).getByText('Đã xem').waitFor();
    for (const page of [first, second]) expect(await message(page, user, 'Chào bạn, Bình đây').count()).toBe(1);
  });
});

test.describe('message delivery with the network cut', () => {
  test('sends queued messages once after the reconnect; messages received meanwhile precede them', async ({
    panel,
  }) => {
    const user = await openApp(panel, 'Lê Thị Hoa');
    const page = await panel.newPage();
    const connection = await breakable(page);
    await openConversation(page, user);
    await user.write('trước khi mất mạng');
    await message(page, user, 'trước khi mất mạng').waitFor();

    await connection.cut();
    await send(page, user, 'viết lúc mất mạng');
    await log(page, user).getByText('Đang gửi, chờ kết nối').waitFor();
    await user.write('đến lúc mất mạng');
    expect(await storedTexts(panel, user)).toEqual(['trước khi mất mạng', 'đến lúc mất mạng']);

    connection.mend();
    await log(page, user).getByText('Đã gửi').waitFor(RECONNECTED);
    const texts = ['trước khi mất mạng', 'đến lúc mất mạng', 'viết lúc mất mạng'];
    await eventually(() => shownTexts(page, user)).toEqual(texts);
    expect(await storedTexts(panel, user)).toEqual(texts);
    await eventually(() => user.received).toEqual(['viết lúc mất mạng']);
  });
});
