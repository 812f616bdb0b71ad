import { HOUR_MS, MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createJobsClock, endPauses } from '../../testing/jobs-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createLogger } from '../logger.ts';
import { createJobRunner, type JobKind, type JobRunner, type JobRunnerOptions, type JobStep } from './job-runner.ts';

type Count = { key: string; left: number };
const COUNT: JobKind<Count> = {
  name: 'test.count',
  schema: z.object({ key: z.string(), left: z.int() }),
  keyOf: ({ key }) => key,
};
const WITHIN = { timeout: 10_000 };
const silent = createLogger({ level: 'silent' });

let database: TestDatabase;
let jobsClock: ReturnType<typeof createJobsClock>;
const stops: Array<() => Promise<void>> = [];
beforeEach(async () => {
  database = await createTestDatabase();
  jobsClock = createJobsClock(database);
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await jobsClock.close();
  await database.close();
});

const newRunner = (options: Omit<JobRunnerOptions, 'database'> = {}) => createJobRunner({ database, ...options });
const runnerOf = (step: JobStep<Count>, options?: Omit<JobRunnerOptions, 'database'>) => {
  const runner = newRunner(options);
  runner.register(COUNT, step);
  return runner;
};
/** Starts a server's runner on the test clock. */
async function serve(prepare: (runner: JobRunner) => void): Promise<JobRunner> {
  const runner = newRunner({ overrides: jobsClock.overrides });
  prepare(runner);
  stops.push(await runner.start(silent));
  return runner;
}
const add = (runner: JobRunner, left: number, key = 'a') =>
  database.transact((tx) => runner.enqueue(tx, COUNT, { key, left }));
const countDown: JobStep<Count> = async (_tx, { left, ...rest }) => (left > 1 ? { ...rest, left: left - 1 } : null);
const unfinished = async (...names: string[]) => {
  const { rows } = await database.pool.query(
    `select state, retry_count as attempts, extract(epoch from start_after - now())::int as "dueIn" from pgboss.job
      where name = any($1) and state < 'completed'`,
    [names.length > 0 ? names : ['test.count']],
  );
  return rows;
};

