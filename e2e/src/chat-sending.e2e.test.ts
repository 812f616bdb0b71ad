import { expect } from '@playwright/test';
import { createAppUser } from './harness/app-user.ts';
import { breakable, loseFrames, RECONNECTED } from './harness/breakable-socket.ts';
import {
  bubble,
  eventuallyStored,
  fastForwardUntil,
  keptInOutbox,
  log,
  openConversation,
  send,
  storedTexts,
  timeOf,
  whileOpen,
} from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { eventually, test } from './harness/test.ts';

/** The acknowledgement and the event that confirm a stored message. */
const CONFIRMATION = /^43\d+\[\{"message":|^42\["message_sent"/;

test.describe('chat: rejected message', () => {
  test('shows the reason, is sent again on retry, and can be discarded', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Hoàng Thị Thu' });
    const page = await openConversation(await panel.newPage(), user);
    await page.getByText('Chưa có tin nhắn nào').waitFor();
    // An administrator has no conversation; a socket that connects later would make the panel refetch and find no user.
    panel.expectProblem(failedRequest(404));
    const become = (role: string) => panel.db.updateTable('users').set({ role }).where('id', '=', user.id).execute();
    await become('admin');
    await send(page, user, 'một');
    await send(page, user, 'hai');
    const failures = log(page, user).getByText('Không tìm thấy người dùng để trò chuyện');
    await expect(failures).toHaveCount(2);
    await become('user');
    await page.reload();
    await expect(failures).toHaveCount(2);
    await log(page, user).getByRole('button', { name: 'Gửi lại' }).first().click();
    await log(page, user).getByText('Đã gửi').waitFor();
    await log(page, user).getByRole('button', { name: 'Xóa' }).click();
    await expect(failures).toHaveCount(0);
    expect(await storedTexts(panel, user)).toEqual(['một']);
    await page.reload();
    await bubble(page, user, 'một').waitFor();
    expect(await bubble(page, user, 'hai').count()).toBe(0);
  });
});

test.describe('chat: unacknowledged message', () => {
  test('fails after 30 s, is sent again on retry, and is stored once', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Võ Thị Sáu' });
    const page = await panel.newPage();
    await page.clock.install();
    let isSwallowed = true;
    await loseFrames(page, (frame) => isSwallowed && CONFIRMATION.test(frame));
    await openConversation(page, user);
    await page.getByText('Chưa có tin nhắn nào').waitFor();
    // The fetch after the connect would confirm it as well.
    await page.waitForLoadState('networkidle');
    const sentAt = await timeOf(page);
    await send(page, user, 'một lần thôi');
    await log(page, user).getByText('Đang gửi', { exact: true }).waitFor();
    await eventually(() => storedTexts(panel, user)).toEqual(['một lần thôi']);
    const failedAt = await fastForwardUntil(page, log(page, user).getByText('Lỗi gửi tin nhắn'));
    expect(failedAt - sentAt).toBeGreaterThan(30_000);
    isSwallowed = false;
    await log(page, user).getByRole('button', { name: 'Gửi lại' }).click();
    await log(page, user).getByText('Đã gửi').waitFor();
    expect(await bubble(page, user, 'một lần thôi').count()).toBe(1);
    expect(await storedTexts(panel, user)).toEqual(['một lần thôi']);
  });

  test('is confirmed by the fetch after a reload', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Võ Văn Tám' });
    const page = await panel.newPage();
    await loseFrames(page, (frame) => CONFIRMATION.test(frame));
    await openConversation(page, user);
    await send(page, user, 'một lần thôi');
    await eventually(() => storedTexts(panel, user)).toEqual(['một lần thôi']);
    await page.reload();
    await log(page, user).getByText('Đã gửi').waitFor();
    await eventually(() => keptInOutbox(page)).toBe(0);
    expect(await bubble(page, user, 'một lần thôi').count()).toBe(1);
  });
});

test.describe('chat: offline message', () => {
  test('is queued, survives a reload and another screen, and is sent once', async ({ panel }) => {
    panel.expectProblem(/WebSocket/);
    const user = await createUser(panel.db, { username: 'Ngô Văn Nam' });
    const page = await panel.newPage();
    const connection = await breakable(page);
    await openConversation(page, user);
    await send(page, user, 'trước');
    await log(page, user).getByText('Đã gửi').waitFor();
    await connection.cut();
    await send(page, user, 'một');
    await send(page, user, 'hai');
    await expect(log(page, user).getByText('Đang gửi, chờ kết nối')).toHaveCount(2);
    await eventually(() => keptInOutbox(page)).toBe(2);
    await page.reload();
    await bubble(page, user, 'hai').waitFor();
    await eventually(() =>
      log(page, user)
        .getByText(/^Đang gửi/)
        .count(),
    ).toBe(2);
    expect(await storedTexts(panel, user)).toEqual(['trước']);
    await page.goto('/admin/dashboard');
    connection.mend();
    await eventuallyStored(panel, user, ['trước', 'một', 'hai']);
    await openConversation(page, user);
    await bubble(page, user, 'hai').waitFor();
    await expect(log(page, user).getByText('Đã gửi')).toHaveCount(3);
    expect(await log(page, user).locator('p').allTextContents()).toEqual(['Hôm nay', 'trước', 'một', 'hai']);
  });

  test('chat: a message lost on the way is sent again; messages received meanwhile are shown afterwards', async ({
    panel,
  }) => {
    panel.expectProblem(/WebSocket/);
    const user = await createAppUser(panel, { username: 'Đinh Thị Yến' });
    await whileOpen(user, async () => {
      const page = await panel.newPage();
      const connection = await breakable(page);
      await openConversation(page, user);
      await user.write('một');
      await bubble(page, user, 'một').waitFor();
      await connection.cut();
      await user.write('hai');
      await user.write('ba');
      await send(page, user, 'bốn');
      expect(await bubble(page, user, 'hai').count()).toBe(0);
      connection.mend();
      await log(page, user).getByText('Đã gửi').waitFor(RECONNECTED);
      await eventually(async () => (await log(page, user).locator('[dir=auto]').allTextContents()).join()).toBe(
        'một,hai,ba,bốn',
      );
    });
  });

  test('chat: two tabs of one browser send each message once', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Lý Thị Kim' });
    const first = await openConversation(await panel.newPage(), user);
    const second = await openConversation(await first.context().newPage(), user);
    const texts = Array.from({ length: 6 }, (_, index) => `tin ${index}`);
    for (const [index, text] of texts.entries()) await send(index % 2 === 0 ? first : second, user, text);
    for (const page of [first, second]) {
      await expect(log(page, user).getByText('Đã gửi')).toHaveCount(6);
      await eventually(() =>
        log(page, user)
          .getByText(/^Đang gửi/)
          .count(),
      ).toBe(0);
    }
    expect((await storedTexts(panel, user)).toSorted()).toEqual(texts);
  });
});
