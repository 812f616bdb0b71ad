import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newToken } from '../../auth/token.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertAdmin, insertSession, insertUser } from '../../testing/factories.ts';
import { insertAppealToken } from '../../testing/moderation-factories.ts';
import { callPipelined } from '../../testing/pipelined-calls.ts';
import { listen } from '../../testing/socket-client.ts';

const ACCOUNT = '/api/admin/account';
const LIMITS = { perAccount: 20, perAddress: 10 };
/** A window of one second may end during a test's calls. */
const WINDOWS = 2;
let testApp: TestApp;
let url: string;
beforeAll(async () => {
  testApp = await buildTestApp({ callLimits: LIMITS });
  url = await listen(testApp.app);
});
afterAll(() => testApp.close());
beforeEach(() => {
  testApp.logLines.length = 0;
});

async function signIn(): Promise<string> {
  const { db } = testApp.database;
  return insertSession(db, (await insertAdmin(db)).id, testApp.clock.now());
}
let addresses = 0;
const someAddress = () => {
  addresses += 1;
  return `10.5.0.${addresses}`;
};
const call = (token: string | undefined, from?: string) =>
  testApp.send('GET', ACCOUNT, { token, ...(from === undefined ? {} : { from }) });
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, at) => make(at));
const statusesOf = async (calls: Array<ReturnType<typeof call>>) =>
  (await Promise.all(calls)).map(({ statusCode }) => statusCode);
const count = (statuses: readonly number[], wanted: number) => statuses.filter((status) => status === wanted).length;

describe('call limits: calls with an invalid token', () => {
  test.each([
    ['the same', () => 'x'.repeat(43)],
    ['another one each', newToken],
  ])(
    'are rejected beyond the limit of their IP and disconnected, while signed-in clients at it continue: %s',
    async (_what, token) => {
      const signedIn = await signIn();
      expect((await call(signedIn, someAddress())).statusCode).toBe(200);
      const flood = callPipelined(url, ACCOUNT, times(3_000, token));
      const others = await statusesOf(times(LIMITS.perAccount / 2, () => call(signedIn, '127.0.0.1')));
      expect(others).toEqual(times(LIMITS.perAccount / 2, () => 200));
      const { statuses, isClosed } = await flood;
      expect(isClosed).toBe(true);
      expect(count(statuses, 401)).toBeLessThanOrEqual(WINDOWS * LIMITS.perAddress);
      expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
      expect(statuses.length).toBeLessThan(100);
      expect(testApp.logLines.filter((line) => line.includes('"status":429')).length).toBeLessThan(300);
    },
  );

  test('get Retry-After, in the envelope', async () => {
    const from = someAddress();
    const responses = await Promise.all(times(WINDOWS * LIMITS.perAddress + 1, () => call(newToken(), from)));
    const rejected = responses.find(({ statusCode }) => statusCode === 429);
    expect(rejected?.json()).toEqual({
      success: false,
      code: 'TOO_MANY_CALLS',
      message: 'Bạn thao tác quá nhanh, vui lòng thử lại sau giây lát',
      requestId: rejected?.headers['x-request-id'],
      details: { retryAfterSeconds: 1 },
    });
    expect(rejected?.headers['retry-after']).toBe('1');
    expect(rejected?.headers['connection']).toBe('close');
  });

  test('of one IP do not count for others', async () => {
    const from = someAddress();
    const flood = await statusesOf(times(WINDOWS * LIMITS.perAddress + 1, () => call(undefined, from)));
    expect(count(flood, 429)).toBeGreaterThan(0);
    expect((await call(newToken(), someAddress())).statusCode).toBe(401);
  });
});

test('call limits: calls of one account are limited together, over all IPs and sessions; other accounts are not', async () => {
  const { db } = testApp.database;
  const { id } = await insertAdmin(db);
  const tokens = await Promise.all(times(3, () => insertSession(db, id, testApp.clock.now())));
  for (const token of tokens) expect((await call(token, someAddress())).statusCode).toBe(200);
  const flood = await statusesOf(
    times(WINDOWS * LIMITS.perAccount + 1, (at) => call(tokens[at % tokens.length], someAddress())),
  );
  expect(count(flood, 429)).toBeGreaterThan(0);
  expect(count(flood, 200)).toBeGreaterThan(0);
  expect((await call(await signIn(), someAddress())).statusCode).toBe(200);
});

test('call limits: calls with a token for appeals are limited by their account, and leave the share of their IP to others', async () => {
  const { db } = testApp.database;
  const { id } = await insertUser(db, { is_disabled: true });
  const token = await insertAppealToken(db, id, new Date(testApp.clock.now().getTime() + 3_600_000));
  const callNotices = (from: string) => testApp.send('POST', '/api/users/notices', { token, body: {}, from });
  expect((await callNotices(someAddress())).statusCode).toBe(200);
  const home = someAddress();
  const fromHome = await statusesOf(times(LIMITS.perAccount / 2, () => callNotices(home)));
  expect(count(fromHome, 200)).toBe(LIMITS.perAccount / 2);
  expect((await call(undefined, home)).statusCode).toBe(401);
  const flood = await statusesOf(times(WINDOWS * LIMITS.perAccount + 1, () => callNotices(someAddress())));
  expect(count(flood, 429)).toBeGreaterThan(0);
});

test('call limits: requests for images are limited by IP, separately from calls', async () => {
  const from = someAddress();
  const image = () => testApp.send('GET', '/media/0123456789abcdef.webp', { token: undefined, from });
  const responses = await Promise.all(times(WINDOWS * LIMITS.perAddress + 1, image));
  const statuses = responses.map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
  expect((await call(undefined, from)).statusCode).toBe(401);
});

test('call limits: a connection may pipeline 32 calls; one that sends more is destroyed', async () => {
  const pages = (calls: number) =>
    callPipelined(
      url,
      '/health/live',
      times(calls, () => 'x'),
    );
  expect(await pages(32)).toEqual({ statuses: times(32, () => 200), isClosed: false });
  const { statuses, isClosed } = await pages(1_000);
  expect(isClosed).toBe(true);
  expect(statuses.length).toBeLessThanOrEqual(32);
});

test('call limits: health endpoints are not limited', async () => {
  const from = someAddress();
  const pages = await Promise.all(
    times(WINDOWS * LIMITS.perAddress + 1, () => testApp.send('GET', '/health/live', { token: undefined, from })),
  );
  expect(
    count(
      pages.map(({ statusCode }) => statusCode),
      429,
    ),
  ).toBe(0);
});
