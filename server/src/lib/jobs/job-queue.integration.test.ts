import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestClock } from '../../testing/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createJobQueue, type JobKind, type JobStep } from './job-queue.ts';
import { jobsStore } from './jobs.store.ts';

const COUNT = { name: 'test.count', schema: z.object({ left: z.int() }) } satisfies JobKind<{ left: number }>;
type Count = { left: number };

let database: TestDatabase;
const clock = createTestClock();
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const queueOf = (step: JobStep<Count>) => {
  const queue = createJobQueue({ database, store: jobsStore, clock });
  queue.register(COUNT, step);
  return queue;
};
const add = (queue: ReturnType<typeof queueOf>, left: number) =>
  database.transact((tx) => queue.enqueue(tx, COUNT, { left }));
const countDown: JobStep<Count> = async (_tx, { left }) => (left > 1 ? { left: left - 1 } : null);

test('runDue: a job runs step by step, each with the payload that the step before left, and is gone then', async () => {
  const seen: number[] = [];
  const queue = queueOf((tx, payload) => {
    seen.push(payload.left);
    return countDown(tx, payload);
  });
  await add(queue, 3);
  await queue.runDue();
  expect(seen).toEqual([3, 2, 1]);
  expect(await queue.countWaiting(10)).toBe(0);
});

test('enqueue: a job of a transaction that is rolled back never runs', async () => {
  const queue = queueOf(countDown);
  const enqueued = database.transact(async (tx) => {
    await queue.enqueue(tx, COUNT, { left: 1 });
    throw new Error('no');
  });
  await expect(enqueued).rejects.toThrow('no');
  expect(await queue.countWaiting(10)).toBe(0);
});

test('runDue: of several jobs none waits for the end of another', async () => {
  const seen: number[] = [];
  const queue = queueOf(async (_tx, { left }) => {
    seen.push(left);
    clock.advance(1);
    return left % 10 > 1 ? { left: left - 1 } : null;
  });
  await add(queue, 12);
  await add(queue, 22);
  await queue.runDue();
  expect(seen).toHaveLength(4);
  expect(new Set(seen.slice(0, 2))).toEqual(new Set([12, 22]));
});

test('runDue: a step that fails leaves nothing, and is done again once its pause is over', async () => {
  let fails = true;
  const lines: unknown[] = [];
  const queue = queueOf(async (tx, payload) => {
    await tx
      .insertInto('app_meta')
      .values({ key: `step ${payload.left}`, value: '1' })
      .execute();
    if (fails && payload.left === 1) throw new Error('broken');
    return countDown(tx, payload);
  });
  await add(queue, 2);
  await queue.runDue({ log: { warn: (line: unknown) => void lines.push(line) } });
  const done = async () => (await database.db.selectFrom('app_meta').select('key').execute()).map(({ key }) => key);
  expect(await done()).toEqual(['step 2']);
  expect(lines).toEqual([expect.objectContaining({ job: 'test.count', retryInMs: 5_000 })]);
  fails = false;
  await queue.runDue();
  expect(await queue.countWaiting(10)).toBe(1);
  clock.advance(5_000);
  await queue.runDue();
  expect((await done()).sort()).toEqual(['step 1', 'step 2']);
  expect(await queue.countWaiting(10)).toBe(0);
});

test('runDue: a job that another server is at is left alone', async () => {
  let finish: () => void = () => undefined;
  let isAtIt: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    isAtIt = resolve;
  });
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const first = queueOf(async () => {
    isAtIt();
    await finished;
    return null;
  });
  let ran = 0;
  const second = queueOf(async () => {
    ran += 1;
    return null;
  });
  await add(first, 1);
  const running = first.runDue();
  await begun;
  await second.runDue();
  expect(ran).toBe(0);
  finish();
  await running;
  expect(await second.countWaiting(10)).toBe(0);
});

test('runDue: a job of a kind that this version does not know stays for the servers that do', async () => {
  await add(queueOf(countDown), 1);
  const other = createJobQueue({ database, store: jobsStore, clock });
  other.register({ name: 'test.other', schema: z.object({}) }, async () => null);
  await other.runDue();
  expect(await other.countWaiting(10)).toBe(1);
  await queueOf(countDown).runDue();
  expect(await other.countWaiting(10)).toBe(0);
});

test('start: runs what is enqueued without being asked, and what was left before; stopping ends it after a step', async () => {
  const queue = queueOf(countDown);
  await add(queue, 2);
  const stop = queue.start({ warn: () => undefined });
  await expect.poll(() => queue.countWaiting(10)).toBe(0);
  await add(queue, 2);
  await expect.poll(() => queue.countWaiting(10)).toBe(0);
  await add(queue, 1_000_000);
  await stop();
  expect(await queue.countWaiting(10)).toBe(1);
});
