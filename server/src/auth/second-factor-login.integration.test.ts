import { LOGIN_MAX_FAILURES, SECOND_FACTOR_CHALLENGE_MS } from '@hai-dang/contract/constants.ts';
import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertSession, insertUser } from '../testing/factories.ts';
import { codeAt, insertSecondFactor, wrongCodeAt } from '../testing/second-factors.ts';
import { hashPassword } from './password.ts';
import { purgeExpiredChallenges } from './purge-sign-ins.ts';
import { hashToken } from './token.ts';

const PASSWORD = 'đúng mật khẩu rồi';
const STEP_MS = 30_000;
let testApp: TestApp;
let passwordHash: string;
let nextAddress = 0;
beforeAll(async () => {
  testApp = await buildTestApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => testApp.close());

/** Each from a new IP by default, to stay below the limit of one IP. */
function someAddress(): string {
  nextAddress += 1;
  return `10.3.${nextAddress >> 8}.${nextAddress & 255}`;
}
const post = (url: string, body: unknown, from = someAddress()) =>
  testApp.send('POST', url, { token: undefined, body, from });
const login = (email: string, password = PASSWORD, from?: string) =>
  post('/api/admin/login', { email, password }, from);
const response = (challenge: string, code: string, from?: string) =>
  post('/api/admin/login/second-factor', { challenge, code }, from);
const challengeFor = async (email: string): Promise<string> => (await login(email)).json().details.challenge;
const now = () => testApp.clock.now();

async function newAdmin({ codesCount = 0 } = {}) {
  const { id, username, email } = await insertAdmin(testApp.database.db, { password_hash: passwordHash });
  const { secret, recoveryCodes } = await insertSecondFactor(testApp.database.db, id, now(), codesCount);
  return { id, username, email, secret, recoveryCodes };
}
const sessionsOf = (id: string) =>
  testApp.database.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute();
const denialsOf = (id: string) =>
  testApp.database.db
    .selectFrom('audit_entries')
    .select(['action', 'reason'])
    .where('target_id', '=', id)
    .orderBy('id')
    .execute();

describe('login: an account with two-factor', () => {
  test('gets a challenge for the right password, and no session', async () => {
    const { id, email } = await newAdmin();
    const first = await login(email);
    expect(first.statusCode).toBe(401);
    expect(first.json()).toEqual({
      success: false,
      code: 'SECOND_FACTOR_REQUIRED',
      message: 'Tài khoản này cần mã xác thực hai lớp',
      requestId: expect.any(String),
      details: { challenge: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(await sessionsOf(id)).toEqual([]);
    expect(await denialsOf(id)).toEqual([]);
  });

  test('gets the usual error for a wrong password', async () => {
    const { email } = await newAdmin();
    expect((await login(email, 'wrong')).json()).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  test('is signed in with the challenge and the code, as without two-factor', async () => {
    const { id, username, email, secret } = await newAdmin();
    const challenge = await challengeFor(email);
    const second = await response(challenge, codeAt(secret, now()));
    expect(second.statusCode).toBe(200);
    expect(second.json()).toEqual({
      success: true,
      message: expect.any(String),
      token: expect.stringMatching(/^[\w-]{43}$/),
      admin: { id, username, email },
      startScreen: 'dashboard',
    });
    const { token } = second.json();
    expect((await testApp.send('GET', '/api/admin/account', { token })).statusCode).toBe(200);
    expect((await sessionsOf(id)).map(({ token_hash }) => token_hash)).toEqual([hashToken(token)]);
  });

  test('has only the SHA-256 of the challenge stored', async () => {
    const { id, email } = await newAdmin();
    const challenge = await challengeFor(email);
    const rows = await testApp.database.db
      .selectFrom('login_challenges')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
    expect(rows.map(({ challenge_hash }) => challenge_hash)).toEqual([hashToken(challenge)]);
    expect(JSON.stringify(rows)).not.toContain(challenge);
  });

  test('gets a challenge only after the enrolment is confirmed', async () => {
    const { id, email } = await insertAdmin(testApp.database.db, { password_hash: passwordHash });
    await insertSecondFactor(testApp.database.db, id, null);
    expect((await login(email)).statusCode).toBe(200);
  });

  test("that is an app user's gets no challenge: the app does not support two-factor", async () => {
    const { id, email } = await insertUser(testApp.database.db, { password_hash: passwordHash });
    await insertSecondFactor(testApp.database.db, id, now());
    expect((await post('/api/users/login', { email, password: PASSWORD })).statusCode).toBe(200);
  });
});

describe('login: a TOTP code', () => {
  test.each([-1, 0, 1])('is accepted %i steps of 30 s away', async (steps) => {
    const { email, secret } = await newAdmin();
    expect((await response(await challengeFor(email), codeAt(secret, now(), steps))).statusCode).toBe(200);
  });

  test.each([-2, 2])('is rejected %i steps away', async (steps) => {
    const { email, secret } = await newAdmin();
    const second = await response(await challengeFor(email), codeAt(secret, now(), steps));
    expect(second.statusCode).toBe(401);
    expect(second.json()).toMatchObject({ code: 'INVALID_SECOND_FACTOR' });
  });

  test('is not accepted twice, nor one before it; the next one is', async () => {
    const { email, secret } = await newAdmin();
    expect((await response(await challengeFor(email), codeAt(secret, now()))).statusCode).toBe(200);
    for (const steps of [0, -1]) {
      const again = await response(await challengeFor(email), codeAt(secret, now(), steps));
      expect(again.json()).toMatchObject({ code: 'INVALID_SECOND_FACTOR' });
    }
    testApp.clock.advance(STEP_MS);
    expect((await response(await challengeFor(email), codeAt(secret, now()))).statusCode).toBe(200);
  });

  test('is accepted once of many parallel attempts', async () => {
    const { id, email, secret } = await newAdmin();
    const challenges = [await challengeFor(email), await challengeFor(email), await challengeFor(email)];
    const code = codeAt(secret, now());
    const responses = await Promise.all(challenges.map((challenge) => response(challenge, code)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test('of another account is rejected', async () => {
    const { email } = await newAdmin();
    const { secret } = await newAdmin();
    const second = await response(await challengeFor(email), codeAt(secret, now()));
    expect(second.json()).toMatchObject({ code: 'INVALID_SECOND_FACTOR' });
  });
});

describe('login: a recovery code', () => {
  test('is accepted once, in any notation', async () => {
    const { id, email, recoveryCodes } = await newAdmin({ codesCount: 3 });
    const [code = ''] = recoveryCodes;
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    expect((await response(await challengeFor(email), typed)).statusCode).toBe(200);
    const again = await response(await challengeFor(email), code);
    expect(again.json()).toMatchObject({ code: 'INVALID_SECOND_FACTOR' });
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test('is accepted once of many parallel attempts', async () => {
    const { id, email, recoveryCodes } = await newAdmin({ codesCount: 3 });
    const challenges = [await challengeFor(email), await challengeFor(email), await challengeFor(email)];
    const responses = await Promise.all(challenges.map((challenge) => response(challenge, recoveryCodes[0] ?? '')));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test('is not used up by a challenge that another call has completed', async () => {
    const { id, email, recoveryCodes } = await newAdmin({ codesCount: 3 });
    const challenge = await challengeFor(email);
    const responses = await Promise.all(recoveryCodes.slice(0, 3).map((code) => response(challenge, code)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const left = await testApp.database.db
      .selectFrom('recovery_codes')
      .select('user_id')
      .where('user_id', '=', id)
      .execute();
    expect(left).toHaveLength(recoveryCodes.length - 1);
  });

  test('of another account is rejected', async () => {
    const { email } = await newAdmin();
    const { recoveryCodes } = await newAdmin({ codesCount: 3 });
    const second = await response(await challengeFor(email), recoveryCodes[0] ?? '');
    expect(second.json()).toMatchObject({ code: 'INVALID_SECOND_FACTOR' });
  });
});

describe('login: a challenge', () => {
  const ended = { code: 'SECOND_FACTOR_CHALLENGE_ENDED', message: 'Bước xác thực đã hết hạn, vui lòng đăng nhập lại' };

  test('is used up by the correct code', async () => {
    const { id, email, secret } = await newAdmin();
    const challenge = await challengeFor(email);
    await response(challenge, codeAt(secret, now()));
    const again = await response(challenge, codeAt(secret, now(), 1));
    expect(again.statusCode).toBe(401);
    expect(again.json()).toMatchObject(ended);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test('allows five attempts, not even the right code after them', async () => {
    const { id, email, secret } = await newAdmin();
    const challenge = await challengeFor(email);
    for (let i = 0; i < 5; i += 1) {
      const wrong = await response(challenge, wrongCodeAt(secret, now()));
      expect(wrong.json()).toMatchObject({ code: 'INVALID_SECOND_FACTOR' });
    }
    expect((await response(challenge, codeAt(secret, now()))).json()).toMatchObject(ended);
    expect(await sessionsOf(id)).toEqual([]);
  });

  test('allows five attempts in parallel', async () => {
    const { id, email, secret } = await newAdmin();
    const challenge = await challengeFor(email);
    const code = wrongCodeAt(secret, now());
    const addresses = Array.from({ length: 12 }, someAddress);
    // Known IPs are counted separately: therefore it is the challenge that rejects.
    const known = addresses.map((ip) => ({ user_id: id, ip, last_at: now() }));
    await testApp.database.db.insertInto('sign_in_ips').values(known).execute();
    const responses = await Promise.all(addresses.map((address) => response(challenge, code, address)));
    const wrong = responses.filter((each) => each.json().code === 'INVALID_SECOND_FACTOR');
    expect(wrong).toHaveLength(5);
    expect(responses.filter((each) => each.json().code === ended.code)).toHaveLength(7);
  });

  test('is valid for five minutes', async () => {
    const { email, secret } = await newAdmin();
    const [first, second] = [await challengeFor(email), await challengeFor(email)];
    testApp.clock.advance(SECOND_FACTOR_CHALLENGE_MS - 1);
    expect((await response(first, codeAt(secret, now()))).statusCode).toBe(200);
    testApp.clock.advance(1);
    expect((await response(second, codeAt(secret, now(), 1))).json()).toMatchObject(ended);
  });

  test('that was never issued is rejected as ended, and writes no audit entry', async () => {
    const count = async () => (await testApp.database.db.selectFrom('audit_entries').select('id').execute()).length;
    const before = await count();
    expect((await response('x'.repeat(43), '123456')).json()).toMatchObject(ended);
    expect(await count()).toBe(before);
  });

  test('ends when the account is disabled, deleted or loses the administrator role', async () => {
    const { db } = testApp.database;
    const token = await insertSession(db, testApp.admin.id, now());
    const disabled = await newAdmin();
    const first = await challengeFor(disabled.email);
    await testApp.send('POST', `/api/admin/users/${disabled.id}/disable`, { token });
    expect((await response(first, codeAt(disabled.secret, now()))).json()).toMatchObject(ended);
    const deleted = await newAdmin();
    const second = await challengeFor(deleted.email);
    expect((await testApp.send('DELETE', `/api/admin/users/${deleted.id}`, { token })).statusCode).toBe(200);
    expect((await response(second, codeAt(deleted.secret, now()))).json()).toMatchObject(ended);
    const demoted = await newAdmin();
    const third = await challengeFor(demoted.email);
    await db.updateTable('users').set({ role: 'user' }).where('id', '=', demoted.id).execute();
    expect((await response(third, codeAt(demoted.secret, now()))).json()).toMatchObject(ended);
  });

  test('that has expired is purged, others stay', async () => {
    const old = await newAdmin();
    await challengeFor(old.email);
    testApp.clock.advance(SECOND_FACTOR_CHALLENGE_MS + 1);
    const recent = await newAdmin();
    await challengeFor(recent.email);
    await purgeExpiredChallenges(testApp.services.app);
    const rows = await testApp.database.db.selectFrom('login_challenges').select('user_id').execute();
    expect(rows.map(({ user_id }) => user_id)).toContain(recent.id);
    expect(rows.map(({ user_id }) => user_id)).not.toContain(old.id);
  });
});

describe('two-factor login: the limit on failures', () => {
  test('counts wrong codes like wrong passwords', async () => {
    const { email, secret } = await newAdmin();
    for (let i = 0; i < 2; i += 1) await login(email, 'wrong');
    const challenge = await challengeFor(email);
    for (let i = 0; i < LOGIN_MAX_FAILURES - 2; i += 1) {
      expect((await response(challenge, wrongCodeAt(secret, now()))).statusCode).toBe(401);
    }
    const limited = await response(challenge, codeAt(secret, now()));
    expect(limited.statusCode).toBe(429);
    expect(limited.json()).toMatchObject({
      code: 'TOO_MANY_LOGIN_FAILURES',
      details: { retryAfterSeconds: expect.any(Number) },
    });
  });

  test('is not reset by the right password: knowing it does not allow unlimited guesses of the code', async () => {
    const { email, secret } = await newAdmin();
    for (let i = 0; i < LOGIN_MAX_FAILURES; i += 1) {
      const second = await response(await challengeFor(email), wrongCodeAt(secret, now()));
      expect(second.json()).toMatchObject({ code: 'INVALID_SECOND_FACTOR' });
    }
    expect((await login(email)).statusCode).toBe(429);
  });

  test('is cleared by the right code', async () => {
    const { email, secret } = await newAdmin();
    for (let i = 0; i < LOGIN_MAX_FAILURES - 1; i += 1) await login(email, 'wrong');
    expect((await response(await challengeFor(email), codeAt(secret, now()))).statusCode).toBe(200);
    for (let i = 0; i < LOGIN_MAX_FAILURES; i += 1) expect((await login(email, 'wrong')).statusCode).toBe(401);
  });

  test('is not used up by right passwords, however many', async () => {
    const { email } = await newAdmin();
    const from = someAddress();
    for (let i = 0; i < 2 * LOGIN_MAX_FAILURES; i += 1) {
      expect((await login(email, PASSWORD, from)).json()).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    }
  });

  test('of strangers does not lock an owner out at a known IP', async () => {
    const { email, secret } = await newAdmin();
    const home = someAddress();
    const first = (await login(email, PASSWORD, home)).json().details.challenge;
    expect((await response(first, codeAt(secret, now()), home)).statusCode).toBe(200);
    for (let i = 0; i <= LOGIN_MAX_FAILURES; i += 1) await login(email, 'wrong');
    expect((await login(email)).statusCode).toBe(429);
    const second = (await login(email, PASSWORD, home)).json().details.challenge;
    expect((await response(second, codeAt(secret, now(), 1), home)).statusCode).toBe(200);
  });
});

test('audit log: contains each two-factor sign-in, and each failure with its reason', async () => {
  const { id, email, secret, recoveryCodes } = await newAdmin({ codesCount: 3 });
  await response(await challengeFor(email), wrongCodeAt(secret, now()));
  const late = await challengeFor(email);
  testApp.clock.advance(6 * MINUTE_MS);
  await response(late, codeAt(secret, now()));
  await response(late, codeAt(secret, now()));
  await response(await challengeFor(email), recoveryCodes[0] ?? '');
  expect(await denialsOf(id)).toEqual([
    { action: 'auth.login_refused', reason: 'INVALID_SECOND_FACTOR' },
    { action: 'auth.login_refused', reason: 'SECOND_FACTOR_CHALLENGE_ENDED' },
  ]);
  const done = await testApp.database.db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('actor_id', '=', id)
    .execute();
  expect(done).toEqual([{ action: 'auth.login', after: { secondFactor: 'recovery_code' } }]);
});
