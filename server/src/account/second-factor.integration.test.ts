import { RECOVERY_CODES_COUNT } from '@hai-dang/contract/constants.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../auth/password.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertSession } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { codeAt, insertSecondFactor, wrongCodeAt } from '../testing/second-factors.ts';

const PASSWORD = 'đúng mật khẩu rồi';
let testApp: TestApp;
let passwordHash: string;
beforeAll(async () => {
  testApp = await buildTestApp({ logLevel: 'trace' });
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => testApp.close());
beforeEach(() => testApp.database.db.deleteFrom('rate_limits').execute());

const now = () => testApp.clock.now();
async function newAdmin() {
  const { id, email } = await insertAdmin(testApp.database.db, { password_hash: passwordHash });
  return { id, email, token: await insertSession(testApp.database.db, id, now()) };
}
const call = (token: string, what: string, body?: unknown) =>
  testApp.send('POST', `/api/admin/account/second-factor/${what}`, { token, ...(body ? { body } : {}) });
const accountOf = async (token: string) => (await testApp.send('GET', '/api/admin/account', { token })).json().account;
const login = (email: string) =>
  testApp.send('POST', '/api/admin/login', { token: undefined, body: { email, password: PASSWORD } });
const response = (challenge: string, code: string) =>
  testApp.send('POST', '/api/admin/login/second-factor', { token: undefined, body: { challenge, code } });

/** The whole enrolment, as a user completes it. */
async function setUp(token: string) {
  const { secret } = (await call(token, 'begin')).json();
  const confirmed = await call(token, 'confirm', { code: codeAt(secret, now()) });
  const recoveryCodes: string[] = confirmed.json().recoveryCodes;
  return { secret, recoveryCodes };
}

describe('two-factor enrolment', () => {
  test('beginSecondFactor returns the secret, confirmSecondFactor takes its first code and returns recovery codes, and sign-in then requires a code', async () => {
    const { email, token } = await newAdmin();
    expect(await accountOf(token)).toMatchObject({
      email,
      secondFactor: { isOn: false, since: null, recoveryCodesLeft: 0 },
      mustSetUpSecondFactor: false,
    });
    const pending = (await call(token, 'begin')).json();
    expect(pending.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(pending.address).searchParams.get('secret')).toBe(pending.secret);
    expect(decodeURIComponent(pending.address)).toContain(email);
    // Nothing changes before the first code.
    expect((await login(email)).statusCode).toBe(200);

    const { recoveryCodes } = (await call(token, 'confirm', { code: codeAt(pending.secret, now()) })).json();
    expect(recoveryCodes).toHaveLength(RECOVERY_CODES_COUNT);
    expect((await accountOf(token)).secondFactor).toEqual({
      isOn: true,
      since: now().toISOString(),
      recoveryCodesLeft: RECOVERY_CODES_COUNT,
    });
    const first = (await login(email)).json();
    expect(first.code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await response(first.details.challenge, recoveryCodes[3])).statusCode).toBe(200);
    expect((await accountOf(token)).secondFactor.recoveryCodesLeft).toBe(RECOVERY_CODES_COUNT - 1);
  });

  test('its first code is not valid for a sign-in', async () => {
    const { email, token } = await newAdmin();
    const { secret } = await setUp(token);
    const { challenge } = (await login(email)).json().details;
    expect((await response(challenge, codeAt(secret, now()))).json()).toMatchObject({ code: 'INVALID_SECOND_FACTOR' });
    expect((await response(challenge, codeAt(secret, now(), 1))).statusCode).toBe(200);
  });

  test('rejects a wrong code, counts it like a failed sign-in and changes nothing but the audit log', async () => {
    const { token } = await newAdmin();
    const { secret } = (await call(token, 'begin')).json();
    const { rate_limits: _limits, audit_entries: _entries, ...before } = await fingerprint(testApp.database.db);
    const wrong = [
      wrongCodeAt(secret, now()),
      codeAt(secret, now(), 3),
      codeAt(secret, now(), -3),
      'abcd-efgh-ij',
      'Đ',
    ];
    for (const code of wrong) {
      const rejected = await call(token, 'confirm', { code });
      expect(rejected.statusCode).toBe(400);
      expect(rejected.json()).toMatchObject({ code: 'SECOND_FACTOR_CODE_WRONG' });
    }
    const limited = await call(token, 'confirm', { code: codeAt(secret, now()) });
    expect(limited.json()).toMatchObject({ code: 'TOO_MANY_LOGIN_FAILURES' });
    expect(await fingerprint(testApp.database.db)).toMatchObject(before);
  });

  test('can be restarted: only the last secret is valid', async () => {
    const { token } = await newAdmin();
    const first = (await call(token, 'begin')).json();
    const second = (await call(token, 'begin')).json();
    expect(second.secret).not.toBe(first.secret);
    const stale = await call(token, 'confirm', { code: codeAt(first.secret, now()) });
    expect(stale.json()).toMatchObject({ code: 'SECOND_FACTOR_CODE_WRONG' });
    expect((await call(token, 'confirm', { code: codeAt(second.secret, now()) })).statusCode).toBe(200);
  });

  test('is completed by one of many parallel confirmations, with one set of recovery codes', async () => {
    const { id, token } = await newAdmin();
    const { secret } = (await call(token, 'begin')).json();
    const code = codeAt(secret, now());
    const responses = await Promise.all([1, 2, 3].map(() => call(token, 'confirm', { code })));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const codes = await testApp.database.db
      .selectFrom('recovery_codes')
      .select('user_id')
      .where('user_id', '=', id)
      .execute();
    expect(codes).toHaveLength(RECOVERY_CODES_COUNT);
  });

  test('is rejected for an enrolled account, and its confirmation without a pending enrolment', async () => {
    const { token } = await newAdmin();
    const codeOf = async (what: string, body?: unknown) => {
      const rejected = await call(token, what, body);
      return [rejected.statusCode, rejected.json().code];
    };
    expect(await codeOf('confirm', { code: '123456' })).toEqual([409, 'SECOND_FACTOR_NOT_BEGUN']);
    expect(await codeOf('recovery-codes')).toEqual([409, 'SECOND_FACTOR_NOT_ON']);
    expect(await codeOf('off')).toEqual([409, 'SECOND_FACTOR_NOT_ON']);
    await call(token, 'begin');
    expect(await codeOf('recovery-codes')).toEqual([409, 'SECOND_FACTOR_NOT_ON']);
    expect(await codeOf('off')).toEqual([409, 'SECOND_FACTOR_NOT_ON']);
    await setUp(token);
    expect(await codeOf('begin')).toEqual([409, 'SECOND_FACTOR_ALREADY_ON']);
    expect(await codeOf('confirm', { code: '123456' })).toEqual([409, 'SECOND_FACTOR_ALREADY_ON']);
  });
});

