import { createServer } from 'node:http';
import { adminMessage } from '@hai-dang/contract/chat/chat.events.ts';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { afterEach, describe, expect, it } from 'vitest';
import { SAMPLE_MESSAGE, sampleSender } from '../testing/samples.ts';
import { askOver } from './socket-ask.ts';

const PAYLOAD = { userId: 'u1', text: 'chào', tempId: 't1' };
const MESSAGE = {
  ...SAMPLE_MESSAGE,
  content: 'chào',
  sender: sampleSender('a1', 'admin'),
  receiver: 'u1',
  isAdminMessage: true,
};
const TIMEOUT_MS = 100;

const cleanUps: Array<() => unknown> = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** A client of a backend that acknowledges with `answer`, or not at all. */
async function connectedTo(answer: unknown): Promise<{ client: Socket; received: unknown[]; server: Server }> {
  const http = createServer();
  const server = new Server(http, { transports: ['websocket'] });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const received: unknown[] = [];
  server.on('connection', (socket) => {
    socket.onAny((name: string, payload: unknown, acknowledge?: (answer: unknown) => void) => {
      received.push([name, payload]);
      if (answer !== undefined) acknowledge?.(answer);
    });
  });
  const client = io(`http://127.0.0.1:${address.port}`, { transports: ['websocket'], reconnection: false });
  cleanUps.push(
    () => client.disconnect(),
    () => server.close(),
  );
  await new Promise<void>((resolve) => client.once('connect', resolve));
  return { client, received, server };
}

const ask = (client: Socket | undefined) => askOver(client, adminMessage, PAYLOAD, TIMEOUT_MS);

describe('askOver', () => {
  it('normalises a legacy backend’s message to the contract’s shape', async () => {
    const { _id, content, createdAt } = MESSAGE;
    const { client } = await connectedTo({ success: true, data: { _id, content, createdAt, sender: 'a1' } });
    expect(await ask(client)).toEqual({ message: MESSAGE });
  });

  it('resolves with the parsed acknowledgement', async () => {
    const { client, received } = await connectedTo({ message: { ...MESSAGE, more: 1 } });
    expect(await ask(client)).toEqual({ message: MESSAGE });
    expect(received).toEqual([['admin_message', PAYLOAD]]);
  });

  it.each([
    [{ error: 'Không tìm thấy', code: 'CHAT_USER_NOT_FOUND' }, 'rejected'],
    // Responses of a legacy backend.
    [{ error: 'Không tìm thấy' }, 'rejected'],
    [{ success: false, message: 'Không tìm thấy' }, 'rejected'],
    [{ error: 'Chờ đã', code: 'TOO_MANY_EVENTS' }, 'no-response'],
    [{ error: 'Đang bảo trì', code: 'SERVICE_UNAVAILABLE' }, 'no-response'],
    [{ success: true }, 'malformed'],
    ['ok', 'malformed'],
  ])('the acknowledgement %j: %s', async (answer, failure) => {
    const { client } = await connectedTo(answer);
    const error = typeof answer === 'object' && 'error' in answer ? answer.error : expect.any(String);
    await expect(ask(client)).rejects.toMatchObject({ name: 'AskError', failure, message: error });
  });

  it('no acknowledgement before the timeout: unanswered', async () => {
    const { client, received } = await connectedTo(undefined);
    await expect(ask(client)).rejects.toMatchObject({ failure: 'no-response' });
    expect(received).toHaveLength(1);
  });

  it('a disconnect before the acknowledgement: unanswered', async () => {
    const { client, server } = await connectedTo(undefined);
    const asked = askOver(client, adminMessage, PAYLOAD, 60_000);
    server.disconnectSockets(true);
    await expect(asked).rejects.toMatchObject({ failure: 'no-response' });
  });

  it('without a connection: neither sent nor buffered', async () => {
    const { client, received } = await connectedTo({ message: MESSAGE });
    client.disconnect();
    await expect(ask(client)).rejects.toMatchObject({ failure: 'not-connected', message: 'Socket not connected' });
    await expect(ask(undefined)).rejects.toMatchObject({ failure: 'not-connected' });
    client.connect();
    await new Promise<void>((resolve) => client.once('connect', resolve));
    await ask(client);
    expect(received).toHaveLength(1);
  });
});
