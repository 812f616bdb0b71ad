import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { databaseUrl, runAsAdmin } from './testing/database-server.ts';
import { login, prepareServerFolders } from './testing/server-folder.ts';
import { createSocketOpener, untilClosed } from './testing/socket-client.ts';
import { freePort, untilReady } from './testing/spawn-server.ts';

const LONG_TEST_MS = 60_000;
const folder = prepareServerFolders();

describe('npm start: shutdown during the start', { timeout: LONG_TEST_MS }, () => {
  test('SIGTERM while the demo data is inserted stops the database and exits with 0', async () => {
    const server = await folder.spawn({ DEMO_DATA: '1' });
    await vi.waitFor(() => expect(server.output()).toContain('inserting demo data'), { timeout: 30_000 });
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    expect(server.output()).toContain('closed');
    expect(await folder.postgresIsRunning()).toBe(false);
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
    const server = await folder.spawn({ DATABASE_URL: url });
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
  beforeEach(() => folder.fill());

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'on %s finishes pending requests, stops the database and exits with 0',
    async (signal) => {
      const server = await folder.spawn();
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
      expect(await folder.postgresIsRunning()).toBe(false);
    },
  );

  test('closes open sockets, whose clients then reconnect', async () => {
    const server = await folder.spawn();
    await untilReady(server);
    const { token } = (await (await login(server.url, folder.firstStart.admin)).json()) as { token: string };
    const opener = createSocketOpener(() => server.url);
    const closed = untilClosed(await opener.open(token));
    server.child.kill('SIGTERM');
    expect((await closed).reason).toBe('transport close');
    expect(await server.exit).toBe(0);
    expect(server.output()).not.toContain('did not end in time');
  });

  test('is reported by readiness first, and requests are served until SHUTDOWN_DELAY_SECONDS have passed', async () => {
    const server = await folder.spawn({ SHUTDOWN_DELAY_SECONDS: '5' });
    await untilReady(server);
    const { token } = (await (await login(server.url, folder.firstStart.admin)).json()) as { token: string };
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
    expect((await login(server.url, folder.firstStart.admin)).status).toBe(200);
    expect(socket.connected).toBe(true);
    expect((await opener.open(token)).connected).toBe(true);
    expect((await closed).reason).toBe('transport close');
    expect(performance.now() - startedAt).toBeGreaterThan(4_900);
    expect(await server.exit).toBe(0);
    expect(server.output()).not.toContain('did not end in time');
  });

  test('a killed server leaves no database running', async () => {
    const server = await folder.spawn();
    await untilReady(server);
    expect(await folder.postgresIsRunning()).toBe(true);
    server.child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await folder.postgresIsRunning()).toBe(false), { timeout: 10_000 });
  });

  test('is graceful after its parent process has exited', async () => {
    const server = await folder.spawn();
    await untilReady(server);
    server.child.disconnect();
    expect(await server.exit).toBe(0);
    expect(await folder.postgresIsRunning()).toBe(false);
  });
});

test('npm start: a killed database is restarted within seconds, and requests succeed again', {
  timeout: LONG_TEST_MS,
}, async () => {
  await folder.fill();
  const server = await folder.spawn();
  await untilReady(server);
  const pid = await folder.postgresPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => expect((await fetch(`${server.url}/health/ready`)).status).toBe(200), {
    timeout: 5_000,
    interval: 100,
  });
  expect(server.child.exitCode).toBeNull();
});

test('npm start: a port in use is one clear sentence', { timeout: LONG_TEST_MS }, async () => {
  await folder.fill();
  const first = await folder.spawn();
  await untilReady(first);
  const second = await folder.spawn({ PORT: new URL(first.url).port });
  expect(await second.exit).toBe(1);
  expect(second.output()).toContain('is in use: stop what uses it, or set PORT to another one.');
  expect(second.output()).not.toContain('    at ');
});

test('npm start: invalid settings are all named, and nothing is started', async () => {
  const server = await folder.spawn({
    LOG_LEVEL: 'loud',
    ALLOWED_ORIGINS: '*',
    DEMO_DATA: '1',
    NODE_ENV: 'production',
  });
  expect(await server.exit).toBe(1);
  for (const key of ['LOG_LEVEL', 'ALLOWED_ORIGINS', 'DEMO_DATA']) expect(server.output()).toContain(key);
  expect(await folder.postgresIsRunning()).toBe(false);
});

test('npm start: an unreachable database ends the start', async () => {
  const server = await folder.spawn({ DATABASE_URL: `postgres://app@127.0.0.1:${await freePort()}/app` });
  expect(await server.exit).toBe(1);
  expect(server.output()).toContain('The database cannot be reached');
});
