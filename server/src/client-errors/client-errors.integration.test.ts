import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertSession } from '../testing/factories.ts';

const PATH = '/api/admin/client-errors';
const FAULT = { path: '/admin/users', message: 'x is undefined', stack: 'at UsersScreen', componentStack: 'at main' };

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp({ logLevel: 'warn' });
});
afterAll(() => testApp.close());
beforeEach(() => {
  testApp.logLines.length = 0;
});

const lines = (): Array<Record<string, unknown>> => testApp.logLines.map((line) => JSON.parse(line));
const newToken = async () => {
  const { id } = await insertAdmin(testApp.database.db);
  return { id, token: await insertSession(testApp.database.db, id, testApp.clock.now()) };
};

test("reportClientError: one log line contains the error, its screen, and the user's browser", async () => {
  const { id, token } = await newToken();
  const headers = { 'user-agent': 'Browser/1' };
  const response = await testApp.send('POST', PATH, { token, body: FAULT, headers });
  expect(response.json()).toEqual({ success: true });
  expect(lines()).toEqual([
    expect.objectContaining({
      ...FAULT,
      level: 40,
      msg: 'panel screen failed',
      adminId: id,
      userAgent: 'Browser/1',
      requestId: response.headers['x-request-id'],
    }),
  ]);
});

test('reportClientError: only the first few of an administrator are logged, independent of the others', async () => {
  const [one, other] = [await newToken(), await newToken()];
  for (let time = 0; time < 8; time += 1) {
    const response = await testApp.send('POST', PATH, { token: one.token, body: FAULT });
    expect(response.statusCode).toBe(200);
  }
  await testApp.send('POST', PATH, { token: other.token, body: FAULT });
  expect(lines().map(({ adminId }) => adminId)).toEqual([...Array(5).fill(one.id), other.id]);
});

test('reportClientError: longer texts are cut off, and a body without a message is rejected', async () => {
  const { token } = await newToken();
  await testApp.send('POST', PATH, { token, body: { ...FAULT, stack: 'a'.repeat(10_000) } });
  expect(lines()).toEqual([expect.objectContaining({ stack: 'a'.repeat(4_000) })]);
  expect((await testApp.send('POST', PATH, { token, body: { path: '/' } })).statusCode).toBe(400);
});
