import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertSession, insertUser } from '../testing/factories.ts';
import { purgeExpiredSessions } from './purge-sign-ins.ts';
import { hashToken } from './token.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

async function signIn(userId?: string) {
  const id = userId ?? (await insertAdmin(testApp.database.db)).id;
  return { id, token: await insertSession(testApp.database.db, id, testApp.clock.now()) };
}
/** Calls as an administrator with a new session, because the test moves the clock between calls. */
const asAdmin = async (method: 'POST' | 'DELETE', url: string) =>
  testApp.send(method, url, { token: (await signIn()).token });
const whoami = (token: string) => testApp.send('POST', '/api/admin/dashboard-stats', { token, body: {} });
const codeOf = async (token: string) => (await whoami(token)).json().code ?? 'welcome';
const lastUse = async (token: string) =>
  (
    await testApp.database.db
      .selectFrom('sessions')
      .select('last_used_at')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow()
  ).last_used_at;

test.each([
  ['Bearer x', (token: string) => `Bearer ${token}`],
  ['x', (token: string) => token],
  ['bearer x', (token: string) => `bearer ${token}`],
  ['BEARER  x', (token: string) => `BEARER  ${token}`],
  ['Bearer Bearer x', (token: string) => `Bearer Bearer ${token}`],
])('authenticate: a token is accepted as %s', async (_form, write) => {
  const { token } = await signIn();
  const response = await testApp.send('POST', '/api/admin/dashboard-stats', {
    token: undefined,
    headers: { authorization: write(token) },
  });
  expect(response.statusCode).toBe(200);
});

test.each(['', ' ', 'Bearer', 'Bearer ', 'Bearer Bearer'])('authenticate: %j is no token', async (authorization) => {
  const response = await testApp.send('POST', '/api/admin/dashboard-stats', {
    token: undefined,
    headers: { authorization },
  });
  expect(response.json()).toMatchObject({ code: 'NOT_SIGNED_IN' });
});

test.each([
  ['in another letter case', (token: string) => token.toLowerCase()],
  ['with its last character missing', (token: string) => token.slice(0, -1)],
  ['with one more', (token: string) => `${token}A`],
  ['as its hash', (token: string) => hashToken(token).toString('base64url')],
])('authenticate: a token %s is unknown', async (_form, change) => {
  const { token } = await signIn();
  expect(await codeOf(change(token))).toBe('SESSION_EXPIRED');
});

describe('authenticate: a session ends', () => {
  test.each([
    ['a day after it began', 24 * HOUR_MS],
    ['after eight hours without a call', 8 * HOUR_MS],
  ])('%s, also when the clock is set back then', async (_when, afterMs) => {
    const { token } = await signIn();
    testApp.clock.advance(afterMs);
    expect(await codeOf(token)).toBe('SESSION_EXPIRED');
    testApp.clock.advance(-afterMs);
    expect(await codeOf(token)).toBe('SESSION_EXPIRED');
  });

  test('at sign-out, at once, and no other with it', async () => {
    const { id, token } = await signIn();
    const { token: elsewhere } = await signIn(id);
    expect((await testApp.send('POST', '/api/admin/logout', { token })).statusCode).toBe(200);
    expect(await codeOf(token)).toBe('SESSION_EXPIRED');
    expect(await codeOf(elsewhere)).toBe('welcome');
  });

  test('with all others of the account when it is disabled, and enabling restores none', async () => {
    const { id, token } = await signIn();
    const { token: elsewhere } = await signIn(id);
    expect((await asAdmin('POST', `/api/admin/users/${id}/disable`)).statusCode).toBe(200);
    expect([await codeOf(token), await codeOf(elsewhere)]).toEqual(['SESSION_EXPIRED', 'SESSION_EXPIRED']);
    expect((await asAdmin('POST', `/api/admin/users/${id}/enable`)).statusCode).toBe(200);
    expect(await codeOf(token)).toBe('SESSION_EXPIRED');
  });

  test("with the account's deletion", async () => {
    const { id, token } = await signIn();
    expect((await asAdmin('DELETE', `/api/admin/users/${id}`)).statusCode).toBe(200);
    expect(await codeOf(token)).toBe('SESSION_EXPIRED');
  });

  test('at the next call after the account stops being an administrator', async () => {
    const { id, token } = await signIn();
    await testApp.database.db.updateTable('users').set({ role: 'user' }).where('id', '=', id).execute();
    expect(await codeOf(token)).toBe('ADMIN_ONLY');
  });

  test('8 hours after its last use', async () => {
    const { token } = await signIn();
    testApp.clock.advance(8 * HOUR_MS - SECOND_MS);
    expect(await codeOf(token)).toBe('welcome');
    testApp.clock.advance(8 * HOUR_MS);
    expect(await codeOf(token)).toBe('SESSION_EXPIRED');
  });

  test('24 hours after it was opened, even if used', async () => {
    const { token } = await signIn();
    for (let hours = 0; hours < 23; hours += 1) {
      testApp.clock.advance(HOUR_MS);
      expect(await codeOf(token)).toBe('welcome');
    }
    testApp.clock.advance(HOUR_MS - SECOND_MS);
    expect(await codeOf(token)).toBe('welcome');
    testApp.clock.advance(SECOND_MS);
    expect(await codeOf(token)).toBe('SESSION_EXPIRED');
  });
});

test("authenticate: a session's last use is updated at most once a minute", async () => {
  const { token } = await signIn();
  const start = testApp.clock.now();
  testApp.clock.advance(MINUTE_MS - SECOND_MS);
  await whoami(token);
  expect(await lastUse(token)).toEqual(start);
  testApp.clock.advance(SECOND_MS);
  await whoami(token);
  const written = testApp.clock.now();
  expect(await lastUse(token)).toEqual(written);
  testApp.clock.advance(30 * SECOND_MS);
  await whoami(token);
  expect(await lastUse(token)).toEqual(written);
});

test('purgeExpiredSessions: expired sessions are purged, others stay', async () => {
  const { token: old } = await signIn();
  testApp.clock.advance(24 * HOUR_MS + SECOND_MS);
  const { token: recent } = await signIn();
  await purgeExpiredSessions(testApp.services.app);
  await expect(lastUse(old)).rejects.toThrow();
  expect(await codeOf(recent)).toBe('welcome');
});

test("authenticate: a session of an app user is rejected for administrators' calls", async () => {
  const { id } = await insertUser(testApp.database.db);
  const { token } = await signIn(id);
  expect(await codeOf(token)).toBe('ADMIN_ONLY');
});
