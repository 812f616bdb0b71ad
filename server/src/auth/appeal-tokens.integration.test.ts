import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { accountDisabledDetailsSchema } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../lib/context.ts';
import { createAppealSteps } from '../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { accountSubject, type DecisionFields, makeDecision } from '../testing/decisions.ts';
import { insertUser } from '../testing/factories.ts';
import { createSocketOpener, listen } from '../testing/socket-client.ts';
import { hashPassword } from './password.ts';
import { purgeExpiredAppealTokens } from './purge-sign-ins.ts';
import { endSessionsBeside } from './sessions.ts';

const PASSWORD = 'đúng mật khẩu rồi';
let testApp: TestApp;
let steps: ReturnType<typeof createAppealSteps>;
let passwordHash: string;
let url: string;
let nextAddress = 0;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  steps = createAppealSteps(testApp);
  passwordHash = await hashPassword(PASSWORD);
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const db = () => testApp.database.db;
/** Signs in from a new IP, to stay below the limit on failures. */
const login = (email: string, password = PASSWORD) => {
  nextAddress += 1;
  const body = { email, password };
  return testApp.send('POST', '/api/users/login', { token: undefined, body, from: `10.2.0.${nextAddress}` });
};
const notices = (token: string) => testApp.send('POST', '/api/users/notices', { token, body: {} });

/** A user whom a decision has suspended, or disabled, with what the sign-in says. */
async function punished(decision: DecisionFields) {
  const user = await insertUser(db(), { password_hash: passwordHash });
  const decisionId = await makeDecision(testApp, accountSubject(user.id), { policy: 'harassment', ...decision });
  const noticeId = await steps.notify(user.id, decisionId);
  const response = await login(user.email);
  expect(response.statusCode).toBe(403);
  expect(response.json().message).toBe('Tài khoản đã bị vô hiệu hóa');
  const details = accountDisabledDetailsSchema.parse(response.json().details);
  return { user, decisionId, noticeId, details };
}

describe('loginUser: a suspended user', () => {
  test('gets the reason, the end, the notice and a token that opens notices and appeals', async () => {
    const { user, decisionId, noticeId, details } = await punished({ actions: ['suspend'], suspendDays: 7 });
    const { appealToken, ...rest } = details;
    expect(rest).toMatchObject({
      until: new Date(testApp.clock.now().getTime() + 7 * 24 * HOUR_MS).toISOString(),
      reason: 'Quấy rối',
      notice: { _id: noticeId, canAppeal: true },
    });
    expect((await notices(appealToken)).json().data).toMatchObject([{ _id: noticeId }]);
    const body = { noticeId, text: 'Tôi không quấy rối ai, chúng tôi là bạn bè.' };
    const objected = await testApp.send('POST', '/api/users/appeals', { token: appealToken, body });
    expect(objected.statusCode).toBe(201);
    expect((await steps.conclude(objected.json().data._id, 'overturn')).statusCode).toBe(200);
    // Worthless once the account is enabled; the user signs in again.
    expect((await notices(appealToken)).json()).toMatchObject({ code: 'SESSION_EXPIRED' });
    expect((await login(user.email)).statusCode).toBe(200);
    expect(decisionId).toBeTruthy();
  });

  test('opens no socket and no other call with the token, in whatever form it is sent', async () => {
    const { details, user } = await punished({ actions: ['disable'] });
    const token = details.appealToken;
    expect(details.until).toBeNull();
    expect(await sockets.attemptConnect({ auth: { token } })).toEqual({ rejection: 'SESSION_EXPIRED' });
    const report = { reportedItem: user.id, itemType: 'User', reason: 'spam', description: 'Quảng cáo liên tục' };
    const filed = await testApp.send('POST', '/api/reports/create', { token, body: report });
    expect([filed.statusCode, filed.json().code]).toEqual([401, 'SESSION_EXPIRED']);
    expect((await notices(`${token}x`)).statusCode).toBe(401);
    expect((await notices(token.toLowerCase())).statusCode).toBe(401);
    expect((await notices(token)).statusCode).toBe(200);
  });

  test('gets nothing for a wrong password', async () => {
    const { user } = await punished({ actions: ['disable'] });
    const before = await db().selectFrom('appeal_tokens').select('token_hash').execute();
    const response = await login(user.email, 'sai mật khẩu');
    expect([response.statusCode, response.json().details]).toEqual([401, undefined]);
    expect(await db().selectFrom('appeal_tokens').select('token_hash').execute()).toHaveLength(before.length);
  });

  test('disabled by hand has neither a reason nor a notice', async () => {
    const user = await insertUser(db(), { password_hash: passwordHash });
    await testApp.post(`/api/admin/users/${user.id}/disable`);
    expect((await login(user.email)).json().details).toMatchObject({ until: null, reason: null, notice: null });
  });
});

describe('appeal token', () => {
  test('ends after an hour, and is purged', async () => {
    const { user, details } = await punished({ actions: ['disable'] });
    testApp.clock.advance(HOUR_MS - 1);
    expect((await notices(details.appealToken)).statusCode).toBe(200);
    testApp.clock.advance(1);
    expect((await notices(details.appealToken)).statusCode).toBe(401);
    testApp.clock.advance(1);
    await purgeExpiredAppealTokens(testApp.services.app);
    testApp.clock.advance(-HOUR_MS - 1);
    expect(await db().selectFrom('appeal_tokens').select('user_id').where('user_id', '=', user.id).execute()).toEqual(
      [],
    );
  });

  test('ends with every other one of the account when its sessions end, as after a password change', async () => {
    const { user, details } = await punished({ actions: ['disable'] });
    const caller = { id: user.id, username: user.username, email: user.email, sessionId: '' };
    await inTransaction(testApp.services.app, (inTx) => endSessionsBeside(inTx, caller));
    expect((await notices(details.appealToken)).json().code).toBe('SESSION_EXPIRED');
    // The same of an account that is disabled anew.
    const { details: second } = await punished({ actions: ['suspend'], suspendDays: 1 });
    expect((await notices(second.appealToken)).statusCode).toBe(200);
  });

  test('exists five times at most; the oldest ends', async () => {
    const user = await insertUser(db(), { password_hash: passwordHash, is_disabled: true });
    const tokens: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      testApp.clock.advance(1);
      tokens.push((await login(user.email)).json().details?.appealToken);
    }
    const valid = await Promise.all(tokens.map(async (token) => (await notices(token)).statusCode));
    expect(valid).toEqual([401, 200, 200, 200, 200, 200]);
  });
});
