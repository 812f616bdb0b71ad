import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chatMessageSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { expect, type Page } from '@playwright/test';
import { type AppUser, createAppUser } from './harness/app-user.ts';
import { breakable, RECONNECTED } from './harness/breakable-socket.ts';
import { eventuallyStored, keptInOutbox, log, openConversation, send, storedTexts } from './harness/conversation.ts';
import { uniqueName } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { startServerProcess } from './harness/server-process.ts';
import { serverSettings } from './harness/system.ts';
import { eventually, type Panel, test } from './harness/test.ts';

/** A user whose app stays open until the test ends; `texts` are the administrators' messages in order of arrival. */
async function openApp(panel: Panel, name: string, baseUrl = panel.system.baseUrl) {
  const user = await createAppUser({ db: panel.db, system: { baseUrl } }, { username: uniqueName(name) });
  const received: string[] = [];
  user.on('receive_message', (message) => received.push(chatMessageSchema.parse(message).content));
  await user.come();
  panel.onFinished(() => user.go());
  return { ...user, received };
}

const message = (page: Page, user: AppUser, text: string) => log(page, user).getByText(text, { exact: true });

/** The texts on the screen, in order. */
const shownTexts = (page: Page, user: AppUser) => log(page, user).locator('p[dir="auto"]').allTextContents();

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

  test('of messages that two users write at once in the same order for all clients', async ({ panel }) => {
    const user = await openApp(panel, 'Trần Văn Cường');
    const first = await openConversation(await panel.newPage(), user);
    const second = await openConversation(await newPageOfOther(panel, uniqueName('Quản trị Dung')), user);
    const texts = Array.from({ length: 5 }, (_, index) => [`một ${index}`, `hai ${index}`, `dùng ${index}`]).flat();
    for (let index = 0; index < 5; index += 1) {
      await Promise.all([
        send(first, user, `một ${index}`),
        send(second, user, `hai ${index}`),
        user.write(`dùng ${index}`),
      ]);
    }
    await eventually(async () => (await storedTexts(panel, user)).toSorted()).toEqual(texts.toSorted());
    const stored = await storedTexts(panel, user);
    for (const page of [first, second]) await eventually(() => shownTexts(page, user)).toEqual(stored);
    await eventually(() => user.received).toEqual(stored.filter((text) => !text.startsWith('dùng')));
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

  test('queued messages survive a reload and are sent once', async ({ panel }) => {
    const user = await openApp(panel, 'Phạm Quốc Bảo');
    const page = await panel.newPage();
    await page.clock.install();
    const connection = await breakable(page);
    await openConversation(page, user);
    await connection.cut();
    await send(page, user, 'thứ nhất');
    await send(page, user, 'thứ hai');
    await message(page, user, 'thứ hai').waitFor();
    await log(page, user).getByText('Đang gửi, chờ kết nối').nth(1).waitFor();
    await eventually(() => keptInOutbox(page)).toBe(2);

    await page.reload();
    await message(page, user, 'thứ nhất').waitFor();
    expect(await storedTexts(panel, user)).toEqual([]);
    connection.mend();
    await page.clock.fastForward(RECONNECTED.timeout);
    await eventuallyStored(panel, user, ['thứ nhất', 'thứ hai']);
    await eventually(() => shownTexts(page, user)).toEqual(['thứ nhất', 'thứ hai']);
    await eventually(() => user.received).toEqual(['thứ nhất', 'thứ hai']);
  });
});

test.describe('message delivery with the server killed', () => {
  test('loses no message and duplicates none', async ({ panel }) => {
    panel.expectProblem(failedRequest('network'));
    panel.expectProblem(/WebSocket connection to /);
    panel.expectProblem(failedRequest(503));
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-e2e-chat-'));
    const settings = serverSettings(panel.system.databaseUrl, dataDir);
    let server = await startServerProcess(settings);
    panel.onFinished(async () => {
      await server.kill();
      await rm(dataDir, { recursive: true, force: true });
    });
    const { baseUrl } = server;
    const user = await openApp(panel, 'Vũ Minh Anh', baseUrl);
    const page = await openConversation(await panel.newPage({ baseUrl }), user);
    await user.write('trước');
    await message(page, user, 'trước').waitFor();

    await server.kill();
    await send(page, user, 'trong lúc máy chủ tắt');
    await log(page, user).getByText('Đang gửi, chờ kết nối').waitFor();
    server = await startServerProcess({ ...settings, PORT: new URL(baseUrl).port });
    user.go();
    await user.come();
    await user.write('sau khi máy chủ chạy lại');
    await log(page, user).getByText('Đã gửi').waitFor(RECONNECTED);
    await message(page, user, 'sau khi máy chủ chạy lại').waitFor();
    await send(page, user, 'sau cùng');
    await eventually(() => user.received.at(-1)).toBe('sau cùng');
    const stored = await storedTexts(panel, user);
    const texts = ['trước', 'trong lúc máy chủ tắt', 'sau khi máy chủ chạy lại', 'sau cùng'];
    expect(stored.toSorted()).toEqual(texts.toSorted());
    await eventually(() => shownTexts(page, user)).toEqual(stored);
    expect(user.received).toEqual([...new Set(user.received)]);
  });
});
