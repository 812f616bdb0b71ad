import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ImageApp, openImageApp } from '../../testing/chat-images.ts';
import { newTempId } from '../../testing/chat-members.ts';
import { uploadOf } from '../../testing/multipart.ts';
import { listen } from '../../testing/socket-client.ts';
import { noisyPng } from '../../testing/test-images.ts';

const DRIP_EVERY_MS = 20;
let app: ImageApp;
let port: number;
beforeAll(async () => {
  app = await openImageApp({ timeLimits: { requestMs: 500, uploadMs: 60_000, uploadWindowMs: 1_000 } });
  port = Number(new URL(await listen(app.testApp.app)).port);
});
afterAll(() => app.close());

/** Sends the head at once and the rest byte by byte, until the server closes the connection. @returns the response */
async function drip(head: string, rest: Buffer): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  // The cut shows as an error or as a close.
  socket.on('error', () => undefined);
  const closed = new Promise<true>((resolve) => socket.once('close', () => resolve(true)));
  socket.write(head);
  for (let at = 0; ; at = (at + 1) % rest.length) {
    if (await Promise.race([closed, sleep(DRIP_EVERY_MS, false)])) return received;
    if (socket.writable) socket.write(rest.subarray(at, at + 1));
  }
}

const headOf = (path: string, headers: Record<string, string>) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join('\r\n');

test('slow requests: a request whose head arrives slowly: 408, and the connection is closed', async () => {
  expect(await drip('GET / HTTP/1.1\r\nHost: x\r\nX-Long: ', Buffer.from('a'))).toMatch(/^HTTP\/1\.1 408 /);
});

test('slow requests: a request whose body arrives slowly: the connection is closed', async () => {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '100000' };
  expect(await drip(headOf('/api/admin/login', headers), Buffer.from(' '))).toBe('');
});

test('slow requests: a request rejected before its body is read, which arrives slowly: the connection is closed', async () => {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '100000' };
  expect(await drip(headOf('/api/admin/users', headers), Buffer.from(' '))).toMatch(/^HTTP\/1\.1 401 /);
});

test('slow requests: an upload slower than the minimum rate: the connection is closed, and its slot is released', async () => {
  const user = await app.newUser();
  const bytes = await noisyPng(200);
  const { body, headers } = uploadOf({ tempId: newTempId() }, 'image', [bytes]);
  const head = headOf(`/api/admin/chat/send-image/${user.id}`, {
    ...headers,
    Authorization: `Bearer ${app.testApp.admin.token}`,
    'Content-Length': String(body.length),
  });
  await Promise.all(Array.from({ length: 4 }, () => drip(head, body)));
  expect((await app.sendOne(user.id, bytes)).statusCode).toBe(200);
  expect(await app.messagesOf(user.id)).toHaveLength(1);
});

test('slow requests: an upload that takes longer than the request timeout, at a sufficient rate: 200', async () => {
  const user = await app.newUser();
  const { body, headers } = uploadOf({ tempId: newTempId() }, 'image', [await noisyPng(100)]);
  const socket = net.connect(port, '127.0.0.1');
  const answered = once(socket, 'data').then(([chunk]) => String(chunk));
  const head = { ...headers, Authorization: `Bearer ${app.testApp.admin.token}` };
  socket.write(headOf(`/api/admin/chat/send-image/${user.id}`, { ...head, 'Content-Length': String(body.length) }));
  for (const part of [0, 1, 2]) {
    const third = Math.ceil(body.length / 3);
    socket.write(body.subarray(part * third, (part + 1) * third));
    await sleep(300);
  }
  expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

test('slow requests: connections that were cut cause no error in the log', () => {
  expect(app.testApp.logLines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});
