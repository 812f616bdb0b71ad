import { setTimeout as sleep } from 'node:timers/promises';
import { type ConstructorOptions, fromKysely, type Job, PgBoss, type QueueOptions, systemClock } from 'pg-boss';
import type { z } from 'zod';
import type { Database, Tx } from '../db/database.ts';
import { JOB_SCHEMA } from '../db/job-schema.ts';
import { afterCommit } from '../db/transact.ts';
import { createLimitedLog, type LimitedLog } from '../limited-log.ts';
import type { Log } from '../logger.ts';
import { type WithSpan, withoutSpan } from '../with-span.ts';

const HOUR_SECONDS = 3_600;
/** More retries than any outage lasts: no job is ever dropped. */
const UNTIL_DONE = 1_000_000;
/** After a step a job pauses for this multiple of the step's duration: it shares processors and disk. */
const PAUSE_FACTOR = 4;
/** A step that has waited for a lock has used nothing meanwhile. */
const PAUSE_MAX_MS = 2_000;
/** Other jobs of its kind run after this time. */
const SLICE_MS = 10_000;
/** A job that is woken before the database takes it for due would wait for the next poll. */
const WAKE_MARGIN_MS = 50;
/** The time for stopping, less than the server waits for its jobs. */
const STOP_TIMEOUT_MS = 8_000;

/** The settings that every kind of job has in common: one that waits or runs is not added a second time. */
const QUEUE = {
  policy: 'exclusive',
  // A server without a heartbeat for this long has ended; another one takes over its jobs. Twice as long as a call to another
  // system may take, so that no two servers are at it.
  heartbeatSeconds: 22,
  expireInSeconds: 24 * HOUR_SECONDS,
  deleteAfterSeconds: HOUR_SECONDS,
  retentionSeconds: 365 * 24 * HOUR_SECONDS,
} as const satisfies QueueOptions & { policy: string };

/** Jobs that are enqueued: those in steps, and those that call another system. */
const STEPS = {
  pollSeconds: 5,
  queue: { retryLimit: UNTIL_DONE, retryDelay: 2, retryBackoff: true, retryDelayMax: 600 },
} satisfies KindSettings;
const CALLS = {
  pollSeconds: 5,
  queue: { retryLimit: UNTIL_DONE, retryDelay: 5, retryBackoff: true, retryDelayMax: 300 },
} satisfies KindSettings;

/** Schedules of jobs; times are UTC. */
const SCHEDULES = {
  /** The next minute is its retry. */
  minutely: { cron: '* * * * *', missed: 'skip', pollSeconds: 10, queue: { retryLimit: 0 } },
  /** The job runs at three in the morning in Vietnam, or later if no server was there by then. */
  daily: {
    cron: '0 20 * * *',
    missed: 'once',
    pollSeconds: 60,
    queue: { retryLimit: UNTIL_DONE, retryDelay: HOUR_SECONDS },
  },
} as const satisfies Record<string, KindSettings & { cron: string; missed: 'skip' | 'once' }>;

/**
 * The time that passes, whatever the clock of this server is set to: one that is set back must not let every job wait
 * as long. A job is due by the database's time; the difference is measured again each minute, since a sleeping machine
 * counts nothing.
 */
export const jobClock = { ...systemClock, now: () => Math.floor(performance.timeOrigin + performance.now()) };

/** Whether a stored queue has these settings already: to store them takes the time of a commit, for each queue at each start. */
const hasSettings = (stored: QueueOptions, settings: QueueOptions): boolean =>
  Object.entries(settings).every(([name, value]) => stored[name as keyof QueueOptions] === value);

interface KindSettings {
  /** How often each server polls for jobs of the kind; jobs that it enqueues itself start at once. */
  pollSeconds: number;
  queue: QueueOptions;
}

/** A kind of job; the name is stored, so it never changes. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  readonly schema: z.ZodType<Payload>;
  /** The key of a job: of those with the same one waits or runs at a time. */
  readonly keyOf: (payload: Payload) => string;
}

