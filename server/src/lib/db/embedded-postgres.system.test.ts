import { type ChildProcess, spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../logger.ts';
import { findEmbeddedBinaries } from './embedded-binaries.ts';
import { ensureCluster } from './embedded-cluster.ts';
import { type SocketConnection, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { unprivileged } from './unprivileged.ts';

const OWNER_SCRIPT = path.resolve(import.meta.dirname, '../../testing/own-postgres.ts');
/** The interval at which a process that joined checks the server. */
const WATCH_MS = 2_000;
const PATIENCE = { timeout: 15_000, interval: 50 };

let parent: string;
let dir: string;
let children: ChildProcess[];

beforeEach(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-embedded-'));
  dir = path.join(parent, 'postgres');
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await vi.waitFor(async () => expect(await serverPid()).toBeNull(), PATIENCE);
  await rm(parent, { recursive: true, force: true });
});

/** Starts a process on the folder and waits until its database accepts queries. */
async function own(): Promise<{ child: ChildProcess; connection: SocketConnection }> {
  const child = spawn(process.execPath, [OWNER_SCRIPT, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, connection: JSON.parse(String(line)) };
}

/** The server's process id, or null if none runs on the folder. */
async function serverPid(): Promise<number | null> {
  const text = await readFile(path.join(dir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!pid) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

async function query(connection: SocketConnection, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('startEmbeddedPostgres: of three processes that start at once on a new folder, one owns the server and all connect to it', async () => {
  const started = await Promise.all([own(), own(), own()]);
  const starts = await Promise.all(
    started.map(({ connection }) => query(connection, 'select pg_postmaster_start_time()::text as at')),
  );
  expect(new Set(starts.map((rows) => JSON.stringify(rows))).size).toBe(1);
});

test('startEmbeddedPostgres: a killed owner leaves no server running, and committed rows are there after the next start', async () => {
  const { child, connection } = await own();
  await query(connection, 'create table kept (id int)');
  const pid = await serverPid();
  expect(pid).not.toBeNull();
  child.kill('SIGKILL');
  await vi.waitFor(async () => expect(await serverPid()).toBeNull(), PATIENCE);
  const again = await own();
  expect(await query(again.connection, 'select * from kept')).toEqual([]);
});

test('startEmbeddedPostgres: a killed server is restarted by its owner', async () => {
  const { connection } = await own();
  const pid = (await serverPid()) ?? 0;
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]), PATIENCE);
  expect(await serverPid()).not.toBe(pid);
});

test('startEmbeddedPostgres: a process that joined becomes the owner when the owner exits', async () => {
  const owner = await own();
  const guest = await own();
  owner.child.kill('SIGTERM');
  await once(owner.child, 'exit');
  await vi.waitFor(
    async () => expect(await query(guest.connection, 'select 1 as one')).toEqual([{ one: 1 }]),
    PATIENCE,
  );
});

test('startEmbeddedPostgres: a process that joined adds no listener with each check of the server', async () => {
  const listened = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  onTestFinished(() => listened.mockRestore());
  await own();
  const guest = await startEmbeddedPostgres({ dir, logger: createLogger({ level: 'silent' }), throwaway: true });
  const signals = new Set(listened.mock.contexts);
  await sleep(3 * WATCH_MS);
  const counts = [...signals].map((signal) => getEventListeners(signal as AbortSignal, 'abort').length);
  await guest.stop();
  expect(counts.length).toBeGreaterThan(0);
  // One for the exit, one for the pending pause.
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
});

test('startEmbeddedPostgres: a normal exit stops the server before the process ends', async () => {
  const { child } = await own();
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(await serverPid()).toBeNull();
});

test('startEmbeddedPostgres: works below a folder that only its owner may enter, programs included', async () => {
  await chmod(parent, 0o700);
  const installed = await findEmbeddedBinaries();
  const programs = path.join(parent, 'native');
  await cp(path.resolve(installed.initdb, '../..'), programs, { recursive: true, verbatimSymlinks: true });
  const bin = (name: string) => path.join(programs, 'bin', name);
  const binaries = { initdb: bin('initdb'), postgres: bin('postgres') };
  await ensureCluster(dir, binaries, await unprivileged(), true);
  const { connection } = await own();
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('startEmbeddedPostgres: a path too long for a socket gets a short private folder', async () => {
  dir = path.join(parent, 'a'.repeat(60), 'b'.repeat(60), 'postgres');
  await mkdir(path.dirname(dir), { recursive: true });
  const { connection } = await own();
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(connection.host.startsWith(dir)).toBe(false);
  expect((await stat(connection.host)).mode & 0o077).toBe(0);
  await rm(connection.host, { recursive: true });
});

test('startEmbeddedPostgres: the application is no superuser, reads no files of the machine, and migrates', async () => {
  const { connection } = await own();
  expect(await query(connection, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ]);
  await expect(query(connection, `select pg_read_file('/etc/passwd')`)).rejects.toThrow('permission denied');
  await expect(query(connection, `copy (select 1) to program 'true'`)).rejects.toThrow('permission denied');
  await migrate(connection);
  await query(connection, 'select rebuild_counters()');
});

test('startEmbeddedPostgres: a folder of an earlier version, where the superuser owns everything: the application can alter and back up all of it', async () => {
  const first = await own();
  const superuser = { ...first.connection, user: 'hai_dang' };
  await query(
    superuser,
    'drop schema public cascade; create schema public authorization pg_database_owner; alter database hai_dang owner to hai_dang',
  );
  await migrate(superuser, { upTo: '0007_audit_log' });
  // That version had no job library.
  await query(superuser, 'drop schema pgboss cascade');
  await query(superuser, `insert into users (id, username, email) values ('a', 'An', 'an@example.test')`);
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
  const { connection } = await own();
  await migrate(connection);
  expect(await query(connection, 'select id from users')).toEqual([{ id: 'a' }]);
  await query(connection, 'lock table accounts in access exclusive mode; alter table accounts disable trigger user');
});

test('startEmbeddedPostgres: listens on no network port', async () => {
  const { connection } = await own();
  expect(await query(connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

test('startEmbeddedPostgres: without a package for this platform the error names the alternative', async () => {
  await expect(findEmbeddedBinaries('sunos', 'sparc')).rejects.toThrow('set DATABASE_URL');
});
