import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { databaseUrl, runAsAdmin } from './testing/database-server.ts';
import { createSocketOpener, untilClosed } from './testing/socket-client.ts';
import { freePort, type SpawnedServer, spawnServer, untilReady } from './testing/spawn-server.ts';

const ADMIN = { email: 'first@example.com', password: 'a long enough password' };
const LONG_TEST_MS = 60_000;

interface Login {
  email: string;
  password: string;
}

let dataDir: string;
let servers: SpawnedServer[];
/** A data folder after a first start with demo data, the output of that start, and its administrator's credentials. */
let filled: { dir: string; output: string; admin: Login };

beforeAll(async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-filled-'));
  const server = await spawnServer({ DATA_DIR: dir, DEMO_DATA: '1' });
  await untilReady(server);
  await vi.waitFor(() => expect(server.output()).toContain('Demo app user'));
  const output = server.output();
  const [, email = '', password = ''] = /Demo administrator +(\S+) \/ (\S+)/.exec(output) ?? [];
  filled = { dir, output, admin: { email, password } };
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
}, LONG_TEST_MS);
afterAll(() => rm(filled.dir, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-main-'));
  servers = [];
});
afterEach(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  await vi.waitFor(async () => expect(await postgresIsRunning()).toBe(false), { timeout: 15_000 });
  await rm(dataDir, { recursive: true, force: true });
});

async function spawn(settings: Record<string, string> = {}): Promise<SpawnedServer> {
  const server = await spawnServer({ DATA_DIR: dataDir, ...settings });
  servers.push(server);
  return server;
}

async function postgresIsRunning(): Promise<boolean> {
  const pid = Number.parseInt(
    await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => ''),
    10,
  );
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Copies by `cp`, which keeps the owner: PostgreSQL runs as another user. */
async function copyFilledData(): Promise<void> {
  await rm(dataDir, { recursive: true });
  await promisify(execFile)('cp', ['-a', filled.dir, dataDir]);
}

const login = (url: string, credentials: Login) =>
  fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });

describe('npm start: first start', { timeout: LONG_TEST_MS }, () => {
  test('creates the administrator of ADMIN_EMAIL, and a second start does not change the password', async () => {
    const settings = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
    const first = await spawn(settings);
    await untilReady(first);
    expect((await login(first.url, ADMIN)).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);

    const second = await spawn({ ...settings, ADMIN_PASSWORD: 'quite another password' });
    await untilReady(second);
    expect((await login(second.url, ADMIN)).status).toBe(200);
  });

  test('with demo data prints working logins, as does a second one; production rejects this database by name', async () => {
    const { email, password } = filled.admin;
    expect(filled.output).toMatch(/Demo app user +\S+@\S+ \/ \S+/);
    await copyFilledData();
    const production = await spawn({ NODE_ENV: 'production', DEMO_DATA: '' });
    expect(await production.exit).toBe(1);
    expect(production.output()).toContain('DEMO_DATA');

    // These logins are read from the database.
    const again = await spawn({ DEMO_DATA: '1' });
    await vi.waitFor(() => expect(again.output()).toContain(`${email} / ${password}`), { timeout: 10_000 });
    expect((await login(again.url, filled.admin)).status).toBe(200);
  });

  test('exposes demo accounts to other machines only with DEMO_DATA=1, with a warning', async () => {
    const HOST = '0.0.0.0';
    const unasked = await spawn({ HOST, DEMO_DATA: '' });
    await untilReady(unasked);
    expect(unasked.output()).toContain('npm run admin -- create');
    expect(unasked.output()).not.toContain('Demo');
    unasked.child.kill('SIGTERM');
    await unasked.exit;

    await copyFilledData();
    const asked = await spawn({ HOST, DEMO_DATA: '1' });
    await untilReady(asked);
    await vi.waitFor(() => expect(asked.output()).toContain('Demo app user'));
    expect(asked.output()).toContain('DEMO ACCOUNTS ARE OPEN');
    asked.child.kill('SIGTERM');
    await asked.exit;

    const forgotten = await spawn({ HOST, DEMO_DATA: '' });
    expect(await forgotten.exit).toBe(1);
    expect(forgotten.output()).toContain('HOST 0.0.0.0 is open to other machines');
  });

  test('in production with the password of the demo data is rejected by name', async () => {
    const settings = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'quan-tri-hai-dang' };
    const trial = await spawn(settings);
    await untilReady(trial);
    trial.child.kill('SIGTERM');
    await trial.exit;
    const production = await spawn({ NODE_ENV: 'production', DEMO_DATA: '' });
    expect(await production.exit).toBe(1);
    expect(production.output()).toContain('DEMO_DATA');
  });

  test("in production rejects the demo data's password for its first administrator", async () => {
    const settings = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: 'quan-tri-hai-dang' };
    const production = await spawn({ NODE_ENV: 'production', DEMO_DATA: '', ...settings });
    expect(await production.exit).toBe(1);
    expect(production.output()).toContain('ADMIN_PASSWORD');
  });

  test('prints how to create an administrator when there is none', async () => {
    const server = await spawn();
    await untilReady(server);
    expect(server.output()).toContain('npm run admin -- create');
  });

  test('creates the administrator of ADMIN_EMAIL under another name if the derived one is in use', async () => {
    await copyFilledData();
    const admin = { email: 'admin@company.example', password: ADMIN.password };
    const server = await spawn({ DEMO_DATA: '1', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password });
    await untilReady(server);
    const response = await login(server.url, admin);
    expect(await response.json()).toMatchObject({ admin: { username: admin.email } });
  });
});

