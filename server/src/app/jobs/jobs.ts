import type { Log } from '../../lib/logger.ts';
import type { RunAs } from '../../lib/run-as.ts';
import type { Services } from '../services.ts';
import type { Retention } from './retention.ts';

/**
 * Starts the jobs: those that the services enqueue, and what is done each minute and each day, by one of all servers.
 * @param runAs runs each job, by its name
 * @returns stops them and waits for those in flight, which end soon and are taken up by another server
 */
export async function startJobs(
  services: Services,
  retention: Retention,
  log: Log,
  runAs?: RunAs,
): Promise<() => Promise<void>> {
  const { jobs, posts, auth, chatImages, users } = services;
  jobs.schedule('posts.purge', 'minutely', posts.removeUnrestorable);
  jobs.schedule('auth.purge-sessions', 'minutely', auth.removeExpiredSessions);
  jobs.schedule('auth.purge-challenges', 'minutely', auth.removeExpiredChallenges);
  jobs.schedule('auth.purge-sign-in-ips', 'minutely', auth.removeOldSignInAddresses);
  jobs.schedule('chat.purge-images', 'minutely', chatImages.removeLeftovers);
  jobs.schedule('retention', 'daily', retention.run);
  const stop = await jobs.start(log, { runAs });
  await users.resumePurges();
  return stop;
}
