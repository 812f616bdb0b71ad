import { errorMessages } from '@hai-dang/contract/errors.ts';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertUser } from '../testing/factories.ts';
import { ARGON2_PARAMETERS, hashPassword, matchPassword } from './password.ts';
import { hashToken } from './token.ts';

const PASSWORD = 'đúng mật khẩu rồi';
let testApp: TestApp;
let passwordHash: string;
let nextAddress = 0;
beforeAll(async () => {
  testApp = await buildTestApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => testApp.close());

/** Signs in from a new IP, to stay below the limit on failures. */
const login = (body: unknown) => {
  nextAddress += 1;
  return testApp.send('POST', '/api/admin/login', { token: undefined, body, from: `10.1.0.${nextAddress}` });
};
const newAdmin = (fields = {}) => insertAdmin(testApp.database.db, { password_hash: passwordHash, ...fields });

describe('login: the right e-mail and password', () => {
  test('return a new token and its account, and nothing else', async () => {
    const { id, username, email } = await newAdmin();
    const response = await login({ email, password: PASSWORD });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      success: true,
      message: expect.any(String),
      token: expect.stringMatching(/^[\w-]{43}$/),
      admin: { id, username, email },
      startScreen: 'dashboard',
    });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('open a session whose token is stored as its SHA-256 only', async () => {
    const { id, email } = await newAdmin();
    const tokens: string[] = [];
    for (let i = 0; i < 3; i += 1) tokens.push((await login({ email, password: PASSWORD })).json().token);
    expect(new Set(tokens).size).toBe(3);
    const sessions = await testApp.database.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute();
    expect(sessions.map(({ token_hash }) => token_hash.toString('hex')).sort()).toEqual(
      tokens.map((token) => hashToken(token).toString('hex')).sort(),
    );
    for (const token of tokens) expect(JSON.stringify(sessions)).not.toContain(token);
  });

  test('work with any letter case of the e-mail and blanks around it', async () => {
    const { email } = await newAdmin({ email: 'Chi.Huong@Example.test' });
    expect((await login({ email: `  ${email.toUpperCase()} `, password: PASSWORD })).statusCode).toBe(200);
  });

  test('match in composed and decomposed form; a hash of the typed form is replaced at once', async () => {
    const { id, email } = await newAdmin({ password_hash: await hash(PASSWORD.normalize('NFD'), ARGON2_PARAMETERS) });
    const signIn = async (password: string) => (await login({ email, password })).statusCode;
    expect(await signIn(PASSWORD.normalize('NFC'))).toBe(401);
    expect(await signIn(PASSWORD.normalize('NFD'))).toBe(200);
    expect([await signIn(PASSWORD.normalize('NFC')), await signIn(PASSWORD.normalize('NFD'))]).toEqual([200, 200]);
    const { password_hash } = await testApp.database.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await matchPassword(password_hash, PASSWORD.normalize('NFC'))).toBe('composed');
  });

  test('succeed for both of two sign-ins that replace an old hash at the same moment', async () => {
    const { email } = await newAdmin({ password_hash: await hash(PASSWORD.normalize('NFD'), ARGON2_PARAMETERS) });
    const responses = await Promise.all([1, 2].map(() => login({ email, password: PASSWORD.normalize('NFD') })));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  test('of a disabled administrator are rejected with that reason', async () => {
    const { email } = await newAdmin({ is_disabled: true });
    const response = await login({ email, password: PASSWORD });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'ACCOUNT_DISABLED', message: errorMessages.ACCOUNT_DISABLED });
  });
});

describe('login: the error is the same', () => {
  test('for an unknown e-mail, a wrong password, an app user and an account without a password', async () => {
    const admin = await newAdmin();
    const disabled = await newAdmin({ is_disabled: true });
    const appUser = await insertUser(testApp.database.db, { password_hash: passwordHash });
    const noPassword = await newAdmin({ password_hash: null });
    const rejections = [
      await login({ email: 'nobody@example.test', password: PASSWORD }),
      await login({ email: admin.email, password: `${PASSWORD} ` }),
      await login({ email: admin.email, password: PASSWORD.toUpperCase() }),
      await login({ email: disabled.email, password: 'wrong' }),
      await login({ email: appUser.email, password: PASSWORD }),
      await login({ email: noPassword.email, password: PASSWORD }),
    ];
    for (const rejection of rejections) {
      expect(rejection.statusCode).toBe(401);
      expect(rejection.json()).toEqual({
        success: false,
        code: 'INVALID_CREDENTIALS',
        message: 'Email hoặc mật khẩu không đúng',
        requestId: rejection.headers['x-request-id'],
      });
    }
  });

  test('login: the decoy hash of unknown accounts matches no password', async () => {
    const { email } = await newAdmin({ password_hash: null });
    for (const claimed of [email, 'nobody@example.test']) {
      expect((await login({ email: claimed, password: 'no account has this password' })).statusCode).toBe(401);
    }
  });
});

