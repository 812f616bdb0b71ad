import { INVITATION_MAX_CALLS, INVITATION_MS, INVITATIONS_MAX } from '@hai-dang/contract/constants.ts';
import { errorMessages } from '@hai-dang/contract/errors.ts';
import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '../auth/token.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertInvitation, insertSession, insertUser } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { createSocketOpener, listen } from '../testing/socket-client.ts';
import { purgeExpiredInvitations } from './invite-administrator.ts';

const PASSWORD = 'chuối xanh leo rào 9 lần';
let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp({ logLevel: 'trace' });
  url = await listen(testApp.app);
});
beforeEach(async () => {
  await db().deleteFrom('rate_limits').execute();
  await db().deleteFrom('administrator_invitations').execute();
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const db = () => testApp.database.db;
let people = 0;
const somebody = (): string => {
  people += 1;
  return `Người mới ${people}`;
};
const invite = (email: string, token = testApp.admin.token) =>
  testApp.send('POST', '/api/admin/administrators/invite', { token, body: { email } });
const withdraw = (id: string) => testApp.send('DELETE', `/api/admin/administrators/invitations/${id}`);
const look = (token: string, from?: string) =>
  testApp.send('POST', '/api/invitation', { token: undefined, body: { token }, ...(from && { from }) });
const accept = (token: string, body: object = {}, from?: string) =>
  testApp.send('POST', '/api/invitation/accept', {
    token: undefined,
    body: { token, username: somebody(), password: PASSWORD, ...body },
    ...(from && { from }),
  });
const login = (email: string, password = PASSWORD) =>
  testApp.send('POST', '/api/admin/login', { token: undefined, body: { email, password } });
const invited = async () =>
  (await testApp.post('/api/admin/administrators'))
    .json()
    .data.filter(({ state }: { state: string }) => state === 'invited');
const storedInvitation = (fields: Parameters<typeof insertInvitation>[3] = {}) =>
  insertInvitation(db(), testApp.admin.id, testApp.clock.now(), fields);

describe('administrator invitation', () => {
  test('is returned once with its token, is listed, and makes one administrator who can sign in', async () => {
    const email = 'thu.ha@example.test';
    const response = await invite(` ${email} `);
    expect(response.statusCode).toBe(201);
    const { token, invitation } = response.json().data;
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const until = new Date(testApp.clock.now().getTime() + INVITATION_MS).toISOString();
    expect(invitation).toMatchObject({
      state: 'invited',
      email,
      username: null,
      until,
      invitedBy: testApp.admin.username,
    });
    expect(await invited()).toEqual([invitation]);
    expect((await look(token)).json().data).toEqual({ email, invitedBy: testApp.admin.username, expiresAt: until });
    expect((await login(email)).json()).toMatchObject({ code: 'INVALID_CREDENTIALS' });

    expect((await accept(token, { username: 'Thu Hà' })).statusCode).toBe(200);
    expect((await login(email.toUpperCase())).json().admin).toMatchObject({ username: 'Thu Hà', email });
    expect(await invited()).toEqual([]);
    const account = await db().selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
    expect(account).toMatchObject({ role: 'admin', is_disabled: false });
    const [entry] = await db()
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'user.create_admin')
      .where('actor_id', '=', account.id)
      .execute();
    expect(entry).toMatchObject({ target_id: account.id, ip: '127.0.0.1' });
  });

  test('is stored as its hash only: the token is in no row and in no log line', async () => {
    testApp.logLines.length = 0;
    const { token } = (await invite('bi.mat@example.test')).json().data;
    await look(token);
    await look(`${token}x`);
    await accept(token, { password: 'password1234' });
    await accept(token);
    const { rows } = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db());
    for (const { name } of rows) {
      const found = await sql`select from ${sql.table(name)} t where t::text like ${`%${token}%`}`.execute(db());
      expect(found.rows, name).toEqual([]);
    }
    const [stored] = await db().selectFrom('administrator_invitations').select('token_hash').execute();
    expect(stored?.token_hash).toEqual(hashToken(token));
    const log = testApp.logLines.join('');
    expect(log).toContain('/api/invitation/accept');
    for (const secret of [token, PASSWORD, 'password1234']) expect(log).not.toContain(secret);
  });

  test('makes one administrator when 20 accept it at the same moment', async () => {
    const { token, email } = await storedInvitation();
    const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => accept(token, {}, `10.7.0.${n + 1}`)));
    const codes = responses.map((response) => response.json().code ?? response.statusCode).sort();
    expect(codes).toEqual([200, ...Array.from({ length: 19 }, () => 'INVITATION_USED')]);
    expect(await db().selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1);
    const entries = await db()
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'user.create_admin')
      .execute();
    expect(entries.filter(({ after }) => JSON.stringify(after).includes(email))).toHaveLength(1);
  });

  test('can be accepted for 24 hours', async () => {
    const { token } = await storedInvitation();
    testApp.clock.advance(INVITATION_MS - 1);
    try {
      expect((await look(token)).statusCode).toBe(200);
      testApp.clock.advance(1);
      for (const response of [await look(token), await accept(token)]) {
        expect(response.statusCode).toBe(410);
        expect(response.json()).toMatchObject({
          code: 'INVITATION_EXPIRED',
          message: errorMessages.INVITATION_EXPIRED,
        });
      }
    } finally {
      testApp.clock.advance(-INVITATION_MS);
    }
  });

  test('of the same e-mail replaces the previous one', async () => {
    const email = 'hai.lan@example.test';
    const [first, second] = [(await invite(email)).json().data, (await invite(email.toUpperCase())).json().data];
    expect(await invited()).toEqual([second.invitation]);
    expect((await look(first.token)).json()).toMatchObject({ code: 'INVITATION_WITHDRAWN' });
    expect((await look(second.token)).statusCode).toBe(200);
  });

  test('of an inviter who is disabled or deleted is withdrawn until the inviter is enabled', async () => {
    const inviter = await insertAdmin(db());
    const { token } = await insertInvitation(db(), inviter.id, testApp.clock.now());
    await testApp.post(`/api/admin/administrators/${inviter.id}/disable`);
    for (const response of [await look(token), await accept(token)]) {
      expect(response.json()).toMatchObject({ code: 'INVITATION_WITHDRAWN' });
    }
    expect(await invited()).toEqual([]);
    await testApp.post(`/api/admin/administrators/${inviter.id}/enable`);
    expect((await look(token)).statusCode).toBe(200);
    await testApp.send('DELETE', `/api/admin/users/${inviter.id}`);
    expect((await accept(token)).json()).toMatchObject({ code: 'INVITATION_WITHDRAWN' });
  });

  test('is purged 30 days after it has expired', async () => {
    const now = testApp.clock.now().getTime();
    const old = await storedInvitation({ expires_at: new Date(now - 30 * DAY_MS - 1) });
    const younger = await storedInvitation({ expires_at: new Date(now - 30 * DAY_MS) });
    await purgeExpiredInvitations(testApp.services.app);
    expect((await look(old.token)).json()).toMatchObject({ code: 'INVITATION_NOT_FOUND' });
    expect((await look(younger.token)).json()).toMatchObject({ code: 'INVITATION_EXPIRED' });
  });
});

