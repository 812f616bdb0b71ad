import type { Log } from '../../lib/logger.ts';
import { type RunAs, runUnwatched } from '../../lib/run-as.ts';
import type { Services } from '../services.ts';
import type { Retention } from './retention.ts';

const CLEAN_UP_INTERVAL_MS = 60_000;

/**
 * Starts the jobs that run beside the calls. Every job may run on several servers at once. Each is started once a minute
 * unless its own last run is still in flight, and one that fails or hangs keeps no other from running.
 * @param retention what is done once a day; each minute it is asked whether that is due
 * @param runAs runs each job, by its name
 * @returns stops them and waits for those in flight, which are aborted between two batches
 */
export function startJobs(
  services: Services,
  retention: Retention,
  log: Log,
  runAs: RunAs = runUnwatched,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const cleanUp = (what: string, work: (signal: AbortSignal) => Promise<void>) =>
    skipWhileInFlight(async () => {
      try {
        await runAs('clean-up', () => work(signal));
      } catch (error) {
        log.warn({ err: error, what }, 'clean-up failed; it is tried again in a minute');
      }
    });
  const jobs = [
    cleanUp('deleted content', services.posts.removeUnrestorable),
    cleanUp('expired sessions', services.auth.removeExpiredSessions),
    cleanUp('expired login challenges', services.auth.removeExpiredChallenges),
    cleanUp('old addresses of sign-ins', services.auth.removeOldSignInAddresses),
    cleanUp('images of deleted conversations', services.chatImages.removeLeftovers),
    skipWhileInFlight(async () => {
      try {
        await runAs('retention', () => retention.run(signal));
      } catch (error) {
        log.warn({ err: error }, 'retention failed; it is tried again within an hour');
      }
    }),
  ];
  const timer = setInterval(() => {
    for (const job of jobs) job.start();
  }, CLEAN_UP_INTERVAL_MS);
  timer.unref();
  const stopDeliveries = services.outbox?.start(log, runAs);
  const stopQueue = services.jobs.start(log, runAs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await Promise.all([...jobs.map((job) => job.inFlight()), stopDeliveries?.(), stopQueue()]);
  };
}

/** @param run never rejects */
function skipWhileInFlight(run: () => Promise<void>) {
  let inFlight: Promise<void> | null = null;
  return {
    start(): void {
      inFlight ??= run().finally(() => {
        inFlight = null;
      });
    },
    inFlight: () => inFlight,
  };
}
