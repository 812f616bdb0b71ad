import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { afterCommit } from '../db/transact.ts';
import { newId } from '../ids.ts';
import type { Log } from '../logger.ts';
import { type RunAs, runUnwatched } from '../run-as.ts';
import type { JobsStore } from './jobs.store.ts';

/** Jobs of a server that has ended, and those that failed, are looked for this often. */
const CHECK_INTERVAL_MS = 60_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 10 * 60_000;
/** A pause after a step, as a multiple of what the step took: nobody waits for a job, but others use the same processors and disk. */
const PAUSE_FACTOR = 4;

/**
 * One step of a job, short, in the transaction that also stores how far the job has come. It does nothing but SQL.
 * @returns the payload of the next step, or null when the job is done
 */
export type JobStep<Payload> = (tx: Tx, payload: Payload) => Promise<Payload | null>;

/** A kind of job; the name is stored, so it never changes. */
export interface JobKind<Payload> {
  readonly name: string;
  readonly schema: z.ZodType<Payload>;
}

interface JobQueueNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  store: JobsStore;
  clock: Clock;
}

interface RunOptions {
  log?: Pick<Log, 'warn'> | undefined;
  runAs?: RunAs;
  signal?: AbortSignal | undefined;
}

/**
 * Work that takes long, in steps that are committed one by one. A job's row is locked while a step is done, so one server
 * at a time is at it, and any goes on with it once that server has ended, however it ended.
 */
export function createJobQueue({ database: { db, transact }, store, clock }: JobQueueNeeds) {
  const steps = new Map<string, (tx: Tx, payload: unknown) => Promise<unknown>>();
  let wake: () => void = () => undefined;

  /** @returns whether a job was due that no other server was at */
  async function runStep({ log, runAs = runUnwatched }: RunOptions): Promise<boolean> {
    let current: { id: string; name: string; attempts: number } | undefined;
    const work = () =>
      transact(async (tx) => {
        const job = await store.lockDue(tx, [...steps.keys()], clock.now());
        current = job;
        if (!job) return false;
        const next = (await steps.get(job.name)?.(tx, job.payload)) ?? null;
        if (next === null) await store.delete(tx, job.id);
        else await store.setPayload(tx, job.id, next, clock.now());
        return true;
      });
    try {
      return await runAs('job', work);
    } catch (error) {
      if (!current) throw error;
      const { id, name, attempts } = current;
      const retryInMs = Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS);
      log?.warn({ err: error, job: name, jobId: id, retryInMs }, 'a job step failed; it is retried');
      await store.postpone(db, id, new Date(clock.now().getTime() + retryInMs));
      return true;
    }
  }

  return {
    /** States what a step of a kind of job does; before {@link start}. */
    register<Payload>({ name, schema }: JobKind<Payload>, step: JobStep<Payload>): void {
      steps.set(name, async (tx, payload) => step(tx, schema.parse(payload)));
    },

    /** Adds a job, which begins once `tx` is committed. */
    async enqueue<Payload>(tx: Tx, { name, schema }: JobKind<Payload>, payload: Payload): Promise<void> {
      await store.insert(tx, { id: newId(), name, payload: schema.parse(payload), at: clock.now() });
      afterCommit(tx, () => wake());
    },

    /** Runs all steps that are due, without pauses. Several servers may do so at once. */
    async runDue(options: RunOptions = {}): Promise<void> {
      while (!options.signal?.aborted && (await runStep(options)));
    },

    /** How many jobs are not done, at most `most`. */
    countWaiting: (most: number): Promise<number> => store.countUpTo(db, most),

    /**
     * Runs jobs from now on: at once what is enqueued here, each minute what others have left. After each step it pauses
     * for longer than the step took, so that most of the time belongs to the calls.
     * @returns stops it and waits for the step under way
     */
    start(log: Pick<Log, 'warn'>, runAs: RunAs = runUnwatched): () => Promise<void> {
      const stopping = new AbortController();
      const { signal } = stopping;
      let running: Promise<void> | null = null;
      let isWoken = false;

      async function runAll(): Promise<void> {
        while (isWoken && !signal.aborted) {
          isWoken = false;
          try {
            for (;;) {
              const startedAt = performance.now();
              if (signal.aborted || !(await runStep({ log, runAs }))) break;
              const pauseMs = PAUSE_FACTOR * (performance.now() - startedAt);
              await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
            }
          } catch (error) {
            log.warn({ err: error }, 'jobs could not be read; they are read again within a minute');
          }
        }
        running = null;
      }
      wake = () => {
        isWoken = true;
        running ??= runAll();
      };
      const timer = setInterval(() => wake(), CHECK_INTERVAL_MS);
      timer.unref();
      wake();
      return async () => {
        clearInterval(timer);
        stopping.abort();
        wake = () => undefined;
        await running;
      };
    },
  };
}
export type JobQueue = ReturnType<typeof createJobQueue>;
