import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { DbOrTx } from './database.ts';
import { precompiledQuery } from './precompiled-query.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const byKey = (db: DbOrTx, key: string) => db.selectFrom('app_meta').select('value').where('key', '=', key);

test('precompiledQuery: runs in the transaction it is given', async () => {
  const find = precompiledQuery(['key'], (db, { key }: { key: string }) => byKey(db, key));
  expect(await find(database.db, { key: 'within' })).toEqual([]);
  await database.transact(async (tx) => {
    await tx.insertInto('app_meta').values({ key: 'within', value: '1' }).execute();
    expect(await find(tx, { key: 'within' })).toEqual([{ value: 1 }]);
    expect(await find(database.db, { key: 'within' })).toEqual([]);
  });
});

test('precompiledQuery: is built once, keeps its own constants, and returns the rows of each call’s values', async () => {
  let built = 0;
  const find = precompiledQuery(['prefix', 'limit'], (db, { prefix, limit }: { prefix: string; limit: number }) => {
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

test('precompiledQuery: a value that would be converted before the database: throws', async () => {
  const find = precompiledQuery(['key', 'suffix'], (db, { key, suffix }: { key: string; suffix: string }) =>
    byKey(db, `${key}${suffix}`),
  );
  await expect(find(database.db, { key: 'a', suffix: 'b' })).rejects.toThrow(
    'not a parameter of the query: key, suffix',
  );
});