describe('npm start: shutdown during the start', { timeout: LONG_TEST_MS }, () => {
  test('SIGTERM while the demo data is inserted stops the database and exits with 0', async () => {
    const server = await spawn({ DEMO_DATA: '1' });
    await vi.waitFor(() => expect(server.output()).toContain('inserting demo data'), { timeout: 30_000 });
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    expect(server.output()).toContain('closed');
    expect(await postgresIsRunning()).toBe(false);
  });

  test('SIGTERM while migrations wait ends them and exits with 0', async () => {
    const { adminUrl } = inject('testServer');
    const name = `ended_${process.pid}`;
    await runAsAdmin(adminUrl, `create database ${name}`);
    const url = databaseUrl(adminUrl, name);
    const holder = new pg.Client({ connectionString: url });
    holder.on('error', () => undefined);
    await holder.connect();
    // The migration that creates the table of the same name waits for this transaction.
    await holder.query('begin; create table accounts (id text)');
    const watcher = new pg.Client({ connectionString: url });
    await watcher.connect();
    const server = await spawn({ DATABASE_URL: url });
    await vi.waitFor(
      async () => {
        const { rowCount } = await watcher.query(
          `select from pg_stat_activity where datname = current_database()
            and application_name like 'hai-dang-migrate%' and wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBe(1);
      },
      { timeout: 30_000, interval: 50 },
    );
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    const { rows } = await watcher.query(`select count(*)::int as n from pg_tables where tablename = 'follows'`);
    expect(rows).toEqual([{ n: 0 }]);
    await holder.end();
    await watcher.end();
    await runAsAdmin(adminUrl, `drop database ${name} with (force)`);
  });
});

describe('npm start: shutdown', { timeout: LONG_TEST_MS }, () => {
  beforeEach(copyFilledData);

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'on %s finishes pending requests, stops the database and exits with 0',
    async (signal) => {
      const server = await spawn();
      await untilReady(server);
      // A slow body keeps the request pending while the server closes.
      const slow = request(`${server.url}/api/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      });
      const answered = new Promise<number | undefined>((resolve, reject) => {
        slow.once('response', (response) => resolve(response.statusCode));
        slow.once('error', reject);
      });
      slow.write('{"email":');
      await sleep(200);
      server.child.kill(signal);
      await sleep(300);
      slow.end('"nobody@example.com","password":"x"}');
      expect(await answered).toBe(401);
      expect(await server.exit).toBe(0);
      expect(await postgresIsRunning()).toBe(false);
    },
  );

  test('closes open sockets, whose clients then reconnect', async () => {
    const server = await spawn();
    await untilReady(server);
    const { token } = (await (await login(server.url, filled.admin)).json()) as { token: string };
    const opener = createSocketOpener(() => server.url);
    const closed = untilClosed(await opener.open(token));
    server.child.kill('SIGTERM');
    expect((await closed).reason).toBe('transport close');
    expect(await server.exit).toBe(0);
    expect(server.output()).not.toContain('did not end in time');
  });

  test('is reported by readiness first, and requests are served until SHUTDOWN_DELAY_SECONDS have passed', async () => {
    const server = await spawn({ SHUTDOWN_DELAY_SECONDS: '5' });
    await untilReady(server);
    const { token } = (await (await login(server.url, filled.admin)).json()) as { token: string };
    const opener = createSocketOpener(() => server.url);
    const socket = await opener.open(token);
    const closed = untilClosed(socket);
    const startedAt = performance.now();
    server.child.kill('SIGTERM');
    await vi.waitFor(
      async () => {
        const response = await fetch(`${server.url}/health/ready`);
        expect({ status: response.status, body: await response.json() }).toEqual({
          status: 503,
          body: { status: 'draining' },
        });
      },
      { timeout: 4_000, interval: 20 },
    );
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    expect((await login(server.url, filled.admin)).status).toBe(200);
    expect(socket.connected).toBe(true);
    expect((await opener.open(token)).connected).toBe(true);
    expect((await closed).reason).toBe('transport close');
    expect(performance.now() - startedAt).toBeGreaterThan(4_900);
    expect(await server.exit).toBe(0);
    expect(server.output()).not.toContain('did not end in time');
  });

  test('a killed server leaves no database running', async () => {
    const server = await spawn();
    await untilReady(server);
    expect(await postgresIsRunning()).toBe(true);
    server.child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await postgresIsRunning()).toBe(false), { timeout: 10_000 });
  });

  test('is graceful after its parent process has exited', async () => {
    const server = await spawn();
    await untilReady(server);
    server.child.disconnect();
    expect(await server.exit).toBe(0);
    expect(await postgresIsRunning()).toBe(false);
  });
});

