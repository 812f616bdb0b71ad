import { OWN_SESSIONS_LIST_LIMIT, SESSIONS_PER_ACCOUNT } from '@hai-dang/contract/constants.ts';
import { HOUR_MS, MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../auth/password.ts';
import { newId } from '../lib/ids.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertSession } from '../testing/factories.ts';
import { createSocketOpener, listen, untilClosed } from '../testing/socket-client.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const ago = (ms: number) => new Date(testApp.clock.now().getTime() - ms);
async function newAdmin() {
  const { id } = await insertAdmin(testApp.database.db);
  return { id, token: await insertSession(testApp.database.db, id, ago(0)) };
}
async function openSession(userId: string, lastUsed = ago(0), fields = {}) {
  const id = newId();
  return { id, token: await insertSession(testApp.database.db, userId, lastUsed, { id, ...fields }) };
}
const list = async (token: string) =>
  (await testApp.send('GET', '/api/admin/account/sessions', { token })).json().sessions;
const end = (token: string, id: string) => testApp.send('DELETE', `/api/admin/account/sessions/${id}`, { token });
const endOthers = (token: string) => testApp.send('POST', '/api/admin/account/sessions/end-others', { token });
const isOpen = async (token: string) =>
  (await testApp.send('POST', '/api/admin/dashboard-stats', { token })).statusCode === 200;
const entriesOf = (id: string) =>
  testApp.database.db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('actor_id', '=', id)
    .orderBy('id')
    .execute();

describe('listOwnSessions', () => {
  test("returns the fields of the caller's sessions, the last used first, and no other account's", async () => {
    const { id, token } = await newAdmin();
    await newAdmin();
    const browser = await openSession(id, ago(5 * MINUTE_MS), { user_agent: CHROME, ip: '203.0.113.7' });
    const older = await openSession(id, ago(HOUR_MS));
    expect(await list(token)).toEqual([
      expect.objectContaining({ isCurrent: true, device: 'Thiết bị không rõ' }),
      {
        id: browser.id,
        device: 'Chrome trên Windows',
        address: '203.0.113.7',
        createdAt: ago(5 * MINUTE_MS).toISOString(),
        lastUsedAt: ago(5 * MINUTE_MS).toISOString(),
        isCurrent: false,
      },
      expect.objectContaining({ id: older.id, isCurrent: false }),
    ]);
  });

  test('omits expired sessions', async () => {
    const { id, token } = await newAdmin();
    await openSession(id, ago(8 * HOUR_MS));
    await openSession(id, ago(24 * HOUR_MS), { last_used_at: ago(0) });
    expect(await list(token)).toHaveLength(1);
  });

  test('endSession, endOtherSessions', async () => {
    const { id, token } = await newAdmin();
    for (let i = 0; i < OWN_SESSIONS_LIST_LIMIT; i += 1) await openSession(id, ago(MINUTE_MS));
    expect(await list(token)).toHaveLength(OWN_SESSIONS_LIST_LIMIT);
  });
});

describe('endSession', () => {
  test('ends one session at once, its sockets included, and no other', async () => {
    const { id, token } = await newAdmin();
    const [lost, kept] = [await openSession(id, ago(0), { user_agent: CHROME }), await openSession(id)];
    const [socket, other] = [await sockets.open(lost.token), await sockets.open(kept.token)];
    const closing = untilClosed(socket);
    expect((await end(token, lost.id)).statusCode).toBe(200);
    await closing;
    expect([await isOpen(lost.token), await isOpen(kept.token), await isOpen(token)]).toEqual([false, true, true]);
    expect(other.connected).toBe(true);
    expect(await entriesOf(id)).toEqual([
      {
        action: 'account.end_session',
        before: { device: 'Chrome trên Windows', address: '127.0.0.1', createdAt: ago(0).toISOString() },
        after: null,
      },
    ]);
  });

  test("may end the caller's session", async () => {
    const { token } = await newAdmin();
    const [{ id }] = await list(token);
    expect((await end(token, id)).statusCode).toBe(200);
    expect(await isOpen(token)).toBe(false);
  });

  test('returns 404 for a session of another account, whose sockets stay open', async () => {
    const stranger = await newAdmin();
    const theirs = await openSession(stranger.id);
    const socket = await sockets.open(theirs.token);
    const { id, token } = await newAdmin();
    for (const target of [theirs.id, newId(), 'khong-co']) {
      const rejected = await end(token, target);
      expect(rejected.statusCode).toBe(404);
      expect(rejected.json()).toMatchObject({ code: 'SESSION_NOT_FOUND' });
    }
    expect(await isOpen(theirs.token)).toBe(true);
    expect(socket.connected).toBe(true);
    expect(await entriesOf(id)).toEqual([]);
  });

  test('returns 404 for an expired session', async () => {
    const { id, token } = await newAdmin();
    const idle = await openSession(id, ago(8 * HOUR_MS));
    expect((await end(token, idle.id)).statusCode).toBe(404);
  });
});

test("endOtherSessions: ends all others at once, their sockets included, and keeps the caller's", async () => {
  const { id, token } = await newAdmin();
  const stranger = await newAdmin();
  const others = [await openSession(id), await openSession(id, ago(HOUR_MS))];
  await openSession(id, ago(8 * HOUR_MS));
  const own = await sockets.open(token);
  const opened = await Promise.all(others.map((other) => sockets.open(other.token)));
  const closing = Promise.all(opened.map(untilClosed));
  expect((await endOthers(token)).json()).toEqual({ success: true, ended: 2 });
  await closing;
  expect(await Promise.all(others.map((other) => isOpen(other.token)))).toEqual([false, false]);
  expect([await isOpen(token), await isOpen(stranger.token), own.connected]).toEqual([true, true, true]);
  expect((await endOthers(token)).json()).toEqual({ success: true, ended: 0 });
  expect(await entriesOf(id)).toEqual([
    { action: 'account.end_other_sessions', before: null, after: { sessionsEnded: 2 } },
  ]);
});

describe('session limit: a sign-in at the session limit of the account', () => {
  const PASSWORD = 'chuối xanh leo rào 9 lần';
  const signIn = async (email: string) => {
    const response = await testApp.send('POST', '/api/admin/login', {
      token: undefined,
      body: { email, password: PASSWORD },
    });
    return response.json().token as string;
  };
  const countOf = async (userId: string) =>
    (await testApp.database.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length;
  async function crowdedAdmin() {
    const { id, email } = await insertAdmin(testApp.database.db, { password_hash: await hashPassword(PASSWORD) });
    const sessions = [];
    for (let at = 0; at < SESSIONS_PER_ACCOUNT; at += 1) {
      // The oldest session was used last.
      const createdAt = ago((SESSIONS_PER_ACCOUNT - at) * MINUTE_MS);
      sessions.push(await openSession(id, createdAt, { last_used_at: ago(at * MINUTE_MS) }));
    }
    return { id, email, sessions };
  }

  test('ends the oldest session, whose socket closes, and no other', async () => {
    const { id, email, sessions } = await crowdedAdmin();
    const [oldest, second] = sessions;
    if (!oldest || !second) throw new Error('there are no sessions');
    const [socket, other] = [await sockets.open(oldest.token), await sockets.open(second.token)];
    const closing = untilClosed(socket);
    const token = await signIn(email);
    await closing;
    expect(other.connected).toBe(true);
    expect([await isOpen(oldest.token), await isOpen(second.token), await isOpen(token)]).toEqual([false, true, true]);
    expect(await countOf(id)).toBe(SESSIONS_PER_ACCOUNT);
  });

  test('stays within the limit when many sign in at once', async () => {
    const { id, email, sessions } = await crowdedAdmin();
    const tokens = await Promise.all(Array.from({ length: 10 }, () => signIn(email)));
    expect(await countOf(id)).toBe(SESSIONS_PER_ACCOUNT);
    for (const token of tokens) expect(await isOpen(token)).toBe(true);
    expect(await Promise.all(sessions.slice(0, 11).map(({ token }) => isOpen(token)))).toEqual([
      ...Array.from({ length: 10 }, () => false),
      true,
    ]);
  });
});
