import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { reportAdded } from '@hai-dang/contract/moderation/reports.events.ts';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertAdmin, insertSession, insertUser } from '../../testing/factories.ts';
import { ask, createSocketOpener, listen, untilClosed } from '../../testing/socket-client.ts';

const CLOSED_WITHIN_MS = 1_000;
const CHECK_INTERVAL_MS = 100;
const PAYLOAD_MAX_BYTES = 64 * 1024;
let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  // Far apart: only an immediate notification can close a socket in time.
  testApp = await buildTestApp({ sessionCheckIntervalMs: HOUR_MS });
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const signIn = async (app: TestApp, id: string) => insertSession(app.database.db, id, app.clock.now());

describe('session sockets: a socket closes within a second', () => {
  async function expectClosed(socket: Socket, work: () => Promise<unknown>): Promise<void> {
    const closed = untilClosed(socket);
    await work();
    const { afterMs, reason } = await closed;
    expect(afterMs).toBeLessThan(CLOSED_WITHIN_MS);
    // The packet that makes a client not reconnect by itself.
    expect(reason).toBe('io server disconnect');
  }

  test('after a sign-out, and only those of that session', async () => {
    const { id } = await insertAdmin(testApp.database.db);
    const [token, other] = [await signIn(testApp, id), await signIn(testApp, id)];
    const first = await sockets.open(token);
    const second = await sockets.open(token);
    const elsewhere = await sockets.open(other);
    await expectClosed(first, async () => {
      const closed = untilClosed(second);
      expect((await testApp.send('POST', '/api/admin/logout', { token })).statusCode).toBe(200);
      await closed;
    });
    expect(await ask(elsewhere, 'admin_connected', id)).toEqual({ success: true });
    expect((await sockets.attemptConnect({ auth: { token } })).rejection).toBe('SESSION_EXPIRED');
  });

  test.each([
    ['disabling', 'POST', (id: string) => `/api/admin/users/${id}/disable`],
    ['deletion', 'DELETE', (id: string) => `/api/admin/users/${id}`],
  ] as const)('after the %s of its account, whichever role that has', async (_what, method, path) => {
    for (const insert of [insertAdmin, insertUser]) {
      const { id } = await insert(testApp.database.db);
      const socket = await sockets.open(await signIn(testApp, id));
      await expectClosed(socket, async () => {
        expect((await testApp.send(method, path(id))).statusCode).toBe(200);
      });
    }
  });

  test('even if its session ended while it was being opened', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await insertAdmin(testApp.database.db);
      const token = await signIn(testApp, id);
      const [{ socket }] = await Promise.all([
        sockets.attemptConnect({ auth: { token } }),
        sleep(round).then(() => testApp.send('POST', '/api/admin/logout', { token })),
      ]);
      if (socket?.connected) await untilClosed(socket);
      expect(socket?.connected ?? false).toBe(false);
    }
  });

  test('but not after a change that was rejected', async () => {
    const socket = await sockets.open(testApp.admin.token);
    const response = await testApp.send('POST', `/api/admin/users/${testApp.admin.id}/disable`);
    expect(response.json()).toMatchObject({ code: 'OWN_ACCOUNT' });
    await sleep(100);
    expect(await ask(socket, 'admin_connected', testApp.admin.id)).toEqual({ success: true });
  });
});

describe('session sockets: a socket whose session ends', () => {
  let hurried: TestApp;
  let hurriedUrl: string;
  const hurriedSockets = createSocketOpener(() => hurriedUrl);
  beforeAll(async () => {
    hurried = await buildTestApp({ sessionCheckIntervalMs: CHECK_INTERVAL_MS });
    hurriedUrl = await listen(hurried.app);
  });
  afterAll(async () => {
    hurriedSockets.closeAll();
    await hurried.close();
  });

  test.each([
    ['unused for 8 hours, however busy the socket was', 8 * HOUR_MS, {}],
    ['24 hours old', 24 * HOUR_MS, { last_used_at: new Date(Date.now() + 30 * HOUR_MS) }],
  ])('is closed by the next check: %s', async (_what, ms, fields) => {
    const { id } = await insertAdmin(hurried.database.db);
    const token = await insertSession(hurried.database.db, id, hurried.clock.now(), fields);
    const socket = await hurriedSockets.open(token);
    hurried.clock.advance(ms - 1_000);
    expect(await ask(socket, 'admin_connected', id)).toEqual({ success: true });
    await sleep(3 * CHECK_INTERVAL_MS);
    expect(socket.connected).toBe(true);
    const closed = untilClosed(socket);
    hurried.clock.advance(1_000);
    expect((await closed).afterMs).toBeLessThan(CLOSED_WITHIN_MS);
  });

  test('is closed when its account has another role, or another server ended its session', async () => {
    const { db } = hurried.database;
    const [demoted, signedOut] = [await insertAdmin(db), await insertAdmin(db)];
    const one = await hurriedSockets.open(await signIn(hurried, demoted.id));
    const two = await hurriedSockets.open(await signIn(hurried, signedOut.id));
    const closed = Promise.all([untilClosed(one), untilClosed(two)]);
    await db.updateTable('users').set({ role: 'user' }).where('id', '=', demoted.id).execute();
    await db.deleteFrom('sessions').where('user_id', '=', signedOut.id).execute();
    for (const { afterMs } of await closed) expect(afterMs).toBeLessThan(CLOSED_WITHIN_MS);
  });

  test('stays open while the database is unavailable, and is checked again later', async () => {
    const { db } = hurried.database;
    const { id } = await insertAdmin(db);
    const socket = await hurriedSockets.open(await signIn(hurried, id));
    await db.schema.alterTable('sessions').renameTo('hidden').execute();
    await sleep(3 * CHECK_INTERVAL_MS);
    await db.schema.alterTable('hidden').renameTo('sessions').execute();
    expect(socket.connected).toBe(true);
    expect(hurried.logLines.join('')).toContain('session check of open sockets failed');
    const closed = untilClosed(socket);
    await db.deleteFrom('sessions').where('user_id', '=', id).execute();
    await closed;
  });
});

