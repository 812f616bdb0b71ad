import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { databaseUrl, runAsAdmin } from '../../testing/database-server.ts';
import type { Log } from '../logger.ts';
import { openDatabase } from './database.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { MIGRATIONS_DIR } from './migration-files.ts';

const PATIENCE = { timeout: 15_000, interval: 20 };
const WITHOUT = '-- Without a transaction: built while others write.\n';
const name = `migrate_${process.pid}`;
let folder: string;
let connectionString: string;

beforeEach(async () => {
  const { adminUrl } = inject('testServer');
  folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-migrations-'));
  await runAsAdmin(adminUrl, `create database ${name}`);
  connectionString = databaseUrl(adminUrl, name);
});
afterEach(async () => {
  await runAsAdmin(inject('testServer').adminUrl, `drop database ${name} with (force)`);
  await rm(folder, { recursive: true });
});

/** Indexes of the tables that a test makes. */
const indexes = async (client: pg.Client) => {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name, indisvalid as "isValid" from pg_index
      where indrelid::regclass::text like 't\\_%' order by 1`,
  );
  return rows;
};
const add = (file: string, text: string) => writeFile(path.join(folder, file), text);
const dirUrl = () => pathToFileURL(`${folder}/`);
const run = (options: MigrateOptions = {}) => migrate({ connectionString }, { dir: dirUrl(), ...options });
const tables = async () => {
  const database = await openDatabase({ databaseUrl: connectionString, dataDir: '', logger: console });
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename like 't\\_%' order by 1`.execute(
    database.db,
  );
  await database.close();
  return rows.map((row) => row.name);
};

test('migrate: runs each file once, in the order of their names', async () => {
  await add('0002_b.sql', 'alter table t_a add column b int; create table t_b (id int);');
  await add('0001_a.sql', 'create table t_a (id int);');
  expect(await run()).toEqual(['0001_a', '0002_b']);
  expect(await run()).toEqual([]);
  await add('0003_c.sql', 'create table t_c (id int);');
  expect(await run()).toEqual(['0003_c']);
  expect(await tables()).toEqual(['t_a', 't_b', 't_c']);
});

test('migrate: a failing file is named and rolled back; the next run continues with it', async () => {
  await add('0001_a.sql', 'create table t_a (id int);');
  await add('0002_bad.sql', 'create table t_b (id int); select 1 / 0;');
  await expect(run()).rejects.toThrow('Migration 0002_bad failed: division by zero');
  expect(await tables()).toEqual(['t_a']);
  await add('0002_bad.sql', 'create table t_b (id int);');
  expect(await run()).toEqual(['0002_bad']);
  expect(await tables()).toEqual(['t_a', 't_b']);
});

test('migrate: locks of one file are released while the next one runs', async () => {
  await add('0001_a.sql', 'create table t_a (id int);');
  await run();
  await add('0002_b.sql', 'alter table t_a add column b int;');
  await add('0003_c.sql', "create table t_c as select mode from pg_locks where relation = 't_a'::regclass;");
  expect(await run()).toEqual(['0002_b', '0003_c']);
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query('select mode from t_c');
  await client.end();
  expect(rows).toEqual([]);
});

test('migrate: stops at the given migration', async () => {
  await add('0001_a.sql', 'create table t_a (id int);');
  await add('0002_b.sql', 'create table t_b (id int);');
  const upToFirst = () => run({ upTo: '0001_a' });
  expect([await upToFirst(), await upToFirst(), await tables()]).toEqual([['0001_a'], [], ['t_a']]);
  expect(await run()).toEqual(['0002_b']);
  expect(await upToFirst()).toEqual([]);
});

test('migrate: the tables of the job library are created with the lock timeout of migrations, and once', async () => {
  const holder = new pg.Client({ connectionString });
  await holder.connect();
  await holder.query('begin; create schema pgboss');
  const lines: unknown[] = [];
  const log = { info: () => undefined, warn: (line: unknown) => void lines.push(line) };
  await expect(run({ log, patienceMs: 0 })).rejects.toThrow('others hold its tables');
  const migrating = run({ log });
  await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ migration: 'pgboss' })), PATIENCE);
  await holder.query('rollback');
  await migrating;
  expect(await run()).toEqual([]);
  const { rows } = await holder.query("select count(*)::int as n from pg_tables where schemaname = 'pgboss'");
  await holder.end();
  expect(rows[0].n).toBeGreaterThan(5);
});

