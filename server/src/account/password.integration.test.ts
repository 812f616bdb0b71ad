import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../auth/password.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertSession } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { insertSecondFactor } from '../testing/second-factors.ts';
import { createSocketOpener, listen, untilClosed } from '../testing/socket-client.ts';

const PASSWORD = 'cũ ngắn';
const NEW_PASSWORD = 'chuối xanh leo rào 9 lần';
let testApp: TestApp;
let passwordHash: string;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp({ logLevel: 'trace' });
  passwordHash = await hashPassword(PASSWORD);
  url = await listen(testApp.app);
});
afterAll(() => testApp.close());
beforeEach(() => testApp.database.db.deleteFrom('rate_limits').execute());

const sessionFor = (id: string) => insertSession(testApp.database.db, id, testApp.clock.now());
async function newAdmin(fields = {}) {
  const account = await insertAdmin(testApp.database.db, { password_hash: passwordHash, ...fields });
  return { ...account, token: await sessionFor(account.id) };
}
const change = (token: string, newPassword: string, currentPassword = PASSWORD) =>
  testApp.send('POST', '/api/admin/account/password', { token, body: { currentPassword, newPassword } });
const login = (email: string, password: string) =>
  testApp.send('POST', '/api/admin/login', { token: undefined, body: { email, password } });
const isOpen = async (token: string) =>
  (await testApp.send('POST', '/api/admin/dashboard-stats', { token })).statusCode === 200;

describe('changePassword', () => {
  test('makes the new password valid and the old one invalid; a short one set earlier stays valid until then', async () => {
    const { email, token } = await newAdmin();
    expect((await login(email, PASSWORD)).statusCode).toBe(200);
    expect((await change(token, NEW_PASSWORD)).statusCode).toBe(200);
    expect((await login(email, PASSWORD)).json()).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect((await login(email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  test('ends all other sessions at once, their sockets included, and keeps this one', async () => {
    const { id, token } = await newAdmin();
    const elsewhere = await sessionFor(id);
    const stranger = await newAdmin();
    const [own, other] = [await sockets.open(token), await sockets.open(elsewhere)];
    const closing = untilClosed(other);
    expect((await change(token, NEW_PASSWORD)).statusCode).toBe(200);
    await closing;
    expect([await isOpen(token), await isOpen(elsewhere), await isOpen(stranger.token)]).toEqual([true, false, true]);
    expect(own.connected).toBe(true);
    sockets.closeAll();
  });

  test('ends pending two-factor challenges', async () => {
    const { id, email, token } = await newAdmin();
    const { recoveryCodes } = await insertSecondFactor(testApp.database.db, id, testApp.clock.now(), 1);
    const { challenge } = (await login(email, PASSWORD)).json().details;
    await change(token, NEW_PASSWORD);
    const body = { challenge, code: recoveryCodes[0] };
    const response = await testApp.send('POST', '/api/admin/login/second-factor', { token: undefined, body });
    expect(response.json()).toMatchObject({ code: 'SECOND_FACTOR_CHALLENGE_ENDED' });
  });

  test('sets one password for several parallel calls', async () => {
    const { email, token } = await newAdmin();
    const wanted = [NEW_PASSWORD, 'trâu vàng lội 7 sông', 'mèo đen nhảy qua 3 bức tường'];
    const responses = await Promise.all(wanted.map((password) => change(token, password)));
    const done = responses.filter(({ statusCode }) => statusCode === 200);
    expect(done).toHaveLength(1);
    const opened = await Promise.all(wanted.map(async (password) => (await login(email, password)).statusCode));
    expect(opened.filter((status) => status === 200)).toHaveLength(1);
  });

  test('leaves no session of a sign-in in flight with the old password', async () => {
    const { id, email, token } = await newAdmin();
    const [changed] = await Promise.all([
      change(token, NEW_PASSWORD),
      ...Array.from({ length: 6 }, () => login(email, PASSWORD)),
    ]);
    expect(changed?.statusCode).toBe(200);
    const left = await testApp.database.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
    expect(left).toHaveLength(1);
  });

  test('leaves no challenge of a sign-in in flight with the old password', async () => {
    const { id, email, token } = await newAdmin();
    await insertSecondFactor(testApp.database.db, id, testApp.clock.now(), 1);
    const [changed] = await Promise.all([
      change(token, NEW_PASSWORD),
      ...Array.from({ length: 6 }, () => login(email, PASSWORD)),
    ]);
    expect(changed?.statusCode).toBe(200);
    const left = await testApp.database.db
      .selectFrom('login_challenges')
      .select('user_id')
      .where('user_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('changePassword: rejected', () => {
  test.each([
    ['ngắn quá', 'VALIDATION_FAILED', 'Mật khẩu mới phải có ít nhất 12 ký tự'],
    ['password1234', 'WEAK_PASSWORD', 'Mật khẩu mới gần giống một mật khẩu nhiều người dùng nên dễ đoán'],
    ['qwertyuiop[]', 'WEAK_PASSWORD', 'Mật khẩu mới lặp lại, đi theo dãy phím hoặc là ngày tháng nên dễ đoán'],
    ['haidang12345', 'WEAK_PASSWORD', 'Mật khẩu mới chứa tên, email của bạn hoặc tên sản phẩm nên dễ đoán'],
    ['quynhtram.le', 'WEAK_PASSWORD', 'Mật khẩu mới chứa tên, email của bạn hoặc tên sản phẩm nên dễ đoán'],
  ])('%s: %s', async (password, code, message) => {
    const { token } = await newAdmin({ email: `quynhtram.le@${password.length}-${code.length}.example.test` });
    const before = await fingerprint(testApp.database.db);
    const rejected = await change(token, password);
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json()).toMatchObject({ code, message });
    const { rate_limits: _before, ...unchanged } = before;
    expect(await fingerprint(testApp.database.db)).toMatchObject(unchanged);
    await testApp.database.db.updateTable('users').set({ email: token }).where('email', 'like', 'quynhtram%').execute();
  });

  test('checks the current password before the new one', async () => {
    const { id, token } = await newAdmin();
    const rejected = await change(token, 'password1234', 'wrong');
    expect(rejected.statusCode).toBe(403);
    expect(rejected.json()).toMatchObject({ code: 'WRONG_PASSWORD' });
    const entries = await testApp.database.db
      .selectFrom('audit_entries')
      .select(['action', 'reason'])
      .where('actor_id', '=', id)
      .execute();
    expect(entries).toEqual([{ action: 'account.change_password', reason: 'WRONG_PASSWORD' }]);
  });
});

test('changePassword: no password is in the log or in the audit log', async () => {
  const { token } = await newAdmin();
  testApp.logLines.length = 0;
  await change(token, 'password1234', 'canary-sai-5f1c');
  await change(token, 'password1234');
  await change(token, `${NEW_PASSWORD} canary-mới-5f1c`);
  const entries = await testApp.database.db.selectFrom('audit_entries').selectAll().execute();
  const text = `${testApp.logLines.join('')}${JSON.stringify(entries)}`;
  expect(testApp.logLines.length).toBeGreaterThan(2);
  for (const secret of ['password1234', NEW_PASSWORD, 'canary']) expect(text).not.toContain(secret);
});
