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

test('afterCommit: deferred effects run once, in order, when the change is visible to others', async () => {
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

test('afterCommit: an effect with a name → one of that name runs in each transaction', async () => {
  const seen: string[] = [];
  const deferThrice = () =>
    database.transact(async (tx) => {
      for (const text of ['first', 'second']) afterCommit(tx, () => seen.push(text), 'a name');
      afterCommit(tx, () => seen.push('other'), 'another name');
    });
  await deferThrice();
  await deferThrice();
  expect(seen).toEqual(['first', 'other', 'first', 'other']);
});

test('afterCommit: does not run after a rollback', async () => {
  const { id } = await insertUser(database.db, { age: 1 });
  const seen: string[] = [];
  const work = database.transact(async (tx) => {
    afterCommit(tx, () => seen.push('published'));
    await setAge(tx, id, 2);
    throw new Error('aborted');
  });
  await expect(work).rejects.toThrow('aborted');
  expect(seen).toEqual([]);
  expect(await ageOf(id)).toBe(1);
});

test('afterCommit: of several attempts only the effects of the committed one run', async () => {
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

test('afterCommit: an effect that throws undoes nothing and does not stop the others', async () => {
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

test('afterCommit: throws for a transaction that has ended, or was not started by transact', async () => {
  let kept: Tx | undefined;
  await database.transact(async (tx) => {
    kept = tx;
  });
  expect(() => kept && afterCommit(kept, () => undefined)).toThrow('not in flight');
  await database.db.transaction().execute(async (tx) => {
    expect(() => afterCommit(tx, () => undefined)).toThrow('not in flight');
  });
});
