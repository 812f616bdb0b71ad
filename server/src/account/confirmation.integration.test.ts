import { LOGIN_MAX_FAILURES, REAUTHENTICATION_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../auth/password.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { addresses, sampleOf, sendSample } from '../testing/endpoint-samples.ts';
import { insertAdmin, insertSession, insertUser } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';

const PASSWORD = 'đúng mật khẩu rồi';
const EXPECTED_ERROR = { code: 'PASSWORD_CONFIRMATION_REQUIRED', message: 'Vui lòng nhập lại mật khẩu để tiếp tục' };
let testApp: TestApp;
let passwordHash: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => testApp.close());
beforeEach(() => testApp.database.db.deleteFrom('rate_limits').execute());

const ago = (ms: number) => new Date(testApp.clock.now().getTime() - ms);
const longAgo = () => ago(REAUTHENTICATION_WINDOW_MS);
async function newAdmin() {
  const { id, email } = await insertAdmin(testApp.database.db, { password_hash: passwordHash });
  return { id, email, token: await insertSession(testApp.database.db, id, longAgo()) };
}
const confirm = (token: string, password = PASSWORD, from = '10.4.0.1') =>
  testApp.send('POST', '/api/admin/account/confirm-password', { token, body: { password }, from });
async function deleteSomebody(token: string) {
  const { id } = await insertUser(testApp.database.db);
  return testApp.send('DELETE', `/api/admin/users/${id}`, { token });
}

const asking = addresses.filter(({ endpoint }) => endpoint.requiresReauthentication);

test('requiresReauthentication: is set for exactly these endpoints', () => {
  expect(asking.map(({ endpoint }) => endpoint.name).sort()).toEqual([
    'beginSecondFactor',
    'createWebhook',
    'deleteReport',
    'deleteUser',
    'deleteWebhook',
    'disableAdministrator',
    'disableSecondFactor',
    'enableAdministrator',
    'endAdministratorSessions',
    'inviteAdministrator',
    'renewRecoveryCodes',
    'renewWebhookSecret',
    'resetAdministratorSecondFactor',
    'updateWebhook',
    'withdrawInvitation',
  ]);
});

describe.each(asking)('re-authentication: $method $path', (address) => {
  test('is rejected ten minutes after the sign-in and changes nothing; until then it succeeds', async () => {
    const { db } = testApp.database;
    const sample = await sampleOf(address.endpoint, testApp);
    const callerId = sample.callerId ?? (await insertAdmin(db)).id;
    const late = await insertSession(db, callerId, longAgo());
    const before = await fingerprint(db);
    const rejected = await sendSample(testApp, address, sample, late);
    expect(rejected.statusCode).toBe(403);
    expect(errorEnvelopeSchema.parse(rejected.json())).toMatchObject(EXPECTED_ERROR);
    expect(await fingerprint(db)).toEqual(before);
    const justNow = await insertSession(db, callerId, ago(REAUTHENTICATION_WINDOW_MS - 1));
    expect((await sendSample(testApp, address, sample, justNow)).statusCode).toBe(address.endpoint.status);
  });
});

describe('deleteUser by a legacy panel, which sends no password', () => {
  const signIn = async (email: string) => {
    const login = await testApp.send('POST', '/api/admin/login', {
      token: undefined,
      body: { email, password: PASSWORD },
    });
    return login.json<{ token: string }>().token;
  };
  const find = (id: string) =>
    testApp.database.db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();

  test('right after signing in: 200; ten minutes later: 403 in Vietnamese and the account stays; after another sign-in: 200', async () => {
    const { db } = testApp.database;
    const { email } = await newAdmin();
    const [first, second] = [await insertUser(db), await insertUser(db)];
    const early = await signIn(email);
    const deleted = await testApp.send('DELETE', `/api/admin/users/${first.id}`, { token: early });
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { success: true, message: 'Đã xóa tài khoản' }]);
    expect(await find(first.id)).toBeUndefined();

    testApp.clock.advance(REAUTHENTICATION_WINDOW_MS);
    const rejected = await testApp.send('DELETE', `/api/admin/users/${second.id}`, { token: early });
    expect(rejected.statusCode).toBe(403);
    expect(errorEnvelopeSchema.parse(rejected.json())).toMatchObject(EXPECTED_ERROR);
    expect(await find(second.id)).toEqual({ id: second.id });

    const again = await signIn(email);
    expect((await testApp.send('DELETE', `/api/admin/users/${second.id}`, { token: again })).statusCode).toBe(200);
  });
});

