import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { freePort, type SpawnedServer, spawnServer, untilReady } from '../../testing/spawn-server.ts';

const DEBIAN_DIR = '/usr/lib/postgresql';
const NOBODY_ID = 65534;
const ADMIN = { email: 'first@example.com', password: 'a long enough password' };

const answerSchema = z.object({
  token: z.string().optional(),
  data: z.object({ users: z.array(z.looseObject({ _id: z.string() })) }).optional(),
});

const versions = await readdir(DEBIAN_DIR).catch(() => []);
const newest = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
const isMissing = newest === undefined;
if (isMissing) process.stderr.write('SKIPPED: no PostgreSQL in /usr/lib/postgresql (apt-get install postgresql)\n');

describe.skipIf(isMissing)(`with DATABASE_URL, on Debian's PostgreSQL ${newest}`, () => {
  const bin = (name: string) => path.join(DEBIAN_DIR, newest ?? '', 'bin', name);
  const asRoot = process.getuid?.() === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : {};
  let folder: string;
  let postgres: ChildProcess;
  let server: SpawnedServer;
  let databaseUrl: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-external-'));
    if ('uid' in asRoot) await chown(folder, NOBODY_ID, NOBODY_ID);
    const options = { ...asRoot, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } };
    const cluster = path.join(folder, 'cluster');
    execFileSync(bin('initdb'), ['-D', cluster, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--no-sync'], options);
    const port = await freePort();
    postgres = spawn(bin('postgres'), ['-D', cluster, '-h', '127.0.0.1', '-p', String(port), '-k', folder], {
      ...options,
      stdio: 'ignore',
    });
    databaseUrl = `postgres://app@127.0.0.1:${port}/postgres`;
    await vi.waitFor(async () => expect(await query('select 1 as one')).toEqual([{ one: 1 }]), {
      timeout: 20_000,
      interval: 100,
    });
    server = await spawnServer({
      DATABASE_URL: databaseUrl,
      DATA_DIR: path.join(folder, 'data'),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    });
    await untilReady(server);
  }, 60_000);

  afterAll(async () => {
    server?.child.kill('SIGTERM');
    await server?.exit;
    const ended = once(postgres, 'exit');
    postgres.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });

  async function query(text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  const post = async (url: string, body: object, token = '') => {
    const answer = await fetch(`${server.url}${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return { status: answer.status, json: answerSchema.parse(await answer.json()) };
  };

  test('the server is ready, and started no database of its own', async () => {
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    expect(await readdir(path.join(folder, 'data'))).toEqual(['media']);
  });

  test('its tables are in that database', async () => {
    expect(await query("select count(*)::int as n from pg_tables where tablename = 'users'")).toEqual([{ n: 1 }]);
  });

  test('an administrator signs in, and finds an account by its name without marks', async () => {
    await query(`insert into users (id, username, email) values ('u1', 'Đặng Thị Nguyệt', 'nguyet@example.com')`);
    const { status, json } = await post('/api/admin/login', ADMIN);
    expect(status).toBe(200);
    const found = await post('/api/admin/users/search', { searchTerm: 'dang thi', filters: {} }, json.token);
    expect(found.json.data?.users).toEqual([expect.objectContaining({ _id: 'u1', username: 'Đặng Thị Nguyệt' })]);
  });
});
