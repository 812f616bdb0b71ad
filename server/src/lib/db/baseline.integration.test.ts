import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { databaseUrl, runAsAdmin } from '../../testing/database-server.ts';
import { insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { LAST_OF_BASELINE } from './baseline.ts';
import { FORMER_MIGRATIONS } from './former-migrations.ts';
import { migrate } from './migrate.ts';
import { migrationNames } from './migration-files.ts';

const REFUSAL =
  'The tables of this database are of an earlier version, and nothing was changed: start the release before this one on it once, ' +
  'or begin with an empty DATA_DIR or DATABASE_URL.';
const NAMES = await migrationNames();
const OF_BASELINE = NAMES.filter((name) => name <= LAST_OF_BASELINE);

test('migrate: a new database gets all migrations, once; none has the name of a former one', async () => {
  const { adminUrl } = inject('testServer');
  const name = `new_${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(adminUrl, `create database ${name}`);
  const connection = { connectionString: databaseUrl(adminUrl, name) };
  expect(await migrate(connection)).toEqual(NAMES);
  expect(await migrate(connection)).toEqual([]);
  await runAsAdmin(adminUrl, `drop database ${name} with (force)`);
  expect(OF_BASELINE.at(-1)).toBe(LAST_OF_BASELINE);
  expect(NAMES.filter((present) => FORMER_MIGRATIONS.includes(present))).toEqual([]);
});

describe('migrate: a database from before the baseline', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.close());

  /** Its tables are those of the baseline and what later migrations add; by these names it says how they came to be. */
  async function record(names: readonly string[]): Promise<void> {
    await sql`delete from migrations`.execute(database.db);
    await sql`insert into migrations (name) select unnest(${names}::text[])`.execute(database.db);
  }
  const ran = async () =>
    (await sql<{ name: string }>`select name from migrations order by name`.execute(database.db)).rows.map(
      ({ name }) => name,
    );
  const rows = async () => ({ ...(await fingerprint(database.db)), migrations: null });

  test('gets the names of the baseline if all former migrations have run, and its data stays unchanged', async () => {
    await insertUser(database.db);
    await record(FORMER_MIGRATIONS);
    const before = await rows();
    expect(await migrate(database.connection, { upTo: LAST_OF_BASELINE })).toEqual([]);
    expect(await ran()).toEqual(OF_BASELINE);
    expect(await rows()).toEqual(before);
  });

  test.each([
    ['the first former migration alone', FORMER_MIGRATIONS.slice(0, 1)],
    ['all but the last one', FORMER_MIGRATIONS.slice(0, -1)],
    ['all and one that is unknown', [...FORMER_MIGRATIONS, '0115_unknown']],
    ['the last one beside the baseline', [...OF_BASELINE, ...FORMER_MIGRATIONS.slice(-1)]],
  ])('is rejected and left unchanged: %s', async (_what, names) => {
    await record(names);
    await expect(migrate(database.connection)).rejects.toThrow(REFUSAL);
    expect(await ran()).toEqual(names);
  });

  test('is rejected and left unchanged: an even earlier one', async () => {
    await sql`drop table migrations; create table kysely_migration (name text)`.execute(database.db);
    await expect(migrate(database.connection)).rejects.toThrow(REFUSAL);
    expect((await sql`select from pg_class where relname = 'migrations'`.execute(database.db)).rows).toEqual([]);
  });
});
