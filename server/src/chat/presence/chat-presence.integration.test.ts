import { adminConnected } from '@hai-dang/contract/auth/auth.events.ts';
import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createServices } from '../../app/services.ts';
import { createDiskImageStore } from '../../lib/images/image-store.ts';
import { noopPublisher } from '../../lib/realtime/publisher.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { openMember, sendText } from '../../testing/chat-members.ts';
import { insertAdmin, insertSession, insertUser } from '../../testing/factories.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { listChatUsers } from '../list/list-chat-users.ts';
import { createPresenceService } from './presence.service.ts';
import { createPresence } from './presence.ts';
import { singleServerPresence } from './shared-presence.ts';

/** Long enough for a reconnect, short enough to wait for. */
const GRACE_MS = 1_000;
let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp({ presenceGraceMs: GRACE_MS });
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

type Status = Record<string, unknown>;

/** An administrator who receives the presence events. */
async function openWatcher(userId: string) {
  const { id } = await insertAdmin(testApp.database.db);
  const socket = await sockets.open(await insertSession(testApp.database.db, id, testApp.clock.now()));
  const statuses: Status[] = [];
  socket.on('user_status_changed', (status: Status) => {
    if (status['userId'] === userId) statuses.push(status);
  });
  await ask(socket, adminConnected.name, id);
  return { id, socket, statuses };
}
const seenAt = async (id: string) => {
  const { db } = testApp.database;
  return (await db.selectFrom('users').select('last_seen_at').where('id', '=', id).executeTakeFirst())?.last_seen_at;
};
const open = (user: { id: string; role: string }) => openMember(testApp, sockets, user);
const isOnline = (id: string) => testApp.services.presence.isOnline(id);
const onceHeard = (socket: Socket, name: string) =>
  new Promise<Status[]>((resolve) => {
    socket.once(name, resolve);
  });

describe('presence of a user', () => {
  test('is online from the first socket until the grace period after the last; both changes are published and stored', async () => {
    const user = await insertUser(testApp.database.db, { username: 'Trần Lan', avatar_url: '/lan.png' });
    const { statuses } = await openWatcher(user.id);
    const cameAt = testApp.clock.now();
    const one = await open(user);
    const status = { userId: user.id, username: 'Trần Lan', avatar: `${url}/lan.png` };
    await expect.poll(() => statuses).toEqual([{ ...status, isOnline: true, lastActive: cameAt.toISOString() }]);
    expect(await seenAt(user.id)).toEqual(cameAt);
    const two = await open(user);
    testApp.clock.advance(MINUTE_MS);
    one.socket.disconnect();
    testApp.clock.advance(MINUTE_MS);
    const wentAt = testApp.clock.now();
    two.socket.disconnect();
    // last_seen_at is the close of the socket, not the end of the grace period.
    await expect.poll(() => statuses.length, { timeout: 10 * GRACE_MS }).toBe(2);
    expect(statuses[1]).toEqual({ ...status, isOnline: false, lastActive: wentAt.toISOString() });
    expect(await seenAt(user.id)).toEqual(wentAt);
    expect(await isOnline(user.id)).toBe(false);
  });

  test('stays online over a reconnect within the grace period', async () => {
    const user = await insertUser(testApp.database.db);
    const { statuses } = await openWatcher(user.id);
    for (let round = 0; round < 3; round += 1) (await open(user)).socket.disconnect();
    await open(user);
    await expect.poll(() => statuses.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 2 * GRACE_MS));
    expect(statuses).toMatchObject([{ isOnline: true }]);
    expect(await isOnline(user.id)).toBe(true);
  });

  test('has last_seen_at updated by messages, to the minute', async () => {
    const user = await insertUser(testApp.database.db);
    const member = await open(user);
    const cameAt = testApp.clock.now();
    await expect.poll(() => seenAt(user.id)).toEqual(cameAt);
    testApp.clock.advance(MINUTE_MS - 1);
    await sendText(member, 'Một');
    testApp.clock.advance(1);
    const at = testApp.clock.now();
    await sendText(member, 'Hai');
    await expect.poll(() => seenAt(user.id)).toEqual(at);
    testApp.clock.advance(10 * MINUTE_MS);
    const watcher = await openWatcher(user.id);
    await sendText(await openMember(testApp, sockets, { id: watcher.id, role: 'admin' }), 'Chào', user);
    // Receiving a message is no activity.
    await ask(watcher.socket, 'no_such_event');
    expect(await seenAt(user.id)).toEqual(at);
  });

  test('ends when the account is disabled or deleted', async () => {
    for (const [method, path] of [
      ['POST', 'disable'],
      ['DELETE', ''],
    ] as const) {
      const user = await insertUser(testApp.database.db);
      const { statuses } = await openWatcher(user.id);
      await open(user);
      await expect.poll(() => statuses.length).toBe(1);
      // A new session: a deletion asks for the password again after ten minutes.
      const token = await insertSession(testApp.database.db, testApp.admin.id, testApp.clock.now());
      const address = `/api/admin/users/${user.id}/${path}`.replace(/\/$/, '');
      expect((await testApp.send(method, address, { token })).statusCode).toBe(200);
      await expect.poll(() => statuses.length, { timeout: 10 * GRACE_MS }).toBe(2);
      expect(statuses[1]).toMatchObject({ isOnline: false });
    }
  });
});

