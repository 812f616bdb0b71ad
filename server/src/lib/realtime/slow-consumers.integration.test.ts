import { setImmediate as nextTurn } from 'node:timers/promises';
import { conversationUpdated } from '@hai-dang/contract/chat/conversations.events.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { openAdmin } from '../../testing/chat-members.ts';
import { openSlowSocket, type SlowSocket } from '../../testing/slow-socket.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';
import { BUFFERED_MAX_BYTES } from './slow-consumers.ts';

const EVENT_CHARS = 60_000;
/** More than the limit plus the system's own buffers of a connection. */
const EVENTS = 400;
const PATIENCE = { timeout: 15_000, interval: 50 };

let testApp: TestApp;
let url: string;
let slow: SlowSocket;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterAll(async () => {
  slow?.close();
  sockets.closeAll();
  await testApp.close();
});

test('slow consumers: a client that reads nothing is disconnected at the buffer limit, and others receive everything', async () => {
  slow = await openSlowSocket(url, testApp.admin);
  const reader = await openAdmin(testApp, sockets);
  const payload = {
    messageId: 'm',
    content: 'x'.repeat(EVENT_CHARS),
    createdAt: new Date().toISOString(),
    senderId: 'u',
    receiverId: null,
    type: 'text',
    unreadCount: 0,
    userId: 'u',
  } as const;
  for (let count = 0; count < EVENTS; count += 1) {
    testApp.realtime.publisher.toAdmins(conversationUpdated, payload);
    await nextTurn();
  }
  expect(EVENTS * EVENT_CHARS).toBeGreaterThan(BUFFERED_MAX_BYTES);
  await expect.poll(() => reader.received.length, PATIENCE).toBe(EVENTS);
  expect(reader.socket.connected).toBe(true);
  expect(await slow.isClosed()).toBe(true);
  expect(testApp.logLines.filter((line) => line.includes('does not read'))).toHaveLength(1);
});