/**
 * One step of a job, short, in a transaction of its own. It does nothing but SQL, and may be done again.
 * @returns the payload of the next step, or null when the job is done
 */
export type JobStep<Payload> = (tx: Tx, payload: Payload) => Promise<Payload | null>;

/** How a job is run: until the signal, and with or without regard for others. */
interface RunContext {
  signal: AbortSignal;
  isPaced: boolean;
}

interface RegisteredKind extends KindSettings {
  name: string;
  schedule?: (typeof SCHEDULES)[keyof typeof SCHEDULES];
  /** @returns with what it is to go on later, if it is not done, decided in the transaction that ends this run */
  work: (data: unknown, context: RunContext) => Promise<(tx: Tx) => Promise<object | null>>;
  keyOf: (data: object) => string;
  /** The runs of this process. */
  runs: { completed: number; failed: number };
}

interface RunOptions {
  log?: Pick<Log, 'warn'> | undefined;
  runAs?: WithSpan | undefined;
}

export interface JobRunnerOptions {
  database: Pick<Database, 'pool' | 'transact'>;
  /** Another clock and connection, for tests. */
  overrides?: Pick<ConstructorOptions, 'clock' | 'db'> | undefined;
  sliceMs?: number;
}

/**
 * Work that takes long or waits, as named jobs of pg-boss in our own database (docs/decisions/040): run by any server, one
 * at a time for each kind and key, retried when it fails, taken up by another server when its server has ended.
 */