test.each([
  [{}, 'email', 'Vui lòng nhập email'],
  [{ password: 'x' }, 'email', 'Vui lòng nhập email'],
  [{ email: '', password: 'x' }, 'email', 'Vui lòng nhập email'],
  [{ email: '   ', password: 'x' }, 'email', 'Vui lòng nhập email'],
  [{ email: 'a@example.test' }, 'password', 'Vui lòng nhập mật khẩu'],
  [{ email: 'a@example.test', password: '' }, 'password', 'Vui lòng nhập mật khẩu'],
  [{ email: ['a@example.test'], password: 'x' }, 'email', 'Vui lòng nhập email'],
  [{ email: 'a@example.test', password: { $ne: '' } }, 'password', 'Vui lòng nhập mật khẩu'],
  [{ email: 'a'.repeat(255), password: 'x' }, 'email', 'Email quá dài'],
  [{ email: 'a@example.test', password: 'x'.repeat(1_025) }, 'password', 'Mật khẩu quá dài'],
])('login: %j is rejected with an instruction', async (body, field, message) => {
  const response = await login(body);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED', message });
  expect(response.json().details[0].path).toBe(`/${field}`);
});

describe('login: audit log', () => {
  const entriesOf = (requestId: unknown) =>
    testApp.database.db.selectFrom('audit_entries').selectAll().where('request_id', '=', String(requestId)).execute();

  test('a rejected sign-in is recorded with its reason and its account', async () => {
    const { id, username, email } = await newAdmin();
    const response = await login({ email, password: 'wrong' });
    expect(await entriesOf(response.headers['x-request-id'])).toMatchObject([
      {
        action: 'auth.login_refused',
        actor_id: null,
        target_type: 'user',
        target_id: id,
        target_name: username,
        reason: 'INVALID_CREDENTIALS',
        ip: `10.1.0.${nextAddress}`,
      },
    ]);
  });

  test('an unknown e-mail is recorded too, without a target', async () => {
    const response = await login({ email: 'nobody@example.test', password: 'wrong' });
    expect(await entriesOf(response.headers['x-request-id'])).toMatchObject([
      { action: 'auth.login_refused', target_id: null, reason: 'INVALID_CREDENTIALS' },
    ]);
  });
});

describe('app sign-in', () => {
  const loginUser = (body: unknown) => {
    nextAddress += 1;
    return testApp.send('POST', '/api/users/login', { token: undefined, body, from: `10.1.0.${nextAddress}` });
  };
  const newUser = (fields = {}) => insertUser(testApp.database.db, { password_hash: passwordHash, ...fields });

  test('returns a token and the account, and nothing else', async () => {
    const { id, username, email } = await newUser({ avatar_url: '/media/0123456789abcdef.webp' });
    const response = await loginUser({ email: email.toUpperCase(), password: PASSWORD });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      success: true,
      message: expect.any(String),
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { _id: id, username, email, avatar: 'http://localhost/media/0123456789abcdef.webp' },
    });
  });

  test("returns a token that administrators' calls reject", async () => {
    const { email } = await newUser();
    const { token } = (await loginUser({ email, password: PASSWORD })).json();
    const response = await testApp.send('POST', '/api/admin/users', { token });
    expect(response.json()).toMatchObject({ code: 'ADMIN_ONLY' });
  });

  test('rejects administrators alike, with right and wrong password, disabled or not', async () => {
    const unknown = (await loginUser({ email: 'nobody@example.test', password: PASSWORD })).json();
    for (const fields of [{}, { is_disabled: true }]) {
      const { email } = await newAdmin(fields);
      for (const password of [PASSWORD, 'wrong']) {
        const response = await loginUser({ email, password });
        expect(response.statusCode).toBe(401);
        expect(response.json()).toEqual({ ...unknown, requestId: response.headers['x-request-id'] });
      }
    }
  });

  test('says that the account is disabled only to a caller with the right password', async () => {
    const { email } = await newUser({ is_disabled: true });
    const response = await loginUser({ email, password: PASSWORD });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ message: 'Tài khoản đã bị vô hiệu hóa' });
    expect((await loginUser({ email, password: 'wrong' })).json()).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  test("writes no audit entry, accepted or rejected; a wrong password for an administrator's account does", async () => {
    const [user, admin, disabled] = [await newUser(), await newAdmin(), await newUser({ is_disabled: true })];
    const reasonsAfter = async (body: unknown) => {
      const response = await loginUser(body);
      const entries = await testApp.database.db
        .selectFrom('audit_entries')
        .select(['action', 'target_id', 'reason'])
        .where('request_id', '=', String(response.headers['x-request-id']))
        .execute();
      return [response.statusCode, entries];
    };
    expect(await reasonsAfter({ email: user.email, password: PASSWORD })).toEqual([200, []]);
    expect(await reasonsAfter({ email: user.email, password: 'wrong' })).toEqual([401, []]);
    expect(await reasonsAfter({ email: disabled.email, password: PASSWORD })).toEqual([403, []]);
    expect(await reasonsAfter({ email: 'nobody@example.test', password: 'wrong' })).toEqual([401, []]);
    const rejected = { action: 'auth.login_refused', target_id: admin.id, reason: 'INVALID_CREDENTIALS' };
    expect(await reasonsAfter({ email: admin.email, password: 'wrong' })).toEqual([401, [rejected]]);
  });

  test('shares its limit with the administrators’ sign-in: no additional guesses', async () => {
    const { email } = await newAdmin();
    for (let i = 0; i < 5; i += 1) await loginUser({ email, password: 'wrong' });
    expect((await login({ email, password: PASSWORD })).statusCode).toBe(429);
  });
});
