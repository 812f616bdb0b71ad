import { LOGIN_MAX_FAILURES, LOGIN_MAX_SUCCESSES, LOGIN_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertSession, insertUser } from '../testing/factories.ts';
import { countsInDatabase } from './login-counts.ts';
import { createLoginLimiter } from './login-limiter.ts';
import { hashPassword } from './password.ts';
import { purgeOldSignInIps } from './purge-sign-ins.ts';

const PASSWORD = 'only the owner knows';
const PROXY = '10.9.9.9';
let testApp: TestApp;
let behindProxy: TestApp;
let passwordHash: string;
let email: string;
let id: string;
beforeAll(async () => {
  [testApp, behindProxy] = await Promise.all([buildTestApp(), buildTestApp({ trustProxy: [PROXY] })]);
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => Promise.all([testApp.close(), behindProxy.close()]));
beforeEach(async () => {
  await testApp.database.db.deleteFrom('rate_limits').execute();
  ({ email, id } = await insertAdmin(testApp.database.db, { password_hash: passwordHash }));
});

let guesses = 0;
const someAddress = () => {
  guesses += 1;
  return `10.2.${guesses >> 8}.${guesses & 255}`;
};
const login = (password: string, { as = email, from = someAddress(), headers = {}, path = '/api/admin/login' } = {}) =>
  testApp.send('POST', path, { token: undefined, body: { email: as, password }, from, headers });
const statusesOf = async (responses: Array<ReturnType<typeof login>>) =>
  (await Promise.all(responses)).map(({ statusCode }) => statusCode).sort();
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
async function fail(count: number, options = {}): Promise<void> {
  for (let i = 0; i < count; i += 1) expect((await login('wrong', options)).statusCode).toBe(401);
}

describe('login limiter: an account', () => {
  test('has five failures; the sixth attempt waits, even with the right password', async () => {
    await fail(5);
    const response = await login(PASSWORD);
    expect(response.statusCode).toBe(429);
    expect(response.json()).toMatchObject({ code: 'TOO_MANY_LOGIN_FAILURES' });
    const seconds = Number(response.headers['retry-after']);
    expect(seconds).toBeGreaterThan(LOGIN_WINDOW_MS / 1_000 - 60);
    expect(seconds).toBeLessThanOrEqual(LOGIN_WINDOW_MS / 1_000);
    expect(response.json().details).toEqual({ retryAfterSeconds: seconds });
  });

  test('that does not exist is limited alike', async () => {
    await fail(5, { as: 'nobody@example.test' });
    expect((await login('wrong', { as: 'nobody@example.test' })).statusCode).toBe(429);
  });

  test('is the same for any letter case of its e-mail', async () => {
    await fail(3);
    await fail(2, { as: ` ${email.toUpperCase()}` });
    expect((await login('wrong')).statusCode).toBe(429);
  });

  test.each([
    ['letters that the database takes for others', 'bİlİnİ@example.test', 'bilini@example.test'],
    ['letters composed in another way', 'đặng@example.test'.normalize('NFD'), 'đặng@example.test'.normalize('NFC')],
    ['letters stored in another way', 'đỗ@example.test'.normalize('NFD'), 'đỗ@example.test'.normalize('NFD')],
  ])('is the same for any form of its e-mail: %s', async (_what, typed, stored) => {
    const account = await insertAdmin(testApp.database.db, { email: stored, password_hash: passwordHash });
    const spellings = [stored, typed, typed.toUpperCase(), stored.replace('i', 'İ'), stored.replace(/i(?=@)/, 'İ')];
    for (const as of spellings) expect((await login('wrong', { as })).statusCode).toBe(401);
    for (const as of [stored, typed]) expect((await login(PASSWORD, { as })).statusCode).toBe(429);
    await testApp.database.db.deleteFrom('rate_limits').execute();
    const response = await login(PASSWORD, { as: typed });
    expect(response.json()).toMatchObject({ admin: { id: account.id } });
  });

  test('that does not exist is the same for any form of its e-mail', async () => {
    const spellings = [
      'mini@example.test',
      'mİni@example.test',
      'minİ@example.test',
      'mİnİ@example.test',
      'MINI@example.test',
    ];
    for (const as of spellings) expect((await login('wrong', { as })).statusCode).toBe(401);
    expect((await login('wrong', { as: 'mini@example.test' })).statusCode).toBe(429);
  });

  test('has no additional attempts in parallel', async () => {
    expect(await statusesOf(times(20, () => login('wrong')))).toEqual([
      ...times(5, () => 401),
      ...times(15, () => 429),
    ]);
  });

  test('may be tried again after the window, which further attempts do not extend', async () => {
    await fail(5);
    const first = Number((await login(PASSWORD)).headers['retry-after']);
    for (let i = 0; i < 5; i += 1) {
      expect(Number((await login(PASSWORD)).headers['retry-after'])).toBeLessThanOrEqual(first);
    }
    await sql`update rate_limits set expire = expire - ${LOGIN_WINDOW_MS}`.execute(testApp.database.db);
    expect((await login(PASSWORD)).statusCode).toBe(200);
  });

  test('has all its attempts after a right password', async () => {
    await fail(4);
    expect((await login(PASSWORD)).statusCode).toBe(200);
    await fail(5);
    expect((await login('wrong')).statusCode).toBe(429);
  });

  test('stays open to its owner from a known IP, whatever strangers do', async () => {
    const home = someAddress();
    expect((await login(PASSWORD, { from: home })).statusCode).toBe(200);
    await fail(5);
    expect((await login(PASSWORD)).statusCode).toBe(429);
    expect((await login(PASSWORD, { from: home })).statusCode).toBe(200);
    expect((await login(PASSWORD)).statusCode).toBe(429);
  });
});

test("login limiter: an app user's known IP stays open too, independent of the audit log", async () => {
  const user = await insertUser(testApp.database.db, { password_hash: passwordHash });
  const home = '2001:db8:0:a::1';
  const loginUser = (password: string, from: string) =>
    testApp.send('POST', '/api/users/login', { token: undefined, body: { email: user.email, password }, from });
  expect((await loginUser(PASSWORD, home)).statusCode).toBe(200);
  for (let i = 0; i < LOGIN_MAX_FAILURES; i += 1) await loginUser('wrong', someAddress());
  expect((await loginUser(PASSWORD, someAddress())).statusCode).toBe(429);
  expect((await loginUser(PASSWORD, '2001:db8:0:a::2')).statusCode).toBe(200);
});

test('login limiter: an IP without a sign-in of the account for 30 days is unknown', async () => {
  const { db } = testApp.database;
  const start = testApp.clock.now();
  const [old, recent] = [someAddress(), someAddress()];
  await login(PASSWORD, { from: old });
  testApp.clock.advance(DAY_MS);
  await login(PASSWORD, { from: recent });
  try {
    testApp.clock.advance(29 * DAY_MS + 1);
    await purgeOldSignInIps(testApp.services.app);
    const left = await db.selectFrom('sign_in_ips').select('ip').where('user_id', '=', id).execute();
    expect(left).toEqual([{ ip: recent }]);
    for (let i = 0; i < LOGIN_MAX_FAILURES; i += 1) await login('wrong');
    expect((await login(PASSWORD, { from: old })).statusCode).toBe(429);
    expect((await login(PASSWORD, { from: recent })).statusCode).toBe(200);
  } finally {
    testApp.clock.set(start);
  }
});

describe('login limiter: an IP', () => {
  const aim = (index: number) => `someone${index}@example.test`;

  test('has five failures over all accounts', async () => {
    const from = someAddress();
    for (let i = 0; i < 5; i += 1) expect((await login('wrong', { as: aim(i), from })).statusCode).toBe(401);
    expect((await login('wrong', { as: aim(6), from })).statusCode).toBe(429);
    expect((await login(PASSWORD, { from })).statusCode).toBe(429);
    expect((await login(PASSWORD)).statusCode).toBe(200);
  });

  test('has no more attempts in parallel', async () => {
    const from = someAddress();
    expect(await statusesOf(times(20, (i) => login('wrong', { as: aim(i), from })))).toEqual([
      ...times(5, () => 401),
      ...times(15, () => 429),
    ]);
  });

  test('keeps its failures after one right password', async () => {
    const from = someAddress();
    for (let i = 0; i < 4; i += 1) expect((await login('wrong', { as: aim(i), from })).statusCode).toBe(401);
    expect((await login(PASSWORD, { from })).statusCode).toBe(200);
    expect((await login('wrong', { as: aim(5), from })).statusCode).toBe(401);
    expect((await login('wrong', { as: aim(6), from })).statusCode).toBe(429);
  });

  test('is not used up by right passwords', async () => {
    const from = someAddress();
    for (let i = 0; i < 8; i += 1) expect((await login(PASSWORD, { from })).statusCode).toBe(200);
  });

  test('is shared by clients that sign in at the same moment', async () => {
    const from = someAddress();
    const admins = await Promise.all(
      times(12, () => insertAdmin(testApp.database.db, { password_hash: passwordHash })),
    );
    expect(await statusesOf(admins.map((admin) => login(PASSWORD, { as: admin.email, from })))).toEqual(
      times(12, () => 200),
    );
    expect((await login('wrong', { from })).statusCode).toBe(401);
  });

  test('beyond the concurrency limit is rejected at once, and does not delay the others', async () => {
    const from = someAddress();
    const flood = await statusesOf(times(130, (i) => login('wrong', { as: aim(i), from })));
    expect(flood.filter((status) => status === 401)).toHaveLength(5);
    expect(flood.filter((status) => status === 429)).toHaveLength(125);
  });

  test('that has to wait uses up no attempts of the accounts that it tries', async () => {
    const from = someAddress();
    for (let i = 0; i < 5; i += 1) expect((await login('wrong', { as: aim(i), from })).statusCode).toBe(401);
    for (let i = 0; i < 6; i += 1) expect((await login('wrong', { from })).statusCode).toBe(429);
    expect((await login(PASSWORD)).statusCode).toBe(200);
  });

  test('of IPv6 is its /64 network', async () => {
    for (let i = 0; i < 5; i += 1) {
      expect((await login('wrong', { as: aim(i), from: `2001:db8:0:7::${i}` })).statusCode).toBe(401);
    }
    expect((await login('wrong', { as: aim(6), from: '2001:db8:0:7:aaaa:bbbb:cccc:dddd' })).statusCode).toBe(429);
    expect((await login('wrong', { as: aim(7), from: '2001:db8:0:8::1' })).statusCode).toBe(401);
  });

  test('cannot be changed by a forged X-Forwarded-For', async () => {
    const from = someAddress();
    const forged = (i: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${i}` }, as: aim(i), from });
    for (let i = 0; i < 5; i += 1) expect((await login('wrong', forged(i))).statusCode).toBe(401);
    expect((await login('wrong', forged(6))).statusCode).toBe(429);
  });
});

describe('login limiter: a signed-in administrator', () => {
  const confirm = (token: string, password: string, from: string) =>
    testApp.send('POST', '/api/admin/account/confirm-password', { token, body: { password }, from });

  test('re-authenticates at an IP where strangers have failed too often to sign in', async () => {
    const from = someAddress();
    const token = await insertSession(testApp.database.db, id, testApp.clock.now());
    for (let i = 0; i <= LOGIN_MAX_FAILURES; i += 1) await login('wrong', { as: `someone${i}@example.test`, from });
    expect((await login(PASSWORD, { from })).statusCode).toBe(429);
    expect((await confirm(token, PASSWORD, from)).statusCode).toBe(200);
  });

  test('uses up no attempts of the IP by failing', async () => {
    const from = someAddress();
    const token = await insertSession(testApp.database.db, id, testApp.clock.now());
    for (let i = 0; i < LOGIN_MAX_FAILURES; i += 1) await confirm(token, 'wrong', from);
    expect((await confirm(token, PASSWORD, from)).statusCode).toBe(429);
    const colleague = await insertAdmin(testApp.database.db, { password_hash: passwordHash });
    expect((await login(PASSWORD, { as: colleague.email, from })).statusCode).toBe(200);
  });
});

describe('login limiter: right passwords', () => {
  test('of one account are limited too, with the time to wait; others sign in', async () => {
    const from = someAddress();
    for (let i = 0; i < LOGIN_MAX_SUCCESSES; i += 1) expect((await login(PASSWORD, { from })).statusCode).toBe(200);
    const response = await login(PASSWORD, { from });
    expect(response.statusCode).toBe(429);
    expect(response.json()).toMatchObject({
      code: 'TOO_MANY_LOGINS',
      message: 'Tài khoản này đã đăng nhập quá nhiều lần, vui lòng thử lại sau',
    });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(LOGIN_WINDOW_MS / 1_000 - 60);
    const colleague = await insertAdmin(testApp.database.db, { password_hash: passwordHash });
    expect((await login(PASSWORD, { as: colleague.email, from })).statusCode).toBe(200);
  });

  test('that end in a server error count neither as wrong nor as right', async () => {
    const from = someAddress();
    const { db } = testApp.database;
    await sql`alter table sessions rename to sessions_away`.execute(db);
    try {
      for (let i = 0; i < 2 * LOGIN_MAX_FAILURES; i += 1)
        expect((await login(PASSWORD, { from })).statusCode).toBe(500);
    } finally {
      await sql`alter table sessions_away rename to sessions`.execute(db);
    }
    expect((await login(PASSWORD, { from })).statusCode).toBe(200);
  });
});

describe.each([
  ['an administrator', 'admin', '/api/admin/login'],
  ['an app user', 'user', '/api/users/login'],
])('login limiter: the right password of %s who is disabled', (_who, role, path) => {
  const aim = (index: number) => `someone${index}@example.test`;
  let as: string;
  beforeEach(async () => {
    const { db } = testApp.database;
    ({ email: as } = await insertUser(db, { role, password_hash: passwordHash, is_disabled: true }));
  });

  test('is no failure of the account nor of the IP, where others sign in', async () => {
    const from = someAddress();
    for (let i = 0; i < 2 * LOGIN_MAX_FAILURES; i += 1) {
      const response = await login(PASSWORD, { as, from, path });
      expect([response.statusCode, response.json().code]).toEqual([403, 'ACCOUNT_DISABLED']);
    }
    expect((await login(PASSWORD, { from })).statusCode).toBe(200);
    await fail(LOGIN_MAX_FAILURES, { as, path });
  });

  test('clears no failure of the account', async () => {
    await fail(LOGIN_MAX_FAILURES - 1, { as, path });
    expect((await login(PASSWORD, { as, path })).statusCode).toBe(403);
    await fail(1, { as, path });
    expect((await login(PASSWORD, { as, path })).statusCode).toBe(429);
  });

  test('clears no failure of the IP', async () => {
    const from = someAddress();
    for (let i = 0; i < LOGIN_MAX_FAILURES - 1; i += 1) await fail(1, { as: aim(i), from, path });
    expect((await login(PASSWORD, { as, from, path })).statusCode).toBe(403);
    await fail(1, { as: aim(LOGIN_MAX_FAILURES), from, path });
    expect((await login(PASSWORD, { as, from, path })).statusCode).toBe(429);
  });

  test('is limited as right passwords are', async () => {
    for (let i = 0; i < LOGIN_MAX_SUCCESSES; i += 1) {
      expect((await login(PASSWORD, { as, path })).statusCode).toBe(403);
    }
    expect((await login(PASSWORD, { as, path })).json()).toMatchObject({ code: 'TOO_MANY_LOGINS' });
  });
});

describe('login limiter behind a trusted proxy', () => {
  const loginVia = (via: string, forwardedFor: string, index: number) =>
    behindProxy.send('POST', '/api/admin/login', {
      token: undefined,
      body: { email: `someone${index}@example.test`, password: 'wrong' },
      headers: { 'x-forwarded-for': forwardedFor },
      from: via,
    });

  test('clients are distinguished by the IP that it forwards', async () => {
    for (let i = 0; i < 5; i += 1) expect((await loginVia(PROXY, '203.0.113.1', i)).statusCode).toBe(401);
    expect((await loginVia(PROXY, '203.0.113.1', 5)).statusCode).toBe(429);
    expect((await loginVia(PROXY, '203.0.113.2', 6)).statusCode).toBe(401);
  });

  test('IPs that a client adds before that one are ignored', async () => {
    for (let i = 10; i < 15; i += 1) {
      expect((await loginVia(PROXY, `198.51.100.${i}, 203.0.113.9`, i)).statusCode).toBe(401);
    }
    expect((await loginVia(PROXY, '198.51.100.99, 203.0.113.9', 15)).statusCode).toBe(429);
  });

  test('a client that bypasses the proxy cannot forge an IP', async () => {
    for (let i = 20; i < 25; i += 1) {
      expect((await loginVia('192.0.2.7', `203.0.113.${i}`, i)).statusCode).toBe(401);
    }
    expect((await loginVia('192.0.2.7', '203.0.113.99', 25)).statusCode).toBe(429);
  });
});

test('login limiter: counts outlive the process: another server on the same database has them', async () => {
  await fail(5);
  const another = createLoginLimiter(countsInDatabase(testApp.database.pool));
  const stranger = { account: id, address: someAddress(), isKnownAddress: false };
  await expect(another.attempt(stranger, async () => 'let in')).rejects.toMatchObject({
    code: 'TOO_MANY_LOGIN_FAILURES',
  });
});

test('login limiter: more attempts after TOO_MANY_LOGIN_FAILURES write no more audit entries', async () => {
  const from = someAddress();
  await fail(5, { from });
  const rejected = await Promise.all(times(10, () => login('wrong', { from })));
  const entries = await testApp.database.db
    .selectFrom('audit_entries')
    .select(['request_id', 'reason'])
    .where('ip', '=', from)
    .execute();
  const reasons = entries.map(({ reason }) => reason).sort();
  expect(reasons).toEqual([...times(5, () => 'INVALID_CREDENTIALS'), 'TOO_MANY_LOGIN_FAILURES']);
  const limited = entries.find(({ reason }) => reason === 'TOO_MANY_LOGIN_FAILURES');
  expect(rejected.map(({ headers }) => headers['x-request-id'])).toContain(limited?.request_id);
});