describe('confirmPassword', () => {
  test('is valid for ten minutes, in this session alone', async () => {
    const { id, token } = await newAdmin();
    const elsewhere = await insertSession(testApp.database.db, id, longAgo());
    expect((await deleteSomebody(token)).json()).toMatchObject(EXPECTED_ERROR);
    expect((await confirm(token)).statusCode).toBe(200);
    expect((await deleteSomebody(token)).statusCode).toBe(200);
    expect((await deleteSomebody(elsewhere)).json()).toMatchObject(EXPECTED_ERROR);
    testApp.clock.advance(REAUTHENTICATION_WINDOW_MS - 1);
    expect((await deleteSomebody(token)).statusCode).toBe(200);
    testApp.clock.advance(1);
    expect((await deleteSomebody(token)).json()).toMatchObject(EXPECTED_ERROR);
  });

  test('with a wrong password is rejected, ends no session and is in the audit log without the password', async () => {
    const { id, token } = await newAdmin();
    const rejected = await confirm(token, 'sai mật khẩu rồi');
    expect(rejected.statusCode).toBe(403);
    expect(rejected.json()).toMatchObject({ code: 'WRONG_PASSWORD', message: 'Mật khẩu không đúng' });
    expect((await deleteSomebody(token)).json()).toMatchObject(EXPECTED_ERROR);
    const entries = await testApp.database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('actor_id', '=', id)
      .execute();
    expect(entries).toMatchObject([{ action: 'account.confirm_password', reason: 'WRONG_PASSWORD', after: null }]);
    expect(JSON.stringify(entries)).not.toContain('sai mật khẩu rồi');
  });

  test('with wrong passwords is limited like sign-in: the sixth attempt waits, even with the right one', async () => {
    const { id, token } = await newAdmin();
    for (let i = 0; i < LOGIN_MAX_FAILURES; i += 1) {
      expect((await confirm(token, 'wrong', `10.4.1.${i}`)).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
    }
    for (let i = 0; i < 3; i += 1) {
      const limited = await confirm(token, PASSWORD, `10.4.2.${i}`);
      expect(limited.statusCode).toBe(429);
      expect(limited.json()).toMatchObject({ code: 'TOO_MANY_LOGIN_FAILURES' });
    }
    const reasons = await testApp.database.db
      .selectFrom('audit_entries')
      .select('reason')
      .where('actor_id', '=', id)
      .orderBy('id')
      .execute();
    expect(reasons.map(({ reason }) => reason)).toEqual([
      ...Array.from({ length: LOGIN_MAX_FAILURES }, () => 'WRONG_PASSWORD'),
      'TOO_MANY_LOGIN_FAILURES',
    ]);
  });

  test('is not blocked for the owner by strangers who fail to sign in', async () => {
    const { email, token } = await newAdmin();
    for (let i = 0; i <= LOGIN_MAX_FAILURES; i += 1) {
      const body = { email, password: 'wrong' };
      await testApp.send('POST', '/api/admin/login', { token: undefined, body, from: `10.4.3.${i}` });
    }
    expect((await confirm(token)).statusCode).toBe(200);
  });

  test('rejects any password for an account without one', async () => {
    const { id } = await insertAdmin(testApp.database.db, { password_hash: null });
    const token = await insertSession(testApp.database.db, id, longAgo());
    expect((await confirm(token)).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
  });
});
