import { DAY_MS, HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertPost, insertReport, insertSession, insertUser } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { insertSecondFactor } from '../testing/second-factors.ts';
import { createSocketOpener, listen, untilClosed } from '../testing/socket-client.ts';

let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const now = () => testApp.clock.now();
const ago = (ms: number) => new Date(now().getTime() - ms);
const sessionOf = (id: string, at = now()) => insertSession(db(), id, at);
async function newAdmin(fields: Parameters<typeof insertAdmin>[1] = {}) {
  const account = await insertAdmin(db(), { created_at: now(), ...fields });
  return { ...account, token: await sessionOf(account.id) };
}
const list = async (body: object = {}) => (await testApp.post('/api/admin/administrators', body)).json();
const rowOf = async (id: string) => (await list({ limit: 100 })).data.find(({ _id }: { _id: string }) => _id === id);
const act = (id: string, what: string, token = testApp.admin.token) =>
  testApp.send('POST', `/api/admin/administrators/${id}/${what}`, { token });
const isOpen = async (token: string) =>
  (await testApp.send('POST', '/api/admin/dashboard-stats', { token })).statusCode === 200;

describe('listAdministrators', () => {
  test('returns state, valid sessions, last use and two-factor; no app user and no secret', async () => {
    const user = await insertUser(db());
    const admin = await insertAdmin(db(), {
      username: 'Mai Lan',
      password_hash: '$argon2id$canary',
      created_at: now(),
    });
    await sessionOf(admin.id, ago(2 * HOUR_MS));
    await sessionOf(admin.id, ago(HOUR_MS));
    await sessionOf(admin.id, ago(9 * HOUR_MS));
    await insertSecondFactor(db(), admin.id, now());
    const pending = await insertAdmin(db(), { created_at: now() });
    await insertSecondFactor(db(), pending.id, null);
    const until = new Date(now().getTime() + DAY_MS);
    const suspended = await insertAdmin(db(), { is_disabled: true, disabled_until: until, created_at: now() });
    expect(await rowOf(admin.id)).toEqual({
      _id: admin.id,
      state: 'active',
      email: admin.email,
      username: 'Mai Lan',
      avatar: null,
      until: null,
      lastUsedAt: ago(HOUR_MS).toISOString(),
      sessions: 2,
      hasSecondFactor: true,
      invitedBy: null,
      createdAt: now().toISOString(),
    });
    expect(await rowOf(pending.id)).toMatchObject({ hasSecondFactor: false, sessions: 0, lastUsedAt: null });
    expect(await rowOf(suspended.id)).toMatchObject({ state: 'disabled', until: until.toISOString() });
    expect(await rowOf(user.id)).toBeUndefined();
  });

  test('returns the last sign-in when its session has been purged', async () => {
    const admin = await insertAdmin(db());
    await db()
      .insertInto('sign_in_ips')
      .values({ user_id: admin.id, ip: '10.0.0.1', last_at: ago(3 * DAY_MS) })
      .execute();
    expect(await rowOf(admin.id)).toMatchObject({ sessions: 0, lastUsedAt: ago(3 * DAY_MS).toISOString() });
  });

  test('is paged, newest first, each account once', async () => {
    for (let n = 0; n < 5; n += 1) await newAdmin();
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { data, pagination }: { data: Array<{ _id: string }>; pagination: { nextCursor: string | null } } =
        await list({
          limit: 2,
          cursor,
        });
      expect(data.length).toBeLessThanOrEqual(2);
      seen.push(...data.map(({ _id }) => _id));
      cursor = pagination.nextCursor;
    } while (cursor);
    const stored = await db().selectFrom('users').select('id').where('role', '=', 'admin').execute();
    expect(seen.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
  });
});

