import type { Log } from '../lib/logger.ts';
import { type RunAs, runUnwatched } from '../lib/run-as.ts';
import type { Retention } from './retention.ts';
import type { Services } from './services.ts';

const CLEAN_UP_INTERVAL_MS = 60_000;

/**
 * Starts what is done now and then beside the calls. Every job may run on several servers at once.
 * @param retention what is done once a day; each minute it is asked whether that is due
 * @param runAs runs each job, by its name
 * @returns stops them and waits for what is under way, which the daily work breaks off
 */
export function startJobs(
  services: Services,
  retention: Retention,
  log: Log,
  runAs: RunAs = runUnwatched,
): () => Promise<void> {
  const stopping = new AbortController();
  let underWay: Promise<void> = Promise.resolve();
  let daily: Promise<void> | null = null;

  async function cleanUp(): Promise<void> {
    try {
      await runAs('clean-up', async () => {
        await services.posts.removeUnrestorable();
        await services.auth.removeExpiredSessions();
        await services.chatImages.removeLeftovers();
      });
    } catch (error) {
      log.warn({ err: error }, 'clean-up failed; it is tried again in a minute');
    }
  }

  async function removeExpired(): Promise<void> {
    try {
      await runAs('retention', () => retention.run(stopping.signal));
    } catch (error) {
      log.warn({ err: error }, 'what was kept long enough could not all be removed; it is tried again within an hour');
    }
    daily = null;
  }

  const timer = setInterval(() => {
    underWay = underWay.then(cleanUp);
    daily ??= removeExpired();
  }, CLEAN_UP_INTERVAL_MS);
  timer.unref();
  const stopDeliveries = services.outbox?.start(log, runAs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await Promise.all([underWay, daily, stopDeliveries?.()]);
  };
}
