import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { databaseUrl, runAsAdmin } from '../../testing/database-server.ts';
import '../../testing/global-setup.ts';
import { FORMER_MIGRATIONS, LAST_OF_SQUASH } from './former-schema.ts';
import { migrate } from './migrate.ts';
import { migrationNames } from './migration-files.ts';

/** The migrations from before the first release, one after the other, without `concurrently`. */
const FORMER_SQL = new URL('../../testing/former-migrations.sql.gz', import.meta.url);
const ROWS = `
  insert into users (id, username, email, address) values ('a', 'An', 'an@example.test', 'Huế'), ('b', 'Bình', 'b@example.test', null);
  insert into reports (id, reporter_id, item_type, item_id, item_author_id, reason, description, created_at, updated_at)
    values ('r', 'a', 'User', 'b', 'b', 'spam', '', now(), now());
  insert into conversations (user_id, last_seq, unread_count) values ('a', 1, 1);
  insert into messages (id, user_id, seq, sender_id, is_from_admin, type, content, temp_id, created_at)
    values ('m', 'a', 1, 'a', false, 'text', 'Chào', 'key', now());
  insert into turns values ('images', now())`;
const SCHEMA = `
  select 'column' as kind, c.relname || '.' || a.attname as name, concat_ws(' ',
      row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attcollation::regcollation,
      a.attgenerated, a.attidentity, pg_get_expr(d.adbin, d.adrelid), c.reloptions) as definition
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
  union all
  select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all
  select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select 'view', viewname, definition from pg_views where schemaname = 'public'
  union all
  select 'function', oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  order by 1, 2`;
/** The migrations after those that create the squashed schema. */
const LATER = (await migrationNames()).filter((name) => name > LAST_OF_SQUASH);
const databases = [`former_${process.pid}`, `present_${process.pid}`] as const;

let connection: { connectionString: string };
let client: pg.Client;
beforeEach(async () => {
  const { adminUrl } = inject('testServer');
  for (const name of databases) await runAsAdmin(adminUrl, `create database ${name}`);
  connection = { connectionString: databaseUrl(adminUrl, databases[0]) };
  client = await connect(connection.connectionString);
});
afterEach(async () => {
  await client.end();
  for (const name of databases) await runAsAdmin(inject('testServer').adminUrl, `drop database ${name} with (force)`);
});

async function connect(connectionString: string): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString });
  await opened.connect();
  return opened;
}

/** @param ran number of former migrations that the database records as run */
async function buildFormer(ran: number): Promise<void> {
  await client.query(gunzipSync(await readFile(FORMER_SQL)).toString());
  await client.query('create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)');
  const names = FORMER_MIGRATIONS.slice(0, ran);
  await client.query('insert into kysely_migration select unnest($1::text[]), now()', [names]);
  await client.query(ROWS);
}

const readSchema = async (from: pg.Client) => (await from.query(SCHEMA)).rows;
const rowsOf = async (statement: string) => (await client.query(statement)).rows;

test('migrate: a database with all former migrations gets the current schema, and keeps its rows', async () => {
  await buildFormer(FORMER_MIGRATIONS.length);
  expect(await migrate(connection)).toEqual(LATER);
  const present = databaseUrl(inject('testServer').adminUrl, databases[1]);
  await migrate({ connectionString: present });
  const presentClient = await connect(present);
  const schema = await readSchema(presentClient);
  await presentClient.end();
  expect(await readSchema(client)).toEqual(schema);
  expect(schema.length).toBeGreaterThan(400);
  expect(await rowsOf('select name from migrations order by name')).toEqual(
    (await migrationNames()).map((name) => ({ name })),
  );
  expect(await rowsOf('select id, postal_address, search_text like $$an%$$ as found from users order by id')).toEqual([
    { id: 'a', postal_address: 'Huế', found: true },
    { id: 'b', postal_address: null, found: false },
  ]);
  expect(await rowsOf('select client_key from messages')).toEqual([{ client_key: 'key' }]);
  expect(await rowsOf('select count(*)::int as n from media_keys')).toEqual([{ n: 1 }]);
});

test('migrate: the counters of a migrated former database continue to count', async () => {
  await buildFormer(FORMER_MIGRATIONS.length);
  await migrate(connection);
  await client.query(
    `insert into reports (id, reporter_id, subject_type, subject_id, reason, description, created_at, updated_at)
      values ('s', 'c', 'User', 'b', 'spam', '', now(), now())`,
  );
  const counters = () =>
    rowsOf('select subject_id, sum(reports_count)::int as n from report_subject_facets group by 1');
  expect(await counters()).toEqual([{ subject_id: 'b', n: 2 }]);
  await client.query('select rebuild_counters()');
  expect(await counters()).toEqual([{ subject_id: 'b', n: 2 }]);
  const subjects = 'select subject_id, version, reports_count, reporters_count from moderation_subjects';
  expect(await rowsOf(subjects)).toEqual([{ subject_id: 'b', version: 1, reports_count: 1, reporters_count: 1 }]);
  expect(await migrate(connection)).toEqual([]);
});

test.each([1, FORMER_MIGRATIONS.length - 1])(
  'migrate: a database with %i former migrations is left unchanged',
  async (ran) => {
    await buildFormer(ran);
    const before = await readSchema(client);
    await expect(migrate(connection)).rejects.toThrow(
      `This database is of a version before the first release: its last migration is ${FORMER_MIGRATIONS[ran - 1]}. Nothing was ` +
        'changed. Back it up with the version that served last, then start the last version that has the migration ' +
        '0021_report_filing_indexes on it once, and this one after it. If its data may go, use an empty DATA_DIR or ' +
        'DATABASE_URL instead.',
    );
    expect(await readSchema(client)).toEqual(before);
  },
);

test('migrate: while a former table is locked nothing is renamed; afterwards all tables are', async () => {
  await buildFormer(FORMER_MIGRATIONS.length);
  const holder = await connect(connection.connectionString);
  await holder.query('begin; lock table turns in access share mode');
  const before = await readSchema(client);
  await expect(migrate(connection, { patienceMs: 0 })).rejects.toThrow('others hold its tables');
  expect(await readSchema(client)).toEqual(before);
  await holder.query('commit');
  await holder.end();
  await migrate(connection);
  expect(await rowsOf('select client_key from messages')).toEqual([{ client_key: 'key' }]);
});
