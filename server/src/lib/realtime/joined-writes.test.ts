import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';
import { Server as Engine, type Socket } from 'engine.io';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { joinWrites } from './joined-writes.ts';

const closings: Array<() => void> = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** A connection, with what has come of it at the other end, and how often the server has written to it. */
async function connect() {
  const server = createServer();
  const engine = new Engine({ transports: ['websocket'] });
  const connected = new Promise<Socket>((resolve) => {
    engine.on('connection', (connection: Socket) => {
      joinWrites(connection);
      resolve(connection);
    });
  });
  engine.attach(server, { path: '/socket.io' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  closings.push(() => {
    client.terminate();
    server.close();
  });
  const came = { texts: [] as string[], isClosed: false };
  client.on('message', (data) => came.texts.push(String(data)));
  client.on('close', () => {
    came.isClosed = true;
  });
  const connection = await connected;
  // The greeting.
  await expect.poll(() => came.texts.length).toBe(1);
  came.texts.length = 0;
  return { connection, came, writes: countWrites(connection.request.socket) };
}

/** Each is one call of the operating system. */
function countWrites(socket: TcpSocket): () => number {
  const one = vi.spyOn(socket, '_write');
  const several = vi.spyOn(socket as TcpSocket & Required<Pick<TcpSocket, '_writev'>>, '_writev');
  return () => one.mock.calls.length + several.mock.calls.length;
}

test('what is sent within one turn of the event loop is written at once', async () => {
  const { connection, came, writes } = await connect();
  for (let round = 1; round <= 50; round += 1) {
    connection.send('event');
    // As an acknowledgement follows the events before it.
    await Promise.resolve();
    connection.send('acknowledgement');
    // As another message is stored meanwhile.
    await new Promise((resolve) => process.nextTick(resolve));
    connection.send('another event');
    await expect.poll(() => came.texts.length, { interval: 1 }).toBe(3 * round);
  }
  expect(writes()).toBe(50);
});

test('whatever is sent and when, all of it comes, in order', async () => {
  const { connection, came } = await connect();
  const texts = Array.from({ length: 2_000 }, (_, index) => `4${'x'.repeat(index % 300)}${index}`);
  for (const [index, text] of texts.entries()) {
    connection.send(text.slice(1));
    if (index % 3 === 0) await Promise.resolve();
    if (index % 7 === 0) await new Promise((resolve) => process.nextTick(resolve));
    if (index % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => came.texts.length).toBe(texts.length);
  expect(came.texts).toEqual(texts);
});

test('what is sent before a connection is closed still comes', async () => {
  const { connection, came } = await connect();
  connection.send('last words');
  connection.close();
  await expect.poll(() => came.isClosed).toBe(true);
  expect(came.texts).toEqual(['4last words']);
});

test('a connection that breaks with something to send does no harm', async () => {
  const { connection } = await connect();
  const closed = once(connection, 'close');
  connection.send('nobody hears this');
  connection.request.socket.destroy();
  await closed;
  connection.send('nor this');
  expect(connection.readyState).toBe('closed');
});
