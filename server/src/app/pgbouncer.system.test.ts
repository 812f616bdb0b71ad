import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../lib/db/database.ts';
import { createLogger } from '../lib/logger.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { databaseUrl, runAsAdmin } from '../testing/database-server.ts';
import { addresses, sampleOf, sendSample } from '../testing/endpoint-samples.ts';
import { insertSession, insertUser } from '../testing/factories.ts';
import { hasPgBouncer, startPgBouncer, type TestPooler } from '../testing/pgbouncer.ts';
import { spawnServer, untilReady } from '../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const POOLED = { hasPooler: true, prepareStatements: false } as const;
/** Fewer than the server's connections to the pooler, so that none keeps a database connection for itself. */
const SHARED_CONNECTIONS = 3;
const START_TIMEOUT_MS = 60_000;
/** The calls that change one row for all, which has a version: of three at once one succeeds. */
const REJECTED: Readonly<Record<string, string[]>> = { updateSettings: ['CHANGED', 'CHANGED'] };

describe.skipIf(!hasPgBouncer)('PgBouncer in transaction mode', () => {
  let direct: TestDatabase;
  let pooler: TestPooler;
  let testApp: TestApp;
  const lines: string[] = [];
  beforeAll(async () => {
    direct = await createTestDatabase();
    pooler = await startPgBouncer(direct.url, SHARED_CONNECTIONS);
    const logger = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
    const database = await openDatabase({ ...POOLED, databaseUrl: pooler.url, dataDir: '', logger });
    testApp = await buildTestApp({ database: { ...database, url: pooler.url } });
    await testApp.services.jobs.prepare();
  });
  afterAll(async () => {
    await testApp?.close();
    await pooler?.close();
    await direct?.close();
  });

  test('openDatabase: a role without a time limit for statements is logged', () => {
    expect(lines.join('')).toContain('no time limit for statements behind the pooler');
  });

  test.each(addresses)(
    '$method $path: three at once succeed; one of them where all change the same row',
    async (address) => {
      const { db } = direct;
      const calls = [];
      for (let n = 0; n < 3; n += 1) {
        const sample = await sampleOf(address.endpoint, testApp);
        const role = address.endpoint.access === 'user' ? 'user' : 'admin';
        const caller = sample.callerId ?? sample.ownerId ?? (await insertUser(db, { role })).id;
        calls.push({ sample, token: await insertSession(db, caller, testApp.clock.now()) });
      }
      const responses = await Promise.all(
        calls.map(({ sample, token }) => sendSample(testApp, address, sample, token)),
      );
      const rejected = responses.filter(({ statusCode }) => statusCode >= 300);
      expect(rejected.map(({ body }) => JSON.parse(body).code)).toEqual(REJECTED[address.endpoint.name] ?? []);
    },
  );

  test('jobs: a deleted account is purged', async () => {
    const stop = await testApp.services.jobs.start(createLogger({ level: 'silent' }));
    const { id } = await insertUser(direct.db);
    expect((await testApp.send('DELETE', `/api/admin/users/${id}`)).statusCode).toBe(200);
    const left = () => direct.db.selectFrom('accounts').select('id').where('id', '=', id).execute();
    await expect.poll(left, { timeout: 15_000 }).toEqual([]);
    await stop();
  });

  test('GET /health/ready: 200', async () => {
    expect((await testApp.app.inject('/health/ready')).statusCode).toBe(200);
  });
});

test.skipIf(!hasPgBouncer)(
  'PgBouncer: two servers that start at once migrate an empty database once, and serve',
  { timeout: START_TIMEOUT_MS },
  async () => {
    const { adminUrl } = inject('testServer');
    const name = `pooled_${process.pid}`;
    await runAsAdmin(adminUrl, `create database ${name}`);
    const pooler = await startPgBouncer(databaseUrl(adminUrl, name), SHARED_CONNECTIONS + 2);
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-pooled-'));
    const settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: pooler.url,
      DATABASE_POOLER: '1',
      ADMIN_EMAIL: 'first@example.com',
      ADMIN_PASSWORD: 'a long enough password',
    };
    const servers = await Promise.all([spawnServer(settings), spawnServer(settings)]);
    onTestFinished(async () => {
      for (const { child } of servers) child.kill('SIGKILL');
      await Promise.all(servers.map(({ exit }) => exit));
      await pooler.close();
      await runAsAdmin(adminUrl, `drop database ${name} with (force)`);
      await rm(dataDir, { recursive: true, force: true });
    });
    await Promise.all(servers.map(untilReady));
    for (const { url } of servers) {
      const response = await fetch(`${url}/api/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD }),
      });
      expect(response.status).toBe(200);
    }
    expect(servers.filter(({ output }) => output().includes('migrated the database'))).toHaveLength(1);
  },
);