describe('disableAdministrator', () => {
  test("ends calls at once and sockets within a second, and releases the administrator's subjects and conversations", async () => {
    const admin = await newAdmin();
    const author = await insertUser(db());
    const { id: itemId } = await insertPost(db(), author.id);
    await insertReport(db(), { itemType: 'Post', itemId, itemAuthorId: author.id });
    await testApp.send('POST', `/api/admin/subjects/Post/${itemId}/assign`, {
      token: admin.token,
      body: { assigneeId: 'me' },
    });
    const assignee = async () => (await testApp.post(`/api/admin/subjects/Post/${itemId}`)).json().data.assignee;
    expect(await assignee()).toMatchObject({ _id: admin.id });
    const closing = untilClosed(await sockets.open(admin.token));
    expect((await act(admin.id, 'disable')).statusCode).toBe(200);
    expect((await closing).afterMs).toBeLessThan(1_000);
    expect(await isOpen(admin.token)).toBe(false);
    expect(await assignee()).toBeNull();
    expect(await rowOf(admin.id)).toMatchObject({ state: 'disabled', sessions: 0 });

    expect((await act(admin.id, 'enable')).statusCode).toBe(200);
    expect(await rowOf(admin.id)).toMatchObject({ state: 'active', sessions: 0 });
    expect(await isOpen(admin.token)).toBe(false);
  });

  test("is rejected for the caller's own account and audited", async () => {
    const admin = await newAdmin();
    const response = await act(admin.id, 'disable', admin.token);
    expect(response.json()).toMatchObject({ code: 'OWN_ACCOUNT' });
    const entries = await db().selectFrom('audit_entries').selectAll().where('actor_id', '=', admin.id).execute();
    expect(entries).toMatchObject([{ action: 'user.disable', reason: 'OWN_ACCOUNT' }]);
  });

  test('leaves one administrator when all disable each other at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => newAdmin()));
    const others = await db()
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where(
        'id',
        'not in',
        all.map(({ id }) => id),
      )
      .where('is_disabled', '=', false)
      .execute();
    await db()
      .updateTable('users')
      .set({ is_disabled: true })
      .where(
        'id',
        'in',
        others.map(({ id }) => id),
      )
      .execute();
    try {
      await Promise.all(all.map(({ token }, n) => act(all[(n + 1) % all.length]?.id ?? '', 'disable', token)));
      const active = await db()
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('is_disabled', '=', false)
        .execute();
      expect(active.length).toBeGreaterThan(0);
    } finally {
      await db()
        .updateTable('users')
        .set({ is_disabled: false })
        .where(
          'id',
          'in',
          others.map(({ id }) => id),
        )
        .execute();
    }
  });
});

describe('endAdministratorSessions', () => {
  test('ends all sessions of that administrator, sockets included, and no others', async () => {
    const [admin, stranger] = [await newAdmin(), await newAdmin()];
    const second = await sessionOf(admin.id);
    const closing = Promise.all([admin.token, second].map(async (token) => untilClosed(await sockets.open(token))));
    expect((await act(admin.id, 'end-sessions')).statusCode).toBe(200);
    for (const { afterMs } of await closing) expect(afterMs).toBeLessThan(1_000);
    expect(await Promise.all([admin.token, second, stranger.token].map(isOpen))).toEqual([false, false, true]);
    expect(await rowOf(admin.id)).toMatchObject({ state: 'active', sessions: 0 });
  });
});

describe('resetAdministratorSecondFactor', () => {
  test('disables two-factor and ends the sessions', async () => {
    const admin = await newAdmin();
    await insertSecondFactor(db(), admin.id, now());
    expect((await act(admin.id, 'reset-second-factor')).statusCode).toBe(200);
    expect(await rowOf(admin.id)).toMatchObject({ hasSecondFactor: false, sessions: 0 });
    expect((await act(admin.id, 'reset-second-factor')).json()).toMatchObject({ code: 'SECOND_FACTOR_NOT_ON' });
  });
});

describe.each(['disable', 'enable', 'end-sessions', 'reset-second-factor'])('administrators: %s', (what) => {
  test('is rejected for an app user and an unknown account, and changes nothing', async () => {
    const user = await insertUser(db());
    const before = await fingerprint(db());
    for (const id of [user.id, 'khong-co']) {
      const response = await act(id, what);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: 'ADMINISTRATOR_NOT_FOUND' });
    }
    expect(await fingerprint(db())).toEqual(before);
  });
});

test.each(['end-sessions', 'reset-second-factor'])('administrators: %s of the caller is rejected', async (what) => {
  const admin = await newAdmin();
  const response = await act(admin.id, what, admin.token);
  expect(response.statusCode).toBe(403);
  expect(response.json()).toMatchObject({ code: 'OWN_ADMINISTRATOR' });
  expect(await isOpen(admin.token)).toBe(true);
});

test('administrators_changed: each change of an administrator is published, whichever endpoint makes it; of an app user none is', async () => {
  const [watcher, admin] = [await newAdmin(), await newAdmin()];
  await insertSecondFactor(db(), admin.id, now());
  const socket = await sockets.open(watcher.token);
  await socket.timeout(3_000).emitWithAck('admin_connected', watcher.id);
  let received = 0;
  socket.on('administrators_changed', () => {
    received += 1;
  });
  const user = await insertUser(db());
  await testApp.post(`/api/admin/users/${user.id}/disable`);
  const changes = [
    () => act(admin.id, 'end-sessions'),
    () => act(admin.id, 'reset-second-factor'),
    () => act(admin.id, 'disable'),
    () => testApp.post(`/api/admin/users/${admin.id}/enable`),
    () => testApp.send('DELETE', `/api/admin/users/${admin.id}`),
  ];
  for (const [done, change] of changes.entries()) {
    expect((await change()).statusCode).toBe(200);
    await expect.poll(() => received).toBe(done + 1);
  }
});
