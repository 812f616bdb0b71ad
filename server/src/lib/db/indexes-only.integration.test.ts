import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { withIndexesOnly } from './indexes-only.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('withIndexesOnly: returns what was found within the limit, null for a statement that takes longer', async () => {
  const one = await withIndexesOnly(database.db, 10_000, (tx) => sql<{ one: number }>`select 1 as one`.execute(tx));
  expect(one?.rows).toEqual([{ one: 1 }]);
  expect(await withIndexesOnly(database.db, 20, (tx) => sql`select pg_sleep(60)`.execute(tx))).toBeNull();
});

test('withIndexesOnly: throws any other error, and leaves the limit of the connection as it was', async () => {
  const { db } = database;
  const limitOf = async () =>
    (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)).rows;
  const before = await limitOf();
  await expect(withIndexesOnly(db, 1_000, (tx) => sql`select 1 / 0`.execute(tx))).rejects.toMatchObject({
    code: '22012',
  });
  expect(await limitOf()).toEqual(before);
});
