import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { newToken } from '../../auth/token.ts';
import { SOCKETS_PER_ACCOUNT } from '../../lib/realtime/account-limits.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertSession, insertUser } from '../../testing/factories.ts';
import { connectFrame, openRawSocket, pingFrame, type RawSocket, textFrame } from '../../testing/raw-socket.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';

const PATIENCE = { timeout: 10_000 };
const TOO_MUCH = 'sends far too much';
let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
const opened: RawSocket[] = [];
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => {
  sockets.closeAll();
  for (const raw of opened.splice(0)) raw.destroy();
  vi.restoreAllMocks();
});
afterAll(() => testApp.close());

async function openRaw(): Promise<RawSocket> {
  const raw = await openRawSocket(url);
  opened.push(raw);
  return raw;
}

async function openSignedIn(): Promise<RawSocket & { userId: string }> {
  const { db } = testApp.database;
  const { id: userId } = await insertUser(db);
  const raw = await openRaw();
  await raw.send(connectFrame(await insertSession(db, userId, testApp.clock.now())));
  await expect.poll(raw.received, PATIENCE).toContain('40{');
  return { ...raw, userId };
}

const LONG_FRAME = textFrame('4'.repeat(10_000_000));

const times = (count: number, bytes: Buffer) => Buffer.concat(Array.from({ length: count }, () => bytes));

describe('socket limits: an unauthenticated connection', () => {
  test('with 10 000 CONNECT packets at once causes one session lookup and is closed', async () => {
    const authenticate = vi.spyOn(testApp.services.authenticator, 'authenticate');
    const before = testApp.logLines.length;
    const raw = await openRaw();
    await raw.send(times(10_000, connectFrame(newToken())));
    await raw.closed;
    await sleep(50);
    expect(authenticate.mock.calls.length).toBeLessThanOrEqual(1);
    expect(testApp.logLines.length - before).toBeLessThanOrEqual(1);
  });

  test('may send five CONNECT packets, one after the other, and is closed by the sixth', async () => {
    const raw = await openRaw();
    const rejections = () => raw.received().split('SESSION_EXPIRED').length - 1;
    for (let asked = 1; asked <= 5; asked += 1) {
      await raw.send(connectFrame(newToken()));
      await expect.poll(rejections, PATIENCE).toBe(asked);
    }
    expect(raw.isClosed()).toBe(false);
    await raw.send(connectFrame(newToken()));
    await raw.closed;
    expect(rejections()).toBe(5);
  });

  test('is closed by the 21st frame of any type', async () => {
    const raw = await openRaw();
    await raw.send(times(20, textFrame('3')));
    await sleep(50);
    expect(raw.isClosed()).toBe(false);
    await raw.send(textFrame('3'));
    await raw.closed;
  });

  test('is closed by a frame of more than 16 KB, and by an unfinished one before all of it is received', async () => {
    const [long, endless] = [await openRaw(), await openRaw()];
    await long.send(connectFrame('x'.repeat(20_000)));
    await long.closed;
    await endless.send(LONG_FRAME.subarray(0, 200_000));
    await endless.closed;
  });
});

describe('socket limits: an authenticated connection', () => {
  test('is closed by 100 frames that are no event', async () => {
    const raw = await openSignedIn();
    await raw.send(times(100, textFrame('430[]')));
    await raw.closed;
  });

  test('of an app user is closed by a frame longer than 64 KB before all of it is received', async () => {
    const raw = await openSignedIn();
    await raw.send(LONG_FRAME.subarray(0, 300_000));
    await raw.closed;
  });

  test('is disconnected after 100 pings, of which ten get a pong', async () => {
    const raw = await openSignedIn();
    const before = raw.received().length;
    await raw.send(times(100, pingFrame('hello')));
    await raw.closed;
    expect(raw.received().slice(before).split('hello').length - 1).toBeLessThanOrEqual(10);
  });

  test('gets a pong with the payload of its ping', async () => {
    const raw = await openSignedIn();
    await raw.send(pingFrame('hello'));
    await expect.poll(raw.received, PATIENCE).toContain('hello');
  });

  test('has 20 messages stored in a second, however often it reconnects', async () => {
    const { db } = testApp.database;
    const { id: userId } = await insertUser(db);
    const join = connectFrame(await insertSession(db, userId, testApp.clock.now()));
    const raw = await openRaw();
    for (let round = 0; round < 4; round += 1) {
      const joined = raw.received().split('40{"sid"').length;
      await raw.send(join);
      await expect.poll(() => raw.received().split('40{"sid"').length, PATIENCE).toBe(joined + 1);
      const messages = Array.from({ length: 20 }, (_, index) =>
        textFrame(`42${JSON.stringify(['send_message', { content: 'x', type: 'text', tempId: `${round}-${index}` }])}`),
      );
      await raw.send(Buffer.concat([...messages, textFrame('41'), pingFrame(`left ${round}`)]));
      // Leaving takes effect after the same chunk is handled: a join in the same chunk comes before it.
      await expect.poll(raw.received, PATIENCE).toContain(`left ${round}`);
    }
    await expect.poll(async () => (await storedOf(userId)) >= 20, PATIENCE).toBe(true);
    await sleep(200);
    // Twenty at once plus what the limiter has refilled since, which is far below eighty.
    expect(await storedOf(userId)).toBeLessThan(60);
  });

  test('is not read after it is closed, and leaves one log line', async () => {
    testApp.logLines.length = 0;
    const raw = await openSignedIn();
    const other = await sockets.open(testApp.admin.token);
    await raw.send(times(5_000, textFrame('42["send_message",{}]')));
    await raw.closed;
    expect(await ask(other, 'admin_connected', testApp.admin.id)).toEqual({ success: true });
    expect(testApp.logLines.filter((line) => line.includes(TOO_MUCH)).length).toBeLessThanOrEqual(1);
  });
});

