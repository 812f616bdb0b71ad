import type { Log } from '../../lib/logger.ts';
import type { WithSpan } from '../../lib/with-span.ts';
import { releaseIdle } from '../../moderation/assignments/release-idle.ts';
import { resumeReportClosing } from '../../moderation/closing/decided-reports.ts';
import { foldEvents } from '../../performance/performance.ts';
import { purgeExpiredContent } from '../../posts/purge-content.ts';
import { endSuspensions } from '../../users/end-suspensions.ts';
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
  runAs?: WithSpan,
): Promise<() => Promise<void>> {
  const { jobs, auth, chatImages, users, invitations, reminders } = services;
  const { app, subjectViewers, letterSending, alerts, bulk } = services;
  jobs.schedule('posts.purge', 'minutely', (signal) => purgeExpiredContent(app, signal));
  jobs.schedule('users.end-suspensions', 'minutely', (signal) => endSuspensions(app, signal));
  jobs.schedule('moderation.release-idle', 'minutely', (signal) => releaseIdle(app, subjectViewers, signal));
  jobs.schedule('moderation.remind-of-due', 'minutely', reminders.remindOfDue);
  jobs.schedule('performance.fold-events', 'minutely', (signal) => foldEvents(app, signal));
  jobs.schedule('auth.purge-sessions', 'minutely', auth.purgeExpiredSessions);
  jobs.schedule('auth.purge-challenges', 'minutely', auth.purgeExpiredChallenges);
  jobs.schedule('auth.purge-appeal-tokens', 'minutely', auth.purgeExpiredAppealTokens);
  jobs.schedule('auth.purge-sign-in-ips', 'minutely', auth.purgeOldSignInIps);
  jobs.schedule('administrators.purge-invitations', 'minutely', invitations.purgeExpired);
  jobs.schedule('chat.purge-images', 'minutely', chatImages.drainDeletionQueue);
  jobs.schedule('alerts.purge', 'daily', alerts.purgeOld);
  jobs.schedule('retention', 'daily', retention.run);
  const stop = await jobs.start(log, { runAs });
  await Promise.all([
    users.resumePurges(),
    resumeReportClosing(app),
    letterSending.resumeLetters(),
    bulk.resumeBulks(),
  ]);
  return stop;
}
