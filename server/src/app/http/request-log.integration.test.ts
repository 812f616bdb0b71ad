import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../auth/password.ts';
import { hashToken } from '../../auth/token.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addresses, sampleOf, sendSample } from '../../testing/endpoint-samples.ts';
import { insertAdmin, insertSession, insertUser } from '../../testing/factories.ts';

const PASSWORD = 'canary-password-5f1c';
let testApp: TestApp;
let email: string;
beforeAll(async () => {
  testApp = await buildTestApp({ logLevel: 'trace', apiDocs: true });
  ({ email } = await insertAdmin(testApp.database.db, { password_hash: await hashPassword(PASSWORD) }));
});
afterAll(() => testApp.close());
beforeEach(() => {
  testApp.logLines.length = 0;
});

const lines = (): Array<Record<string, unknown>> => testApp.logLines.map((line) => JSON.parse(line));
const login = (body: unknown, headers: Record<string, string> = {}) =>
  testApp.send('POST', '/api/admin/login', { token: undefined, body, headers });

describe('request log', () => {
  test.each(addresses)('has one line for $method $path', async (address) => {
    const { db } = testApp.database;
    const sample = await sampleOf(address.endpoint, testApp);
    // Signed in but without access: of rejected tokens not every line is written.
    const { id } = address.endpoint.access === 'user' ? testApp.admin : await insertUser(db);
    const token = await insertSession(db, id, testApp.clock.now());
    testApp.logLines.length = 0;
    const response = await sendSample(testApp, address, sample, token);
    expect(lines()).toEqual([
      expect.objectContaining({
        level: 30,
        reqId: response.headers['x-request-id'],
        method: address.method,
        status: response.statusCode,
        durationMs: expect.any(Number),
        address: '127.0.0.1',
        msg: 'request',
      }),
    ]);
  });

  test('contains the caller, and no query string', async () => {
    await testApp.send('GET', '/api/admin/users?token=canary&searchTerm=Mai');
    expect(lines()).toMatchObject([{ path: '/api/admin/users', callerId: testApp.admin.id }]);
    expect(testApp.logLines.join('')).not.toMatch(/canary|Mai/);
  });

  test('has a few lines for rejected tokens; the next line contains the number of those left out', async () => {
    // Nobody has used up a part of what this one writes.
    const own = await buildTestApp({ logLevel: 'trace' });
    const rejected = () => own.send('POST', '/api/admin/users', { token: 'forged' });
    const lines = (): Array<Record<string, unknown>> => own.logLines.map((line) => JSON.parse(line));
    await Promise.all(Array.from({ length: 600 }, rejected));
    const written = lines().length;
    expect(written).toBeGreaterThanOrEqual(20);
    expect(written).toBeLessThan(300);
    await expect
      .poll(async () => {
        await rejected();
        return lines().reduce((sum, { leftOut = 0 }) => sum + Number(leftOut), 0);
      })
      .toBeGreaterThanOrEqual(600 - written);
    await own.close();
  });

  test('has one line for a rejected request too', async () => {
    await testApp.send('POST', '/api/nowhere');
    await testApp.send('POST', '/api/admin/users', { body: '{', headers: { 'content-type': 'application/json' } });
    await testApp.send('GET', '/%ZZ');
    expect(lines().map(({ status }) => status)).toEqual([404, 400, 404]);
  });

  test('has no line for a file or for health, unless it fails', async () => {
    await testApp.app.inject('/health/live');
    await testApp.app.inject('/config.json');
    expect(lines().filter(({ level }) => Number(level) >= 30)).toEqual([]);
    await testApp.app.inject('/assets/gone.js');
    expect(lines().filter(({ level }) => Number(level) >= 30)).toMatchObject([{ status: 404 }]);
  });

  test('contains the cause of a server error', async () => {
    const { db } = testApp.database;
    await sql`alter table sessions rename to hidden`.execute(db);
    const response = await login({ email, password: PASSWORD });
    await sql`alter table hidden rename to sessions`.execute(db);
    expect(response.statusCode).toBe(500);
    const [failure, request] = lines();
    expect(failure).toMatchObject({
      level: 50,
      reqId: response.headers['x-request-id'],
      err: { message: expect.stringContaining('sessions') },
    });
    expect(request).toMatchObject({ status: 500, msg: 'request' });
    expect(testApp.logLines.join('')).not.toContain(PASSWORD);
  });
});

describe('request log: no line contains', () => {
  test('a password, whether right, wrong or in a body that cannot be parsed', async () => {
    await login({ email, password: PASSWORD });
    await login({ email, password: `${PASSWORD}-wrong` });
    await login({ password: PASSWORD });
    await login({ email: PASSWORD.repeat(20), password: PASSWORD });
    await login(`{"email":"${email}","password":"${PASSWORD}`, { 'content-type': 'application/json' });
    await login(`email=x&password=${PASSWORD}`, { 'content-type': 'application/x-www-form-urlencoded' });
    expect(lines().map(({ status }) => status)).toEqual([200, 401, 400, 400, 400, 415]);
    expect(testApp.logLines.join('')).not.toContain(PASSWORD);
  });

  test('a token or its hash, whether new, used, ended or in a URL', async () => {
    const { token } = (await login({ email, password: PASSWORD })).json();
    await testApp.send('POST', '/api/admin/dashboard-stats', { token });
    await testApp.send('GET', `/api/admin/users?token=${token}`, { token });
    await testApp.send('POST', '/api/admin/users', { token, body: { limit: 0, token } });
    await testApp.send('POST', '/api/admin/logout', { token });
    await testApp.send('POST', '/api/admin/logout', { token });
    expect(lines()).toHaveLength(6);
    const text = testApp.logLines.join('');
    for (const secret of [token, hashToken(token).toString('hex'), hashToken(token).toString('base64')]) {
      expect(text).not.toContain(secret);
    }
  });

  test('a tried password, nor does an audit entry', async () => {
    await login({ email, password: `${PASSWORD}-tried` });
    const { rows } = await sql<{ text: string }>`select t::text as text from audit_entries t`.execute(
      testApp.database.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => text.includes(PASSWORD))).toEqual([]);
  });
});

test('request log: a line break in a name, a URL or a header starts no new line', async () => {
  const forged = 'Mai\n{"level":50,"msg":"forged"}';
  const { id } = await insertUser(testApp.database.db, { username: forged });
  testApp.logLines.length = 0;
  await testApp.send('POST', `/api/admin/users/${id}/disable`);
  await testApp.send('POST', `/api/${encodeURIComponent(forged)}`);
  await testApp.send('POST', '/api/admin/users', { headers: { 'user-agent': 'x\u2028y' } }).catch(() => undefined);
  for (const line of testApp.logLines) {
    expect(line.endsWith('\n')).toBe(true);
    expect(line.trimEnd()).not.toMatch(/[\n\r]/);
    expect(JSON.parse(line).msg).toBe('request');
  }
});