describe('event limits: a socket that sends too much', () => {
  test('is rejected after 20 events at once, and handled again after a pause', async () => {
    const socket = await sockets.open(testApp.admin.token);
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => ask(socket, 'admin_connected', testApp.admin.id)),
    );
    const rejected = responses.filter((response) => JSON.stringify(response).includes('TOO_MANY_EVENTS'));
    expect(rejected.length).toBeGreaterThanOrEqual(8);
    expect(rejected.length).toBeLessThanOrEqual(10);
    await sleep(200);
    expect(await ask(socket, 'admin_connected', testApp.admin.id)).toEqual({ success: true });
  });

  test('without a pause is closed, while others are served', async () => {
    const other = await sockets.open(testApp.admin.token);
    const { id } = await insertAdmin(testApp.database.db);
    const flood = await sockets.open(await signIn(testApp, id));
    const closed = untilClosed(flood);
    for (let sent = 0; sent < 1_000; sent += 1) flood.emit('admin_connected', id);
    expect(await ask(other, 'admin_connected', testApp.admin.id)).toEqual({ success: true });
    await closed;
    expect(testApp.logLines.join('')).toContain('sends far too much');
  });

  test('in one frame is closed, and one just below the limit is acknowledged', async () => {
    const large = await sockets.open(testApp.admin.token);
    expect(await ask(large, 'admin_connected', 'x'.repeat(PAYLOAD_MAX_BYTES - 100))).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    const closed = untilClosed(large);
    large.emit('admin_connected', 'x'.repeat(PAYLOAD_MAX_BYTES));
    await closed;
  });
});

describe('socket frames: invalid ones', () => {
  const FRAMES = [
    '42["error","x"]',
    '42["error"]',
    '421["connect"]',
    '42["disconnect"]',
    '42["__proto__",{}]',
    '42["constructor"]',
    '42["toString"]',
    '42{}',
    '42[1]',
    '42[[]]',
    '42[null]',
    '42',
    '4',
    '43999[]',
    '451-["admin_connected",{"_placeholder":true,"num":0}]',
    '459999999-[]',
    '40/other,',
    '40',
    '41/nowhere,',
    `42["admin_connected",${'['.repeat(10_000)}${']'.repeat(10_000)}]`,
    '9',
    '',
    '\0',
  ];

  test.each(FRAMES)('%j neither crashes the server nor affects other clients', async (frame) => {
    const other = await sockets.open(testApp.admin.token);
    const raw = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    await once(raw, 'open');
    raw.send(`40${JSON.stringify({ token: testApp.admin.token })}`);
    await sleep(30);
    raw.send(frame);
    await sleep(30);
    expect(await ask(other, 'admin_connected', testApp.admin.id)).toEqual({ success: true });
    raw.close();
  });

  test.each([
    ['a socket elsewhere', 'GET /api/admin/users HTTP/1.1', 'Upgrade: websocket', /^HTTP\/1\.1 401/],
    ['another protocol', 'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', 'Upgrade: h2c', /^HTTP\/1\.1 404/],
    ['no websocket key', 'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', 'Upgrade: websocket', /^HTTP\/1\.1 400/],
    [
      'an older protocol',
      'GET /socket.io/?EIO=3&transport=websocket HTTP/1.1',
      'Upgrade: websocket',
      /^HTTP\/1\.1 400/,
    ],
  ])('a request for %s is rejected', async (_what, line, upgrade, status) => {
    const { port } = new URL(url);
    const raw = connect(Number(port), '127.0.0.1');
    raw.write(`${line}\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\n${upgrade}\r\n\r\n`);
    const [response] = await once(raw, 'data');
    raw.destroy();
    expect(String(response)).toMatch(status);
  });
});

test('app.close: with open sockets closes at once, and its clients reconnect', async () => {
  const ending = await buildTestApp();
  const endingUrl = await listen(ending.app);
  const opener = createSocketOpener(() => endingUrl);
  const socket = await opener.open(ending.admin.token);
  // An unauthenticated socket that never closes.
  const mute = connect(Number(new URL(endingUrl).port), '127.0.0.1');
  mute.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await once(mute, 'data');
  mute.on('error', () => undefined);
  const closed = untilClosed(socket);
  await ending.close();
  expect((await closed).reason).toBe('transport close');
  ending.realtime.publisher.toAdmins(reportAdded, {
    reportId: 'r1',
    itemType: 'Post',
    itemId: 'p1',
    accountId: null,
    reporterId: null,
  });
  mute.destroy();
  opener.closeAll();
});
