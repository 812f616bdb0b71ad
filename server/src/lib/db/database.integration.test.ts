import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCuttableProxy } from '../../testing/cuttable-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createLogger } from '../logger.ts';
import { openDatabase } from './database.ts';
import { unprepared } from './prepared-statements.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('openDatabase: values', () => {
  test('a bigint is returned as a number, a date as its day', async () => {
    const { rows } = await sql`select 9007199254740991::bigint as big, date '2026-01-31' as day`.execute(database.db);
    expect(rows).toEqual([{ big: Number.MAX_SAFE_INTEGER, day: '2026-01-31' }]);
  });

  test('quotes and backslashes in a value stay literal', async () => {
    const value = `'; drop table users; -- \\ %_"`;
    const { rows } = await sql`select ${value}::text as value`.execute(database.db);
    expect(rows).toEqual([{ value }]);
  });
});

describe('openDatabase: prepared statements', () => {
  test('a statement with values is prepared once, one marked unprepared never', async () => {
    // One connection only, because prepared statements belong to a connection.
    await database.db.connection().execute(async (db) => {
      const byKey = (key: string) => db.selectFrom('app_meta').select('value').where('key', '=', key);
      await byKey('a').execute();
      await byKey('b').execute();
      await byKey('c').modifyEnd(unprepared).execute();
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement like '%app_meta%'`.execute(db);
      expect(rows.map(({ statement }) => statement)).toEqual([byKey('').compile().sql]);
    });
  });

  test('a table that a migration changes under a prepared statement: the statement is repeated', async () => {
    await sql`create table changing (id int)`.execute(database.db);
    await database.db.connection().execute(async (db) => {
      const read = () => sql`select * from changing where id = ${1}`.execute(db);
      await read();
      await sql`alter table changing add column extra text`.execute(db);
      expect((await read()).rows).toEqual([]);
      const { rows } = await sql`select from pg_prepared_statements where statement like '%changing%'`.execute(db);
      expect(rows).toHaveLength(1);
    });
  });

  test('a table that a migration changes, read in a transaction: the whole transaction is repeated', async () => {
    const single = await openDatabase({
      databaseUrl: database.url,
      dataDir: '',
      logger: createLogger({ level: 'silent' }),
      maxConnections: 1,
    });
    await sql`create table changing_too (id int)`.execute(single.db);
    let runs = 0;
    const work = () =>
      single.transact(async (tx) => {
        runs += 1;
        await sql`insert into changing_too values (${runs})`.execute(tx);
        return (await sql`select * from changing_too where id = ${runs}`.execute(tx)).rows;
      });
    await work();
    await sql`alter table changing_too add column extra text`.execute(single.db);
    expect(await work()).toEqual([{ id: 3, extra: null }]);
    const { rows } = await sql`select id from changing_too order by id`.execute(single.db);
    expect(rows).toEqual([{ id: 1 }, { id: 3 }]);
    await single.close();
  });

  test('beyond the cache size the least recently used ones are deallocated', async () => {
    const single = await openDatabase({
      databaseUrl: database.url,
      dataDir: '',
      logger: createLogger({ level: 'silent' }),
      maxConnections: 1,
    });
    for (let n = 0; n < 520; n += 1) await sql`select ${n}::int as ${sql.raw(`c${n}`)}`.execute(single.db);
    const { rows } = await sql`select from pg_prepared_statements`.execute(single.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(100);
    await single.close();
  });

  test('can be turned off', async () => {
    const plain = await openDatabase({
      databaseUrl: database.url,
      dataDir: '',
      logger: console,
      maxConnections: 1,
      prepareStatements: false,
    });
    await sql`select ${1}::int as never_prepared`.execute(plain.db);
    const { rows } = await sql`select 1 from pg_prepared_statements`.execute(plain.db);
    await plain.close();
    expect(rows).toEqual([]);
  });
});

test('transact: a statement that times out leaves nothing of its work in another transaction', async () => {
  const proxy = await startCuttableProxy(database.url);
  const hasty = await openDatabase({
    databaseUrl: proxy.url,
    dataDir: '',
    logger: console,
    maxConnections: 1,
    queryTimeoutMs: 200,
  });
  const store = (key: string) => hasty.db.insertInto('app_meta').values({ key, value: '1' }).execute();
  await store('before it hung');
  proxy.freeze();
  // The first statement, `begin`, times out; the database executes it all the same.
  await expect(hasty.transact(() => store('never'))).rejects.toThrow('Query read timeout');
  proxy.thaw();
  await store('after it hung');
  const rows = await database.db.selectFrom('app_meta').select('key').where('key', 'like', '%it hung').execute();
  expect(rows.map(({ key }) => key).sort()).toEqual(['after it hung', 'before it hung']);
  await hasty.close();
  await proxy.close();
});

describe('transact', () => {
  test('rolls back everything if the work fails', async () => {
    const attempt = database.transact(async (tx) => {
      await tx.insertInto('app_meta').values({ key: 'undone', value: '1' }).execute();
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(await database.db.selectFrom('app_meta').where('key', '=', 'undone').selectAll().execute()).toEqual([]);
  });

  test('two that deadlock both succeed', async () => {
    await database.db
      .insertInto('app_meta')
      .values([
        { key: 'left', value: '0' },
        { key: 'right', value: '0' },
      ])
      .execute();
    const { promise: bothLocked, resolve } = Promise.withResolvers<void>();
    let locked = 0;
    const addTo = (first: string, second: string) =>
      database.transact(async (tx) => {
        const add = (key: string) =>
          sql`update app_meta set value = to_jsonb(value::int + 1) where key = ${key}`.execute(tx);
        await add(first);
        locked += 1;
        if (locked === 2) resolve();
        await bothLocked;
        await add(second);
      });
    await Promise.all([addTo('left', 'right'), addTo('right', 'left')]);
    const rows = await database.db
      .selectFrom('app_meta')
      .select('value')
      .where('key', 'in', ['left', 'right'])
      .execute();
    expect(rows).toEqual([{ value: 2 }, { value: 2 }]);
    expect(locked).toBeGreaterThan(2);
  });

  test('other errors are not retried', async () => {
    let runs = 0;
    const attempt = database.transact(async (tx) => {
      runs += 1;
      await sql`select 1 / 0`.execute(tx);
    });
    await expect(attempt).rejects.toMatchObject({ code: '22012' });
    expect(runs).toBe(1);
  });
});

test('openDatabase: an unreachable database is an error', async () => {
  const opening = openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: '', logger: console });
  await expect(opening).rejects.toThrow('The database cannot be reached');
});