test('migrate: several processes may migrate at once', async () => {
  await add('0001_a.sql', 'create table t_a (id int); select pg_sleep(0.2);');
  const runs = await Promise.all([run(), run(), run()]);
  expect(runs.flat()).toEqual(['0001_a']);
});

test('migrate: a version before the last migration still starts, but not if one of its own is missing', async () => {
  await add('0001_a.sql', 'create table t_a (id int);');
  await add('0002_b.sql', 'create table t_b (id int);');
  await add('0003_c.sql', 'create table t_c (id int);');
  await run();
  await rm(path.join(folder, '0003_c.sql'));
  expect(await run()).toEqual([]);
  expect(await tables()).toEqual(['t_a', 't_b', 't_c']);
  await add('0003_c.sql', 'create table t_c (id int);');
  await rm(path.join(folder, '0002_b.sql'));
  await expect(run()).rejects.toThrow('0002_b');
});

describe('migrate: while others use the tables', () => {
  const opened: pg.Client[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((client) => client.end()));
  });
  async function connect(options: pg.ClientConfig = {}): Promise<pg.Client> {
    const client = new pg.Client({ connectionString, ...options });
    client.on('error', () => undefined);
    await client.connect();
    opened.push(client);
    return client;
  }
  const isWaiting = async (watcher: pg.Client) => {
    const { rowCount } = await watcher.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rowCount).toBeGreaterThan(0);
  };

  test('a table that a backup locks: calls continue, and the migration runs after the backup', async () => {
    await add('0001_a.sql', 'create table t_a (id int);');
    await run();
    await add('0002_b.sql', 'alter table t_a add column b int;');
    const backup = await connect({ application_name: 'hai-dang-backup' });
    await backup.query('begin; lock table t_a in access share mode');
    const warnings: unknown[] = [];
    const log = { info: () => undefined, warn: (fields: object) => void warnings.push(fields) };
    const migrating = run({ log: log as unknown as Log });
    const caller = await connect({ statement_timeout: 10_000 });
    await vi.waitFor(() => isWaiting(caller), PATIENCE);
    for (let n = 0; n < 20; n += 1) await caller.query('insert into t_a values ($1)', [n]);
    await vi.waitFor(() => expect(warnings.length).toBeGreaterThan(0), PATIENCE);
    expect(JSON.stringify(warnings)).toContain('hai-dang-backup');
    await backup.query('commit');
    expect(await migrating).toEqual(['0002_b']);
  });

  test('a table that is never unlocked: the migration fails by name, names who holds the lock, and is rolled back', async () => {
    await add('0001_a.sql', 'create table t_a (id int);');
    await run();
    await add('0002_b.sql', 'create table t_b (id int); alter table t_a add column b int;');
    const backup = await connect({ application_name: 'hai-dang-backup' });
    await backup.query('begin; lock table t_a in access share mode');
    await expect(run({ patienceMs: 0 })).rejects.toThrow(
      /^Migration 0002_b failed: others hold its tables \(hai-dang-backup, pid \d+/,
    );
    await backup.query('commit');
    expect(await tables()).toEqual(['t_a']);
  });

  test('an index in a file without a transaction: writes continue while it is built', async () => {
    await add('0001_a.sql', 'create table t_a (id int); insert into t_a select generate_series(1, 1000);');
    await run();
    await add('0002_b.sql', `${WITHOUT}create index concurrently if not exists t_a_id on t_a (id);\nanalyze t_a;\n`);
    const [slow, caller] = [await connect(), await connect({ statement_timeout: 10_000 })];
    await slow.query('begin; insert into t_a values (0)');
    const migrating = run();
    await vi.waitFor(() => isWaiting(caller), PATIENCE);
    await caller.query('insert into t_a values (-1); update t_a set id = id where id = 5');
    await slow.query('commit');
    expect(await migrating).toEqual(['0002_b']);
    expect(await indexes(caller)).toEqual([{ name: 't_a_id', isValid: true }]);
    expect(await run()).toEqual([]);
  });

  test('several processes build such an index once, and none waits for the others forever', async () => {
    await add('0001_a.sql', 'create table t_a (id int); insert into t_a select generate_series(1, 1000);');
    await add('0002_b.sql', `${WITHOUT}create index concurrently if not exists t_a_id on t_a (id);\n`);
    const ran = await Promise.all([run(), run(), run()]);
    expect(ran.flat()).toEqual(['0001_a', '0002_b']);
    expect(await indexes(await connect())).toEqual([{ name: 't_a_id', isValid: true }]);
  });

  test('an index whose build was aborted is rebuilt by the next run', async () => {
    await add('0001_a.sql', 'create table t_a (id int); insert into t_a values (1), (1);');
    await add('0002_b.sql', `${WITHOUT}create unique index concurrently if not exists t_a_id on t_a (id);\n`);
    await expect(run()).rejects.toThrow('Migration 0002_b failed: could not create unique index');
    const client = await connect();
    expect(await indexes(client)).toEqual([{ name: 't_a_id', isValid: false }]);
    await client.query('truncate t_a');
    expect(await run()).toEqual(['0002_b']);
    expect(await indexes(client)).toEqual([{ name: 't_a_id', isValid: true }]);
  });

  test.each([
    ['a statement', 'create table t_b (id int); select pg_sleep(600);'],
    ['an index', `${WITHOUT}create index concurrently if not exists t_a_id on t_a (id);\n`],
    ['a wait for a lock', 'create table t_b (id int); alter table t_a add column b int;'],
  ])('a signal ends %s that is in flight, and only complete migrations remain', async (_what, text) => {
    await add('0001_a.sql', 'create table t_a (id int);');
    await run();
    await add('0002_b.sql', text);
    const [holder, watcher] = [await connect(), await connect()];
    await holder.query('begin; insert into t_a values (1)');
    const stopping = new AbortController();
    const migrating = run({ signal: stopping.signal });
    const outcome = expect(migrating).rejects.toThrow('aborted');
    await vi.waitFor(async () => {
      const { rows } = await watcher.query(
        `select query from pg_stat_activity where datname = current_database()
          and application_name like 'hai-dang-migrate%' and state = 'active'`,
      );
      expect(rows.map(({ query }) => query).join()).toMatch(/t_[ab]/);
    }, PATIENCE);
    stopping.abort();
    await outcome;
    await holder.query('rollback');
    expect(await tables()).toEqual(['t_a']);
  });
});