export function createJobRunner({ database: { pool, transact }, overrides, sliceMs = SLICE_MS }: JobRunnerOptions) {
  const kinds = new Map<string, RegisteredKind>();
  const workerOf = new Map<string, string>();
  /** Jobs that are being added after a commit. */
  const adding = new Set<Promise<void>>();
  let prepared: Promise<void> | null = null;
  const boss = new PgBoss({
    schema: JOB_SCHEMA,
    db: { executeSql: (text, values) => pool.query(text, values) },
    registerInstance: false,
    openTelemetry: { enabled: false },
    monitorVacuum: false,
    // One of all servers does each of these.
    cronMonitorIntervalSeconds: 10,
    clock: jobClock,
    clockMonitorIntervalSeconds: 60,
    superviseIntervalSeconds: 20,
    monitorIntervalSeconds: 20,
    maintenanceIntervalSeconds: HOUR_SECONDS,
    flowIntervalSeconds: HOUR_SECONDS,
    ...overrides,
  });
  let log: Pick<LimitedLog, 'warn'> = { warn: () => undefined };
  const onError = (error: unknown) => log.warn({ err: error }, 'job polling failed; retrying');
  boss.on('error', onError);
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'job runner warning'));

  async function createQueues(): Promise<void> {
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const { name, queue } of kinds.values()) {
      const { policy, ...settings } = { ...QUEUE, ...queue };
      const stored = known.get(name);
      if (!stored) await boss.createQueue(name, { policy, ...settings });
      else if (!hasSettings(stored, settings)) await boss.updateQueue(name, settings);
    }
  }

  const prepare = (): Promise<void> => {
    prepared ??= createQueues().catch((error) => {
      prepared = null;
      throw error;
    });
    return prepared;
  };

  async function add(
    tx: Tx,
    { name, keyOf }: Pick<RegisteredKind, 'name' | 'keyOf'>,
    payloads: readonly object[],
    delayMs = 0,
  ): Promise<void> {
    const startAfter = Math.ceil(delayMs / 1000);
    const jobs = payloads.map((data) => ({ data, singletonKey: keyOf(data), startAfter }));
    await boss.insert(name, jobs, { db: fromKysely(tx) });
    afterCommit(tx, () => {
      if (startAfter === 0) wake(name);
      // Else the job is left to the next poll after it is due.
      else setTimeout(() => wake(name), startAfter * 1000 + WAKE_MARGIN_MS).unref();
    });
  }

  async function addEach<P extends object>(
    tx: Tx,
    { name, schema, keyOf }: JobKind<P>,
    payloads: readonly P[],
    delayMs = 0,
  ): Promise<void> {
    await prepare();
    const parsed = payloads.map((payload) => schema.parse(payload));
    await add(tx, { name, keyOf: (data) => keyOf(schema.parse(data)) }, parsed, delayMs);
  }

  async function addAll<P extends object>({ name, schema, keyOf }: JobKind<P>, payloads: readonly P[]): Promise<void> {
    await prepare();
    const jobs = payloads.map((payload) => ({ data: schema.parse(payload), singletonKey: keyOf(payload) }));
    await boss.insert(name, jobs);
    wake(name);
  }

  function wake(name: string): void {
    const worker = workerOf.get(name);
    if (worker) boss.notifyWorker(worker);
  }

  async function run(kind: RegisteredKind, job: Job<object>, options: RunOptions, context: RunContext): Promise<void> {
    const { log: jobLog, runAs = withoutSpan } = options;
    const { name, runs } = kind;
    try {
      const findNext = await runAs(name, () => kind.work(job.data, context));
      await transact(async (tx) => {
        await boss.complete(name, job, null, { db: fromKysely(tx) });
        const next = await findNext(tx);
        // The next step goes behind those that wait by now.
        if (next) await add(tx, kind, [next]);
      });
      runs.completed += 1;
    } catch (error) {
      runs.failed += 1;
      jobLog?.warn({ err: error, job: name, jobId: job.id }, 'a job failed; it is tried again');
      // Errors of the database may quote what users wrote, which is not to be stored with the job.
      throw new Error('a job failed; the log of the server says why');
    }
  }

  async function runSteps<P>(step: JobStep<P>, payload: P, { signal, isPaced }: RunContext): Promise<P | null> {
    const endsAt = performance.now() + sliceMs;
    let next: P | null = payload;
    do {
      const current: P = next;
      const startedAt = performance.now();
      next = await transact((tx) => step(tx, current));
      const pauseMs = isPaced ? Math.min(PAUSE_FACTOR * (performance.now() - startedAt), PAUSE_MAX_MS) : 0;
      if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
    } while (next !== null && !signal.aborted && performance.now() < endsAt);
    return next;
  }

  function addKind<Payload extends object>(
    settings: KindSettings,
    { name, schema, keyOf }: JobKind<Payload>,
    work: (payload: Payload, context: RunContext) => ReturnType<RegisteredKind['work']>,
  ): void {
    prepared = null;
    kinds.set(name, {
      ...settings,
      name,
      keyOf: (data) => keyOf(schema.parse(data)),
      runs: { completed: 0, failed: 0 },
      work: async (data, context) => work(schema.parse(data), context),
    });
  }

  return {
    /** States what the steps of a kind of job do; before {@link prepare}. */
    register<Payload extends object>(kind: JobKind<Payload>, step: JobStep<Payload>): void {
      addKind(STEPS, kind, async (payload, context) => {
        const next = await runSteps(step, payload, context);
        return async () => next;
      });
    },

    /**
     * States what a kind of job does that calls another system, in no transaction; before {@link prepare}.
     * @param work ends soon after its signal
     * @param hasMore called when the job ends: work that is enqueued later starts a new job
     */
    registerCall<Payload extends object>(
      kind: JobKind<Payload>,
      work: (payload: Payload, signal: AbortSignal) => Promise<void>,
      hasMore: (tx: Tx, payload: Payload) => Promise<boolean>,
    ): void {
      addKind(CALLS, kind, async (payload, { signal }) => {
        await work(payload, signal);
        return async (tx) => ((await hasMore(tx, payload)) ? payload : null);
      });
    },

    /**
     * States what is done regularly, by one of all servers; before {@link prepare}. Each has a queue of its own, so that
     * one that fails or hangs does not block the others.
     * @param work ends soon after its signal, and is then restarted by another server
     */
    schedule(name: string, when: keyof typeof SCHEDULES, work: (signal: AbortSignal) => Promise<unknown>): void {
      const schedule = SCHEDULES[when];
      prepared = null;
      kinds.set(name, {
        ...schedule,
        name,
        schedule,
        keyOf: () => '',
        runs: { completed: 0, failed: 0 },
        work: async (_data, { signal }) => {
          await work(signal);
          return async () => (signal.aborted ? {} : null);
        },
      });
    },

    /** Makes the queues ready, once; before calls are served. */
    prepare,

    /**
     * Adds a job, which begins once `tx` is committed, unless one with the same key waits or runs.
     * @param delayMs begins it so much later, in whole seconds
     */
    enqueue: <Payload extends object>(tx: Tx, kind: JobKind<Payload>, payload: Payload, delayMs = 0): Promise<void> =>
      addEach(tx, kind, [payload], delayMs),

    /** The same for several jobs, in one statement. */
    enqueueEach: addEach,

    /**
     * Adds jobs once `tx` is committed, and without it: no other transaction waits for it because of a job that both add.
     * Where that fails it is logged; a scheduled job has to find what is left.
     */
    enqueueAfter<Payload extends object>(tx: Tx, kind: JobKind<Payload>, payloads: readonly Payload[]): void {
      afterCommit(tx, () => {
        const added: Promise<void> = addAll(kind, payloads)
          .catch(onError)
          .finally(() => adding.delete(added));
        adding.add(added);
      });
    },

    /** Logs why a part of a job failed that is left out, so that the rest goes on. */
    logFailure: (error: unknown): void => log.warn({ err: error }, 'a part of a job failed; it is left out'),

    /** How many runs of each kind this process has completed, and how many have failed. */
    countRuns: (): ReadonlyMap<string, RegisteredKind['runs']> =>
      new Map([...kinds.values()].map(({ name, runs }) => [name, { ...runs }])),

    /** Runs all jobs that are due, one after the other and without pauses, instead of {@link start}. */
    async runDue(options: RunOptions = {}): Promise<void> {
      const context = { signal: new AbortController().signal, isPaced: false };
      await prepare();
      await Promise.all(adding);
      for (let ran = true; ran; ) {
        ran = false;
        for (const kind of kinds.values()) {
          const [job] = await boss.fetch<object>(kind.name);
          if (!job) continue;
          ran = true;
          await run(kind, job, options, context).then(
            () => boss.complete(kind.name, job),
            (error) => boss.fail(kind.name, job, error),
          );
        }
      }
    },

    /**
     * Runs jobs from now on: at once those that are enqueued here, others when they are due.
     * @returns stops it, and waits a while for the jobs in flight
     */
    async start(
      serverLog: Pick<Log, 'warn' | 'error'>,
      options: Omit<RunOptions, 'log'> = {},
    ): Promise<() => Promise<void>> {
      const stopping = new AbortController();
      log = createLimitedLog(serverLog);
      await prepare();
      const known = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]));
      for (const { name, schedule } of kinds.values()) {
        if (!schedule) continue;
        const { cron, missed } = schedule;
        const stored = known.get(name);
        if (stored?.cron !== cron || stored.options?.missed !== missed)
          await boss.schedule(name, cron, null, { missed });
      }
      await boss.start();
      for (const kind of kinds.values()) {
        const { name, pollSeconds } = kind;
        const work = async ([job]: Job<object>[]) => {
          if (!job) return;
          const signal = AbortSignal.any([stopping.signal, job.signal]);
          try {
            await run(kind, job, { ...options, log: serverLog }, { signal, isPaced: true });
          } finally {
            // The next one that waits is not left to the next poll.
            wake(name);
          }
        };
        workerOf.set(name, await boss.work(name, { pollingIntervalSeconds: pollSeconds }, work));
      }
      return async () => {
        stopping.abort();
        await Promise.all(adding);
        await boss.stop({ close: false, timeout: STOP_TIMEOUT_MS });
      };
    },
  };
}
export type JobRunner = ReturnType<typeof createJobRunner>;
