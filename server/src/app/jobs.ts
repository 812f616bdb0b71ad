import type { Log } from '../lib/logger.ts';
import { type RunAs, runUnwatched } from '../lib/run-as.ts';
import type { Services } from './services.ts';

const CLEAN_UP_INTERVAL_MS = 60_000;

/**
 * Starts what is done now and then beside the calls. Every job may run on several servers at once.
 * @param runAs runs each job, by its name
 * @returns stops them and waits for the one under way
 */
export function startJobs(services: Services, log: Log, runAs: RunAs = runUnwatched): () => Promise<void> {
  let underWay: Promise<void> = Promise.resolve();

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

  const timer = setInterval(() => {
    underWay = underWay.then(cleanUp);
  }, CLEAN_UP_INTERVAL_MS);
  timer.unref();
  const stopDeliveries = services.outbox?.start(log, runAs);
  return async () => {
    clearInterval(timer);
    await Promise.all([underWay, stopDeliveries?.()]);
  };
}