describe('socket limits: an account', () => {
  test('has 20 sockets; the next is rejected, the others stay, and a closed one frees its slot', async () => {
    const { db } = testApp.database;
    const { id } = await insertUser(db);
    const token = await insertSession(db, id, testApp.clock.now());
    const open = await Promise.all(Array.from({ length: SOCKETS_PER_ACCOUNT }, () => sockets.open(token)));
    expect(await sockets.attemptConnect({ auth: { token } })).toEqual({ rejection: 'TOO_MANY_SOCKETS' });
    expect((await sockets.attemptConnect({ auth: { token: testApp.admin.token } })).socket?.connected).toBe(true);
    expect(open.every(({ connected }) => connected)).toBe(true);
    open[0]?.disconnect();
    await expect
      .poll(async () => (await sockets.attemptConnect({ auth: { token } })).rejection, PATIENCE)
      .toBeUndefined();
  });

  test('whose connections close during authentication has all its slots', async () => {
    const { db } = testApp.database;
    const { id } = await insertUser(db);
    const token = await insertSession(db, id, testApp.clock.now());
    for (let round = 0; round < 2 * SOCKETS_PER_ACCOUNT; round += 1) {
      const raw = await openRaw();
      await raw.send(connectFrame(token));
      if (round % 2 === 0) await expect.poll(raw.received, PATIENCE).toContain('40{');
      raw.destroy();
    }
    await expect
      .poll(async () => {
        sockets.closeAll();
        const attempts = Array.from({ length: SOCKETS_PER_ACCOUNT }, () => sockets.attemptConnect({ auth: { token } }));
        return (await Promise.all(attempts)).filter(({ rejection }) => rejection).length;
      }, PATIENCE)
      .toBe(0);
  });

  test('has its events counted over all its sockets', async () => {
    const { db } = testApp.database;
    const { id } = await insertUser(db);
    const token = await insertSession(db, id, testApp.clock.now());
    const open = await Promise.all(Array.from({ length: 18 }, () => sockets.open(token)));
    const responses = await Promise.all(
      open.flatMap((socket) => Array.from({ length: 20 }, () => ask(socket, 'user_connected', id))),
    );
    const rejected = responses.filter((response) => JSON.stringify(response).includes('TOO_MANY_EVENTS')).length;
    // An account has 200 of 360 at once, plus what has been refilled meanwhile.
    expect(rejected).toBeGreaterThan(0);
    expect(rejected).toBeLessThanOrEqual(160);
  });
});

test('socket limits: an IP at its socket limit gets 429 with Retry-After; another IP is accepted', async () => {
  const small = await buildTestApp({ socketsPerAddress: 2, trustProxy: ['loopback'] });
  const smallUrl = await listen(small.app);
  const upgrade = (address: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const socket = new WebSocket(`${smallUrl.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
        headers: { 'x-forwarded-for': address },
      });
      socket.on('error', () => undefined);
      socket.on('upgrade', (response) => resolve(response));
      socket.on('unexpected-response', (request, response) => {
        resolve(response);
        response.on('end', () => request.destroy());
      });
      socket.on('close', () => reject(new Error('closed')));
    });
  const responses = [await upgrade('192.0.2.1'), await upgrade('192.0.2.1'), await upgrade('192.0.2.1')];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([101, 101, 429]);
  expect(responses[2]?.headers).toMatchObject({ 'retry-after': '30', 'x-content-type-options': 'nosniff' });
  expect(errorEnvelopeSchema.parse(await json(responses[2] as IncomingMessage)).code).toBe('TOO_MANY_CONNECTIONS');
  expect((await upgrade('192.0.2.2')).statusCode).toBe(101);
  responses[0]?.socket.destroy();
  await expect.poll(async () => (await upgrade('192.0.2.1')).statusCode, PATIENCE).toBe(101);
  await small.close();
});

async function storedOf(userId: string): Promise<number> {
  const { db } = testApp.database;
  return (await db.selectFrom('messages').select('id').where('user_id', '=', userId).execute()).length;
}