describe('presence for an administrator', () => {
  test('contains at once the online users, with all fields of the list', async () => {
    const user = await insertUser(testApp.database.db);
    const member = await open(user);
    await sendText(member, 'Có ai không?');
    const { id } = await insertAdmin(testApp.database.db);
    const socket = await sockets.open(await insertSession(testApp.database.db, id, testApp.clock.now()));
    const list = onceHeard(socket, 'onlineUsers');
    expect(await ask(socket, adminConnected.name, id)).toEqual({ success: true });
    expect((await list).find(({ _id }) => _id === user.id)).toMatchObject({
      username: user.username,
      isOnline: true,
      unreadCount: 1,
      lastMessage: { content: 'Có ai không?' },
    });
  });

  test('excludes administrators: their sockets put no user online', async () => {
    const { id } = await openWatcher('nobody');
    expect(await isOnline(id)).toBe(false);
    expect(await seenAt(id)).toBeNull();
  });

  test('admin_join_chat: responds with whether the user is online', async () => {
    const user = await insertUser(testApp.database.db, { last_seen_at: new Date('2026-01-02T03:04:05.678Z') });
    const { socket, statuses } = await openWatcher(user.id);
    const other = await openWatcher(user.id);
    expect(await ask(socket, 'admin_join_chat', user.id)).toEqual({ success: true });
    const status = { userId: user.id, username: user.username, avatar: null };
    expect(statuses).toEqual([{ ...status, isOnline: false, lastActive: '2026-01-02T03:04:05.678Z' }]);
    await ask(other.socket, 'no_such_event');
    expect(other.statuses).toEqual([]);
  });
});

test('presence: a user whose row is locked is published at once and stored later; others are not delayed', async () => {
  const { db } = testApp.database;
  const [locked, other] = [await insertUser(db), await insertUser(db)];
  const { statuses } = await openWatcher(locked.id);
  const at = testApp.clock.now();
  const tokens = await Promise.all([locked, other].map(({ id }) => insertSession(db, id, at)));
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', locked.id).forUpdate().execute();
    for (const token of tokens) await sockets.open(token);
    await expect.poll(() => statuses).toMatchObject([{ isOnline: true, username: locked.username }]);
    await expect.poll(() => seenAt(other.id)).toEqual(at);
    expect(await seenAt(locked.id)).toBeNull();
  });
  await expect.poll(() => seenAt(locked.id), { timeout: 10 * GRACE_MS }).toEqual(at);
});

test('presence: a server that shuts down stores who was online until then, and the next one starts with none', async () => {
  const database = await createTestDatabase();
  const ending = await buildTestApp({ database: { ...database, close: async () => undefined } });
  const endingUrl = await listen(ending.app);
  const opener = createSocketOpener(() => endingUrl);
  const user = await insertUser(database.db);
  await openMember(ending, opener, user);
  ending.clock.advance(MINUTE_MS);
  await ending.close();
  opener.closeAll();
  const { last_seen_at } = await database.db
    .selectFrom('users')
    .select('last_seen_at')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const next = createServices({
    database,
    clock: ending.clock,
    publisher: noopPublisher,
    images: createDiskImageStore(''),
  });
  const { users, statistics } = await listChatUsers(next.app, {});
  await database.close();
  expect(last_seen_at).toEqual(ending.clock.now());
  expect({ users, online: statistics.totalOnline }).toEqual({ users: [], online: 0 });
});

test('presence: a user who connects while the last batch is published is published too', async () => {
  const { database, clock, app } = testApp;
  const [first, second] = [await insertUser(database.db), await insertUser(database.db)];
  const statuses: unknown[] = [];
  const publish = (payload: unknown): void => {
    statuses.push(payload);
    if (statuses.length === 1) queueMicrotask(() => come(second));
  };
  const presence = singleServerPresence(createPresence({ graceMs: GRACE_MS }));
  const publisher = { ...noopPublisher, toAdmins: (_event: unknown, payload: unknown) => publish(payload) };
  const watcher = createPresenceService({ database, presence, publisher, clock }).watch(app.log);
  const come = ({ id }: { id: string }) => watcher.opened({ id, role: 'user' });
  come(first);
  await expect.poll(() => statuses).toMatchObject([{ userId: first.id }, { userId: second.id, isOnline: true }]);
  await watcher.stop();
});

test('presence: while the database is unavailable a connect is published, and the next update is stored', async () => {
  const { db } = testApp.database;
  const user = await insertUser(db);
  const token = await insertSession(db, user.id, testApp.clock.now());
  const { statuses } = await openWatcher(user.id);
  const socket = await sockets.open(token);
  await expect.poll(() => statuses.length).toBe(1);
  await db.schema.alterTable('users').renameColumn('last_seen_at', 'hidden').execute();
  socket.disconnect();
  await expect.poll(() => statuses.length, { timeout: 10 * GRACE_MS }).toBe(2);
  await db.schema.alterTable('users').renameColumn('hidden', 'last_seen_at').execute();
  expect(statuses[1]).toMatchObject({ userId: user.id, isOnline: false });
  expect(testApp.logLines.join('')).toContain('storing last-seen times failed');
  testApp.clock.advance(MINUTE_MS);
  await sockets.open(token);
  await expect.poll(() => seenAt(user.id)).toEqual(testApp.clock.now());
});
