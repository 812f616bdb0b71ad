import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertUser } from '../../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Tx } from './database.ts';
import { afterCommit } from './transact.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const ageOf = async (id: string) =>
  (await database.db.selectFrom('users').select('age').where('id', '=', id).executeTakeFirstOrThrow()).age;
const setAge = (tx: Tx, id: string, age: number) => tx.updateTable('users').set({ age }).where('id', '=', id).execute();

test('what was put off runs once, in order, when others can see the change', async () => {
  const { id } = await insertUser(database.db, { age: 1 });
  const seen: unknown[] = [];
  const reads: Array<Promise<unknown>> = [];
  const result = await database.transact(async (tx) => {
    afterCommit(tx, () => {
      seen.push('first');
      reads.push(ageOf(id));
    });
    await setAge(tx, id, 2);
    afterCommit(tx, () => seen.push('second'));
    expect(seen).toEqual([]);
    return 'result';
  });
  expect(result).toBe('result');
  expect(seen).toEqual(['first', 'second']);
  expect(await Promise.all(reads)).toEqual([2]);
});

test('it does not run when the transaction is given up', async () => {
  const { id } = await insertUser(database.db, { age: 1 });
  const seen: string[] = [];
  const work = database.transact(async (tx) => {
    afterCommit(tx, () => seen.push('published'));
    await setAge(tx, id, 2);
    throw new Error('given up');
  });
  await expect(work).rejects.toThrow('given up');
  expect(seen).toEqual([]);
  expect(await ageOf(id)).toBe(1);
});

test('of several attempts only the one that held is heard of', async () => {
  const { id } = await insertUser(database.db, { age: 1 });
  const seen: number[] = [];
  let attempts = 0;
  await database.transact(async (tx) => {
    attempts += 1;
    const attempt = attempts;
    afterCommit(tx, () => seen.push(attempt));
    await setAge(tx, id, attempt);
    if (attempt < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  });
  expect(seen).toEqual([3]);
  expect(await ageOf(id)).toBe(3);
});

test('one that throws undoes nothing and keeps no other from running', async () => {
  const { id } = await insertUser(database.db, { age: 1 });
  const seen: string[] = [];
  await database.transact(async (tx) => {
    afterCommit(tx, () => {
      throw new Error('nobody listens');
    });
    afterCommit(tx, () => seen.push('second'));
    await setAge(tx, id, 2);
  });
  expect(seen).toEqual(['second']);
  expect(await ageOf(id)).toBe(2);
});

test('nothing can be put off to the end of a transaction that is over, or was never one of these', async () => {
  let kept: Tx | undefined;
  await database.transact(async (tx) => {
    kept = tx;
  });
  expect(() => kept && afterCommit(kept, () => undefined)).toThrow('not under way');
  await database.db.transaction().execute(async (tx) => {
    expect(() => afterCommit(tx, () => undefined)).toThrow('not under way');
  });
});
