import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { DbOrTx } from './database.ts';
import { fixedQuery, fixedRowsQuery } from './fixed-query.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const byKey = (db: DbOrTx, key: string) => db.selectFrom('app_meta').select('value').where('key', '=', key);

test('is built once, and answers each value with its own row', async () => {
  let built = 0;
  const find = fixedQuery((db, key: string) => {
    built += 1;
    return byKey(db, key);
  });
  const rows = ['one', 'two'].map((key) => ({ key, value: JSON.stringify(key) }));
  await database.db.insertInto('app_meta').values(rows).execute();
  expect(await Promise.all(['one', 'two', 'none'].map((key) => find(database.db, key)))).toEqual([
    { value: 'one' },
    { value: 'two' },
    undefined,
  ]);
  expect(built).toBe(1);
});

test('runs in the transaction it is given', async () => {
  const find = fixedQuery(byKey);
  await find(database.db, 'within');
  await database.transact(async (tx) => {
    await tx.insertInto('app_meta').values({ key: 'within', value: '1' }).execute();
    expect(await find(tx, 'within')).toEqual({ value: 1 });
    expect(await find(database.db, 'within')).toBeUndefined();
  });
});

test('a query that keeps another value of its first call is rejected', async () => {
  const find = fixedQuery((db, key: string) => byKey(db, key).where('value', 'is not', null).limit(5));
  await expect(find(database.db, 'any')).rejects.toThrow('its value and nothing else');
});

test('of several values is built once, keeps its own constants, and gives all rows', async () => {
  let built = 0;
  const find = fixedRowsQuery((db, { prefix, limit }: { prefix: string; limit: number }) => {
    built += 1;
    return db
      .selectFrom('app_meta')
      .select('key')
      .where('key', 'like', prefix)
      .where('key', '<>', 'several-2')
      .orderBy('key')
      .limit(limit);
  });
  const rows = ['several-1', 'several-2', 'several-3', 'several-4'].map((key) => ({ key, value: '0' }));
  await database.db.insertInto('app_meta').values(rows).execute();
  expect(await find(database.db, { prefix: 'several-%', limit: 2 })).toEqual([
    { key: 'several-1' },
    { key: 'several-3' },
  ]);
  expect(await find(database.db, { prefix: '%4', limit: 5 })).toEqual([{ key: 'several-4' }]);
  expect(await find(database.db, { limit: 5, prefix: 'none' })).toEqual([]);
  expect(built).toBe(1);
});

test('of several values is rejected when one of them does not reach the database as it is', async () => {
  const find = fixedRowsQuery((db, { key, suffix }: { key: string; suffix: string }) => byKey(db, `${key}${suffix}`));
  await expect(find(database.db, { key: 'a', suffix: 'b' })).rejects.toThrow(
    'not a parameter of the query: key, suffix',
  );
});