describe('renewRecoveryCodes', () => {
  test('makes the old codes invalid', async () => {
    const { email, token } = await newAdmin();
    const { recoveryCodes: old } = await setUp(token);
    const renewed: string[] = (await call(token, 'recovery-codes')).json().recoveryCodes;
    expect(renewed).toHaveLength(RECOVERY_CODES_COUNT);
    expect(renewed.filter((code) => old.includes(code))).toEqual([]);
    const { challenge } = (await login(email)).json().details;
    expect((await response(challenge, old[0] ?? '')).json()).toMatchObject({ code: 'INVALID_SECOND_FACTOR' });
    expect((await response(challenge, renewed[0] ?? '')).statusCode).toBe(200);
  });

  test('leaves ten codes, however many parallel calls', async () => {
    const { token } = await newAdmin();
    await setUp(token);
    await Promise.all([1, 2, 3].map(() => call(token, 'recovery-codes')));
    expect((await accountOf(token)).secondFactor.recoveryCodesLeft).toBe(RECOVERY_CODES_COUNT);
  });
});

test('disableSecondFactor: the password alone signs in, and the old secret stays invalid', async () => {
  const { id, email, token } = await newAdmin();
  const { secret, recoveryCodes } = await setUp(token);
  expect((await call(token, 'off')).statusCode).toBe(200);
  expect((await login(email)).statusCode).toBe(200);
  expect((await accountOf(token)).secondFactor).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 });
  const { rows } = await sql`select from recovery_codes where user_id = ${id}`.execute(testApp.database.db);
  expect(rows).toEqual([]);
  await setUp(token);
  const { challenge } = (await login(email)).json().details;
  for (const code of [codeAt(secret, now(), 1), recoveryCodes[0] ?? '']) {
    expect((await response(challenge, code)).json()).toMatchObject({ code: 'INVALID_SECOND_FACTOR' });
  }
});

test("deleteUser: deletes the account's secret and codes", async () => {
  const { id } = await newAdmin();
  await insertSecondFactor(testApp.database.db, id, now(), 1);
  expect((await testApp.send('DELETE', `/api/admin/users/${id}`)).statusCode).toBe(200);
  for (const table of ['mfa_enrolments', 'recovery_codes', 'login_challenges']) {
    const { rows } = await sql`select from ${sql.table(table)} where user_id = ${id}`.execute(testApp.database.db);
    expect(rows, table).toEqual([]);
  }
});

test('two-factor: no secret, code or challenge is in the log or in the audit log, and codes are stored as hashes', async () => {
  const { email, token } = await newAdmin();
  testApp.logLines.length = 0;
  const { secret, recoveryCodes } = await setUp(token);
  const renewed: string[] = (await call(token, 'recovery-codes')).json().recoveryCodes;
  const { challenge } = (await login(email)).json().details;
  const tried = 'zzzz-zzzz-zz';
  await response(challenge, tried);
  const code = codeAt(secret, now(), 1);
  await response(challenge, code);
  expect(testApp.logLines.length).toBeGreaterThan(4);
  const { rows } = await sql<{ text: string }>`select t::text as text from audit_entries t`.execute(
    testApp.database.db,
  );
  const { rows: stored } = await sql<{ text: string }>`select t::text as text from recovery_codes t`.execute(
    testApp.database.db,
  );
  const texts = [testApp.logLines.join(''), ...[...rows, ...stored].map(({ text }) => text)].join('\n');
  const codes = [...recoveryCodes, ...renewed, tried];
  for (const canary of [secret, challenge, `"${code}"`, ...codes, ...codes.map((text) => text.replaceAll('-', ''))]) {
    expect(texts.includes(canary)).toBe(false);
  }
});
