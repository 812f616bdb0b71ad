import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { RECONNECTED } from './harness/breakable-socket.ts';
import { log, openConversation, send, storedTexts } from './harness/conversation.ts';
import { message, openApp, shownTexts } from './harness/delivery.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { startServerProcess } from './harness/server-process.ts';
import { serverSettings } from './harness/system.ts';
import { eventually, test } from './harness/test.ts';

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