describe('inviteAdministrator: rejected', () => {
  test('for the e-mail of an account, and for an invalid one', async () => {
    const { email } = await insertUser(db());
    expect((await invite(email.toUpperCase())).json()).toMatchObject({ code: 'USER_EXISTS' });
    for (const wrong of ['', ' ', 'mai', 'mai@', `${'x'.repeat(250)}@a.vn`]) {
      expect((await invite(wrong)).json()).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
    expect(await invited()).toEqual([]);
  });

  test('above the maximum of pending invitations, also by several calls at once', async () => {
    for (let n = 2; n < INVITATIONS_MAX; n += 1) await storedInvitation();
    const responses = await Promise.all(Array.from({ length: 6 }, (_, n) => invite(`nhieu${n}@example.test`)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    expect(await invited()).toHaveLength(INVITATIONS_MAX);
  });
});

describe('withdrawInvitation', () => {
  test('ends an invitation at once', async () => {
    const { id, token } = await storedInvitation();
    expect((await withdraw(id)).statusCode).toBe(200);
    for (const response of [await look(token), await accept(token)]) {
      expect(response.statusCode).toBe(410);
      expect(response.json()).toMatchObject({
        code: 'INVITATION_WITHDRAWN',
        message: errorMessages.INVITATION_WITHDRAWN,
      });
    }
    expect(await invited()).toEqual([]);
  });

  test('returns 404 for one that was accepted, withdrawn, has expired or never existed', async () => {
    const used = await storedInvitation();
    await accept(used.token);
    const withdrawn = await storedInvitation();
    await withdraw(withdrawn.id);
    const expired = await storedInvitation({ expires_at: testApp.clock.now() });
    const before = await fingerprint(db());
    for (const id of [used.id, withdrawn.id, expired.id, 'khong-co']) {
      const response = await withdraw(id);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: 'INVITATION_NOT_FOUND' });
    }
    expect(await fingerprint(db())).toEqual(before);
  });
});

describe('acceptInvitation: rejected', () => {
  test('for a forged token', async () => {
    const { token } = await storedInvitation();
    for (const forged of [`${token}A`, token.slice(1), token.toLowerCase(), 'x', "' or '1'='1"]) {
      for (const response of [await look(forged), await accept(forged)]) {
        expect(response.statusCode).toBe(404);
        expect(response.json()).toMatchObject({ code: 'INVITATION_NOT_FOUND' });
      }
    }
  });

  test('for a weak password, a name that is taken, reserved or invalid; the invitation stays valid', async () => {
    const { username: taken } = await insertUser(db());
    const { token, email } = await storedInvitation();
    const rejected: Array<[object, string, string?]> = [
      [{ password: 'ngắn quá' }, 'VALIDATION_FAILED', 'Mật khẩu mới phải có ít nhất 12 ký tự'],
      [{ password: 'password1234' }, 'WEAK_PASSWORD'],
      [{ password: email }, 'WEAK_PASSWORD'],
      [{ username: taken }, 'USER_EXISTS', errorMessages.USER_EXISTS],
      [{ username: ' ' }, 'VALIDATION_FAILED', 'Vui lòng nhập tên'],
      [{ username: ' Admin ' }, 'VALIDATION_FAILED', 'Tên này được dành riêng, hãy chọn tên khác'],
      [{ username: 'Lan\u202Enimda' }, 'VALIDATION_FAILED', 'Tên có ký tự không nhìn thấy được'],
      [{ username: 'x'.repeat(61) }, 'VALIDATION_FAILED'],
    ];
    for (const [body, code, message] of rejected) {
      const response = await accept(token, body);
      expect(response.json(), JSON.stringify(body)).toMatchObject({ code, ...(message && { message }) });
    }
    expect((await accept(token)).statusCode).toBe(200);
  });

  test('for an e-mail that another account has used meanwhile', async () => {
    const { token, email } = await storedInvitation();
    await insertUser(db(), { email });
    expect((await accept(token)).json()).toMatchObject({ code: 'USER_EXISTS' });
    expect((await look(token)).statusCode).toBe(200);
  });

  test('ignores the role and the account in the body', async () => {
    const victim = await insertUser(db());
    const { token } = await storedInvitation();
    await accept(token, { id: victim.id, email: victim.email, role: 'user', isAdmin: false });
    const { role } = await db()
      .selectFrom('users')
      .select('role')
      .where('id', '=', victim.id)
      .executeTakeFirstOrThrow();
    expect(role).toBe('user');
  });
});

test('getInvitation, acceptInvitation: limited by network, whatever their outcome; sign-ins are not', async () => {
  const { token, email } = await storedInvitation();
  for (let call = 0; call < INVITATION_MAX_CALLS; call += 1) await look(call % 2 ? token : 'x', '10.8.0.1');
  for (const response of [await look(token, '10.8.0.1'), await accept(token, {}, '10.8.0.1')]) {
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
    expect(response.json()).toMatchObject({ code: 'TOO_MANY_INVITATION_CALLS' });
  }
  expect((await accept(token, {}, '10.8.0.2')).statusCode).toBe(200);
  const from = '10.8.0.1';
  const signedIn = await testApp.send('POST', '/api/admin/login', {
    token: undefined,
    body: { email, password: PASSWORD },
    from,
  });
  expect(signedIn.statusCode).toBe(200);
});

test('acceptInvitation: an unknown token takes as long as an expired one', async () => {
  const used = await storedInvitation({ accepted_at: testApp.clock.now() });
  const times: Record<string, number[]> = { unknown: [], used: [] };
  for (let round = 0; round < 100; round += 1) {
    for (const [kind, token] of [
      ['unknown', `khong-co-${round}`],
      ['used', used.token],
    ] as const) {
      const startedAt = performance.now();
      await look(token, `10.9.${round}.1`);
      times[kind]?.push(performance.now() - startedAt);
    }
  }
  const median = (kind: string) => times[kind]?.toSorted((a, b) => a - b)[50] ?? 0;
  expect(Math.abs(median('unknown') - median('used'))).toBeLessThan(5);
});

test('administrators_changed: each change of an invitation is published to the other administrators, without the e-mail', async () => {
  const { id } = await insertAdmin(db());
  const socket = await sockets.open(await insertSession(db(), id, testApp.clock.now()));
  await socket.timeout(3_000).emitWithAck('admin_connected', id);
  const received: unknown[] = [];
  socket.on('administrators_changed', (payload) => received.push(payload));
  const until = (count: number) => expect.poll(() => received.length).toBe(count);
  const { invitation, token } = (await invite('truc.tiep@example.test')).json().data;
  await until(1);
  await accept(token);
  await until(2);
  await withdraw(invitation._id);
  await withdraw((await invite('thu.hoi@example.test')).json().data.invitation._id);
  await until(4);
  expect(received).toEqual([{}, {}, {}, {}]);
});