describe('migrate: on the tables of this version', () => {
  test('a migration runs under load beside a backup: no write fails, and all indexes are valid', async () => {
    await migrate({ connectionString });
    await cp(MIGRATIONS_DIR, folder, { recursive: true });
    await add('9001_note.sql', "alter table accounts add column note text not null default 'none';");
    const note =
      'create index concurrently if not exists accounts_note on accounts using gin (search_key(note) gin_trgm_ops)';
    await add('9002_indexes.sql', `${WITHOUT}${note};\nanalyze accounts;\n`);
    const pool = new pg.Pool({ connectionString, max: 5, statement_timeout: 15_000 });
    pool.on('connect', (client) => client.on('error', () => undefined));
    let written = 0;
    let isOver = false;
    const write = async (writer: number) => {
      for (let n = 0; !isOver; n += 1) {
        const id = `${writer}-${n}`;
        const name = `Người ${id}`;
        await pool.query(
          `insert into users (id, username, email, created_at) values ($1, $2, $1 || '@example.test', now())`,
          [id, name],
        );
        await pool.query(`update users set phone = '0912345678' where id = $1`, [id]);
        written += 1;
      }
    };
    const backup = new pg.Client({ connectionString, application_name: 'hai-dang-backup' });
    await backup.connect();
    await backup.query('begin isolation level repeatable read; select count(*) from users; select count(*) from posts');
    const writers = [1, 2, 3].map(write);
    const before = async () => expect(written).toBeGreaterThan(10);
    await vi.waitFor(before, PATIENCE);
    const warnings: string[] = [];
    const log = { info: () => undefined, warn: (_: object, text: string) => void warnings.push(text) };
    const migrating = run({ log: log as unknown as Log });
    await vi.waitFor(() => expect(warnings.length).toBeGreaterThan(0), PATIENCE);
    await backup.query('commit');
    await backup.end();
    expect(await migrating).toEqual(['9001_note', '9002_indexes']);
    isOver = true;
    await Promise.all(writers);
    const { rows } = await pool.query(`select indexrelid::regclass::text as name from pg_index where not indisvalid`);
    expect(rows).toEqual([]);
    const counted = await pool.query(
      `select count(*)::int as n from accounts where search_text like '%0912345678%' and note = 'none'`,
    );
    expect(counted.rows[0].n).toBe(written);
    const watcher = new pg.Client({ connectionString });
    await watcher.connect();
    await pool.end();
    // A connection that is still closing would report that its database is dropped, as an error that nobody handles.
    await vi.waitFor(async () => {
      const { rowCount } = await watcher.query(
        `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      expect(rowCount).toBe(0);
    }, PATIENCE);
    await watcher.end();
  });
});
