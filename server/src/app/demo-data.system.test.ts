import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SpawnedServer, spawnServer, untilReady } from '../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { DEMO_ADMIN_LOGIN } from './demo-logins.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const LONG_TEST_MS = 60_000;

describe('DEMO_DATA: a server without demo/, as in the image', { timeout: LONG_TEST_MS }, () => {
  let installation: string;
  let database: TestDatabase;
  let server: SpawnedServer | undefined;

  beforeAll(async () => {
    installation = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-without-demo-'));
    const filter = (file: string) => !file.includes('.test.') && path.basename(file) !== 'node_modules';
    await cp(path.join(ROOT, 'server'), path.join(installation, 'server'), { recursive: true, filter });
    for (const folder of ['node_modules', 'server/node_modules']) {
      await symlink(path.join(ROOT, folder), path.join(installation, folder));
    }
    // The image contains only this file of it, for npm.
    await cp(path.join(ROOT, 'demo/package.json'), path.join(installation, 'demo/package.json'));
  });
  afterAll(() => rm(installation, { recursive: true, force: true }));
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    server?.child.kill('SIGKILL');
    await server?.exit;
    await database.close();
  });

  async function start(settings: Record<string, string>): Promise<SpawnedServer> {
    const given = { DATABASE_URL: database.url, DATA_DIR: path.join(installation, 'data'), ...settings };
    server = await spawnServer(given, path.join(installation, 'server/src/main.ts'));
    return server;
  }

  test('starts if no demo data is requested', async () => {
    await untilReady(await start({ DEMO_DATA: '0' }));
  });

  test('exits with an instruction if DEMO_DATA=1 is set', async () => {
    const { exit, output } = await start({ DEMO_DATA: '1' });
    expect(await exit).toBe(1);
    expect(output()).toContain('this installation has no demo/src');
    expect(output()).toContain('DEMO_DATA=0');
    expect(output()).not.toContain('    at ');
    const { rows } = await database.pool.query('select count(*)::int as users from users');
    expect(rows).toEqual([{ users: 0 }]);
  });

  test('rejects in production a password of the demo data for the first administrator', async () => {
    const first = { ADMIN_EMAIL: 'first@example.com', ADMIN_PASSWORD: DEMO_ADMIN_LOGIN.password };
    const { exit, output } = await start({ NODE_ENV: 'production', DEMO_DATA: '', ...first });
    expect(await exit).toBe(1);
    expect(output()).toContain('ADMIN_PASSWORD is a password of the demo data');
  });
});
