import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { databaseUrl, runAsAdmin } from '../../testing/database-server.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

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

const add = (file: string, text: string) => writeFile(path.join(folder, file), text);
const run = () => migrate({ connectionString }, pathToFileURL(`${folder}/`));
const tables = async () => {
  const database = await openDatabase({ databaseUrl: connectionString, dataDir: '', logger: console });
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename like 't\\_%' order by 1`.execute(
    database.db,
  );
  await database.close();
  return rows.map((row) => row.name);
};

test('runs each file once, in the order of their names', async () => {
  await add('0002_b.sql', 'alter table t_a add column b int; create table t_b (id int);');
  await add('0001_a.sql', 'create table t_a (id int);');
  expect(await run()).toEqual(['0001_a', '0002_b']);
  expect(await run()).toEqual([]);
  await add('0003_c.sql', 'create table t_c (id int);');
  expect(await run()).toEqual(['0003_c']);
  expect(await tables()).toEqual(['t_a', 't_b', 't_c']);
});

test('a failing file is named and leaves nothing of itself behind; the next run goes on with it', async () => {
  await add('0001_a.sql', 'create table t_a (id int);');
  await add('0002_bad.sql', 'create table t_b (id int); select 1 / 0;');
  await expect(run()).rejects.toThrow('Migration 0002_bad failed: division by zero');
  expect(await tables()).toEqual(['t_a']);
  await add('0002_bad.sql', 'create table t_b (id int);');
  expect(await run()).toEqual(['0002_bad']);
  expect(await tables()).toEqual(['t_a', 't_b']);
});

test('what one file has locked is free again while the next one runs', async () => {
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

test('stops where it is told to', async () => {
  await add('0001_a.sql', 'create table t_a (id int);');
  await add('0002_b.sql', 'create table t_b (id int);');
  const upToFirst = () => migrate({ connectionString }, pathToFileURL(`${folder}/`), '0001_a');
  expect([await upToFirst(), await upToFirst(), await tables()]).toEqual([['0001_a'], [], ['t_a']]);
  expect(await run()).toEqual(['0002_b']);
  expect(await upToFirst()).toEqual([]);
});

test('several processes may migrate at once', async () => {
  await add('0001_a.sql', 'create table t_a (id int); select pg_sleep(0.2);');
  const runs = await Promise.all([run(), run(), run()]);
  expect(runs.flat()).toEqual(['0001_a']);
});

test('a version before the last one still starts on its tables, but not with one of its own missing', async () => {
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
