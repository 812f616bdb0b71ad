import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../lib/db/database.ts';
import { createLogger } from '../lib/logger.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { type CuttableProxy, startCuttableProxy } from '../testing/cuttable-proxy.ts';
import { addresses, sampleOf, sendSample } from '../testing/endpoint-samples.ts';
import { insertUser } from '../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const MAX_CONNECTIONS = 3;
const BACK_WITHIN = { timeout: 5_000, interval: 50 };
let direct: TestDatabase;
let proxy: CuttableProxy;
let testApp: TestApp;
beforeAll(async () => {
  direct = await createTestDatabase();
  proxy = await startCuttableProxy(direct.url);
  const options = { databaseUrl: proxy.url, dataDir: '', maxConnections: MAX_CONNECTIONS };
  const database = await openDatabase({ ...options, logger: createLogger({ level: 'silent' }) });
  testApp = await buildTestApp({ database: { ...database, url: proxy.url } });
});
afterEach(async () => {
  await proxy.cut();
  await proxy.mend();
  await vi.waitFor(async () => expect((await ready()).statusCode).toBe(200), BACK_WITHIN);
});
afterAll(async () => {
  await testApp.close();
  await proxy.close();
  await direct.close();
});

const ready = () => testApp.app.inject('/health/ready');
const UNAVAILABLE = { status: 'unavailable', checks: { database: 'unavailable' } };

describe('unavailable database', () => {
  test.each(addresses)('$method $path answers 503 with Retry-After', async (address) => {
    const sample = await sampleOf(address.endpoint, testApp);
    await proxy.cut();
    const response = await sendSample(testApp, address, sample, testApp.admin.token);
    await proxy.mend();
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(errorEnvelopeSchema.parse(response.json())).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(response.body).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|terminated|postgres/i);
  });

  test('the server is live but not ready, and ready again after the database is back', async () => {
    await proxy.cut();
    expect((await testApp.app.inject('/health/live')).statusCode).toBe(200);
    const response = await ready();
    expect(response.statusCode).toBe(503);
    expect(response.json()).toEqual(UNAVAILABLE);
    await proxy.mend();
    await vi.waitFor(async () => expect((await ready()).json()).toMatchObject({ status: 'ok' }), BACK_WITHIN);
    expect((await testApp.post('/api/admin/dashboard-stats')).statusCode).toBe(200);
  });

  test('a deletion that is interrupted is complete or rolled back', async () => {
    const deletion = addresses.find(({ endpoint }) => endpoint.name === 'deleteUser');
    if (!deletion) throw new Error('no call deletes users');
    for (let delayMs = 0; delayMs < 12; delayMs += 2) {
      const sample = await sampleOf(deletion.endpoint, testApp);
      const answering = sendSample(testApp, deletion, sample, testApp.admin.token);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await proxy.cut();
      const { statusCode } = await answering;
      await proxy.mend();
      const id = sample.params?.['id'] ?? '';
      const left = await direct.db.selectFrom('users').select('id').where('id', '=', id).execute();
      const entries = await direct.db.selectFrom('audit_entries').select('id').where('target_id', '=', id).execute();
      expect(left.length + entries.length).toBe(1);
      if (statusCode === 200) expect(left).toEqual([]);
      await vi.waitFor(async () => expect((await ready()).statusCode).toBe(200), BACK_WITHIN);
    }
  });
});

test('jobs: run by themselves after the database is back', { timeout: 60_000 }, async () => {
  const lines: string[] = [];
  const log = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
  const stop = await testApp.services.jobs.start(log);
  await proxy.cut();
  await vi.waitFor(() => expect(lines.join('')).toContain('job polling failed'), { timeout: 15_000 });
  await proxy.mend();
  await vi.waitFor(async () => expect((await ready()).statusCode).toBe(200), BACK_WITHIN);
  const { id } = await insertUser(direct.db);
  expect((await testApp.send('DELETE', `/api/admin/users/${id}`)).statusCode).toBe(200);
  const left = () => direct.db.selectFrom('accounts').select('id').where('id', '=', id).execute();
  await expect.poll(left, { timeout: 15_000 }).toEqual([]);
  await stop();
});

test('GET /health/ready: 200 while every connection of the pool is busy', async () => {
  const { pool } = testApp.database;
  const busy = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, () => pool.connect()));
  try {
    const response = await Promise.race([ready(), new Promise((resolve) => setTimeout(resolve, 1_000, 'too late'))]);
    expect(response).toMatchObject({ statusCode: 200 });
  } finally {
    for (const client of busy) client.release();
  }
});

test('GET /health/ready: a database that hangs answers 503 within a second, for all parallel calls', async () => {
  expect((await ready()).statusCode).toBe(200);
  proxy.freeze();
  try {
    const tooLate = new Promise<'too late'>((resolve) => setTimeout(resolve, 1_500, 'too late'));
    const responses = await Promise.race([Promise.all([ready(), ready(), ready()]), tooLate]);
    expect(responses).toMatchObject([{ statusCode: 503 }, { statusCode: 503 }, { statusCode: 503 }]);
  } finally {
    proxy.thaw();
  }
});

test('GET /health/ready: 503 when its connections are closed', async () => {
  const closing = await buildTestApp();
  await closing.database.close();
  const response = await closing.app.inject('/health/ready');
  expect(response.statusCode).toBe(503);
  expect(response.json()).toEqual(UNAVAILABLE);
  const call = await closing.post('/api/admin/dashboard-stats');
  expect(call.statusCode).toBe(503);
  await closing.close();
});

test('GET /health/live, GET /health/ready: need no token and contain no secret', async () => {
  const response = await ready();
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ status: 'ok', checks: { database: 'ok' } });
  expect(response.headers['cache-control']).toBe('no-store');
  expect((await testApp.app.inject('/health/live')).json()).toEqual({ status: 'ok' });
});