test('npm start: a killed database is restarted within seconds, and requests succeed again', {
  timeout: LONG_TEST_MS,
}, async () => {
  await copyFilledData();
  const server = await spawn();
  await untilReady(server);
  const pid = Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => expect((await fetch(`${server.url}/health/ready`)).status).toBe(200), {
    timeout: 5_000,
    interval: 100,
  });
  expect(server.child.exitCode).toBeNull();
});

test('npm start: a port in use is one clear sentence', { timeout: LONG_TEST_MS }, async () => {
  await copyFilledData();
  const first = await spawn();
  await untilReady(first);
  const second = await spawn({ PORT: new URL(first.url).port });
  expect(await second.exit).toBe(1);
  expect(second.output()).toContain('is in use: stop what uses it, or set PORT to another one.');
  expect(second.output()).not.toContain('    at ');
});

test('npm start: invalid settings are all named, and nothing is started', async () => {
  const server = await spawn({ LOG_LEVEL: 'loud', ALLOWED_ORIGINS: '*', DEMO_DATA: '1', NODE_ENV: 'production' });
  expect(await server.exit).toBe(1);
  for (const key of ['LOG_LEVEL', 'ALLOWED_ORIGINS', 'DEMO_DATA']) expect(server.output()).toContain(key);
  expect(await postgresIsRunning()).toBe(false);
});

test('npm start: an unreachable database ends the start', async () => {
  const server = await spawn({ DATABASE_URL: `postgres://app@127.0.0.1:${await freePort()}/app` });
  expect(await server.exit).toBe(1);
  expect(server.output()).toContain('The database cannot be reached');
});