describe('createJobRunner: a job in steps', () => {
  test('runDue: each step gets the payload of the step before, and the job is deleted at the end', async () => {
    const seen: number[] = [];
    const runner = runnerOf((tx, payload) => {
      seen.push(payload.left);
      return countDown(tx, payload);
    });
    await add(runner, 3);
    await runner.runDue();
    expect(seen).toEqual([3, 2, 1]);
    expect(await unfinished()).toEqual([]);
  });

  test('enqueue: in a transaction that is rolled back adds no job', async () => {
    const runner = runnerOf(countDown);
    const enqueued = database.transact(async (tx) => {
      await runner.enqueue(tx, COUNT, { key: 'a', left: 1 });
      throw new Error('no');
    });
    await expect(enqueued).rejects.toThrow('no');
    expect((await database.pool.query('select from pgboss.job')).rowCount).toBe(0);
  });

  test('enqueue: a waiting job is not added a second time, one with another key is', async () => {
    const runner = runnerOf(countDown);
    for (const key of ['a', 'b', 'a']) await add(runner, 1, key);
    expect(await unfinished()).toHaveLength(2);
  });

  test('enqueue: a job with a delay is started once that is over, by a server that started later', async () => {
    const seen: number[] = [];
    const prepare = (runner: JobRunner) =>
      runner.register(COUNT, async (_tx, { left }) => {
        seen.push(left);
        return null;
      });
    const runner = await serve(prepare);
    await database.transact((tx) => runner.enqueue(tx, COUNT, { key: 'a', left: 1 }, 15_000));
    await jobsClock.tick(14_000);
    expect(seen).toEqual([]);
    await Promise.all(stops.splice(0).map((stop) => stop()));
    await jobsClock.skip(60_000);
    await serve(prepare);
    await jobsClock.tick(6_000);
    await vi.waitFor(() => expect(seen).toEqual([1]), WITHIN);
  });

  test('runDue: several jobs run in parallel', async () => {
    const seen: string[] = [];
    const step: JobStep<Count> = async (tx, payload) => {
      seen.push(payload.key + payload.left);
      return countDown(tx, payload);
    };
    const runner = runnerOf(step, { sliceMs: 0 });
    await add(runner, 2, 'a');
    await add(runner, 2, 'b');
    await runner.runDue();
    expect(seen).toEqual(['a2', 'b2', 'a1', 'b1']);
    expect(await unfinished()).toEqual([]);
  });

  test('runDue: a step that fails is rolled back, logged, and retried after its pause', async () => {
    let fails = true;
    const lines: unknown[] = [];
    const runner = runnerOf(async (tx, payload) => {
      await tx
        .insertInto('app_meta')
        .values({ key: `step ${payload.left}`, value: '1' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      if (fails && payload.left === 1) throw new Error('broken');
      return countDown(tx, payload);
    });
    await add(runner, 2);
    await runner.runDue({ log: { warn: (line: unknown) => void lines.push(line) } });
    const done = async () => (await database.db.selectFrom('app_meta').select('key').execute()).map(({ key }) => key);
    expect(await done()).toEqual(['step 2']);
    expect(lines).toEqual([expect.objectContaining({ job: 'test.count', err: new Error('broken') })]);
    await runner.runDue();
    const [job] = await unfinished();
    expect(job.state).toBe('retry');
    expect(job.dueIn).toBeGreaterThan(0);
    fails = false;
    await endPauses(database);
    await runner.runDue();
    expect((await done()).sort()).toEqual(['step 1', 'step 2']);
    expect(await unfinished()).toEqual([]);
  });

  test('runDue: a job that keeps failing does not stop others, and is retried at growing intervals', async () => {
    const runner = runnerOf(async (tx, payload) => {
      if (payload.key === 'broken') throw new Error('broken');
      return countDown(tx, payload);
    });
    await add(runner, 1, 'broken');
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await add(runner, 1, `fine ${attempt}`);
      await runner.runDue();
      const jobs = await unfinished();
      expect(jobs).toMatchObject([{ state: 'retry' }]);
      pauses.push(jobs[0].dueIn);
      await endPauses(database);
    }
    expect(pauses[0]).toBeLessThan(10);
    expect(pauses.at(-1)).toBeGreaterThan(300);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(600);
  });

  test('runDue: a job leased by another server is left alone', async () => {
    const [isBegun, isFree] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = runnerOf(async () => {
      isBegun.resolve();
      await isFree.promise;
      return null;
    });
    let ran = 0;
    const second = runnerOf(async () => {
      ran += 1;
      return null;
    });
    await add(first, 1);
    const running = first.runDue();
    await isBegun.promise;
    await add(second, 1);
    await second.runDue();
    expect(ran).toBe(0);
    isFree.resolve();
    await running;
    expect(await unfinished()).toEqual([]);
  });

  test('runDue: a job of an unknown type stays for servers of another version', async () => {
    await add(runnerOf(countDown), 1);
    const other = newRunner();
    other.register({ ...COUNT, name: 'test.other' }, countDown);
    await other.runDue();
    expect(await unfinished()).toHaveLength(1);
    await runnerOf(countDown).runDue();
    expect(await unfinished()).toEqual([]);
  });

  test('start: runs newly enqueued and leftover jobs at once; stop ends it after a step', async () => {
    const runner = runnerOf(countDown);
    await add(runner, 2);
    const stop = await runner.start(silent);
    await expect.poll(() => unfinished(), WITHIN).toEqual([]);
    await add(runner, 2);
    await expect.poll(() => unfinished(), WITHIN).toEqual([]);
    await add(runner, 1_000_000);
    await stop();
    expect(await unfinished()).toMatchObject([{ state: 'created' }]);
  });

  test('start: the job of a server that was killed is taken over by another within a minute', async () => {
    const [isBegun, isFree] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Its later log lines are ignored.
    const killed = runnerOf(async () => {
      isBegun.resolve();
      await isFree.promise;
      return null;
    });
    await add(killed, 1);
    const dying = killed.runDue();
    await isBegun.promise;
    let ran = 0;
    await serve((runner) =>
      runner.register(COUNT, async () => {
        ran += 1;
        return null;
      }),
    );
    await jobsClock.tick(MINUTE_MS);
    await vi.waitFor(async () => expect(await unfinished()).toEqual([]), WITHIN);
    expect(ran).toBe(1);
    isFree.resolve();
    await dying;
  });
});

describe('createJobRunner: a scheduled job', () => {
  test('is run by one of several servers, once each minute', async () => {
    await setClock(beforeNextMinute());
    const currentMinute = () => Math.floor(jobsClock.now() / MINUTE_MS);
    const ran: number[] = [];
    const schedule = (runner: JobRunner) =>
      runner.schedule('test.minutely', 'minutely', async () => {
        ran.push(currentMinute());
      });
    await serve(schedule);
    await serve(schedule);
    await jobsClock.tick(MINUTE_MS);
    // A server that has started late runs the minute before, too.
    await vi.waitFor(async () => {
      expect(ran.length).toBeGreaterThan(0);
      expect(await unfinished('test.minutely', '__pgboss__send-it')).toEqual([]);
    }, WITHIN);
    const first = ran.length;
    const minutes: number[] = [];
    for (let minute = 0; minute < 5; minute += 1) {
      await jobsClock.tick(MINUTE_MS);
      minutes.push(currentMinute());
      await vi.waitFor(() => expect(ran.slice(first)).toEqual(minutes), WITHIN);
    }
  });

  test('that fails or hangs does not stop others, and one that hangs is not started a second time', async () => {
    const runs = { fine: 0, failing: 0, hanging: 0 };
    const isFree = Promise.withResolvers<void>();
    const schedule = (runner: JobRunner) => {
      runner.schedule('test.failing', 'minutely', async () => {
        runs.failing += 1;
        throw new Error('broken');
      });
      runner.schedule('test.hanging', 'minutely', async () => {
        runs.hanging += 1;
        await isFree.promise;
      });
      runner.schedule('test.fine', 'minutely', async () => {
        runs.fine += 1;
      });
    };
    await serve(schedule);
    await serve(schedule);
    for (let minute = 0; minute < 4; minute += 1) await jobsClock.tick(MINUTE_MS);
    await vi.waitFor(() => {
      expect(runs.fine).toBeGreaterThanOrEqual(3);
      expect(runs.failing).toBeGreaterThanOrEqual(3);
    }, WITHIN);
    expect(runs.hanging).toBe(1);
    isFree.resolve();
  });

  test('daily: runs once a day, and a second time after an hour if it failed', async () => {
    await setClock(nextEvening());
    const fails = [true, false, false];
    let runs = 0;
    const schedule = (runner: JobRunner) =>
      runner.schedule('test.daily', 'daily', async () => {
        runs += 1;
        if (fails[runs - 1]) throw new Error('broken');
      });
    await serve(schedule);
    await serve(schedule);
    const expectRuns = async (count: number) => {
      await jobsClock.tick(3 * MINUTE_MS);
      await vi.waitFor(() => expect(runs).toBe(count), WITHIN);
    };
    await expectRuns(0);
    await expectRuns(1);
    await jobsClock.skip(50 * MINUTE_MS);
    await expectRuns(1);
    await jobsClock.skip(10 * MINUTE_MS);
    await expectRuns(2);
    await jobsClock.skip(22 * HOUR_MS);
    await expectRuns(2);
    await jobsClock.skip(HOUR_MS);
    await expectRuns(3);
  });

  test('daily: runs as soon as a server starts, if none ran at its time', async () => {
    await setClock(nextEvening());
    let runs = 0;
    const schedule = (runner: JobRunner) =>
      runner.schedule('test.daily', 'daily', async () => {
        runs += 1;
      });
    await serve(schedule);
    await jobsClock.tick(MINUTE_MS);
    await jobsClock.skip(5 * HOUR_MS);
    expect(runs).toBe(0);
    await jobsClock.tick(2 * MINUTE_MS);
    await vi.waitFor(() => expect(runs).toBe(1), WITHIN);
  });
});

async function setClock(start: Date): Promise<void> {
  await jobsClock.close();
  jobsClock = createJobsClock(database, start);
}

/** Ten seconds before a minute: its jobs run long before the next one. */
const beforeNextMinute = () => new Date(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS - 10_000);

/** Four minutes before the daily jobs. */
function nextEvening(): Date {
  const at = new Date(Date.now() + 24 * HOUR_MS);
  at.setUTCHours(19, 56, 0, 0);
  return at;
}
