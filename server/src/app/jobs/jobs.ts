import { purgeExpiredInvitations } from '../../administrators/invite-administrator.ts';
import { purgeOldAlerts } from '../../alerts/purge-alerts.ts';
import {
  purgeExpiredAppealTokens,
  purgeExpiredChallenges,
  purgeExpiredSessions,
  purgeOldSignInIps,
} from '../../auth/purge-sign-ins.ts';
import { drainImageDeletions } from '../../chat/images/delete-images.ts';
import type { Log } from '../../lib/logger.ts';
import type { WithSpan } from '../../lib/with-span.ts';
import { endSuspensions } from '../../moderation/actions/end-suspensions.ts';
import { purgeExpiredContent } from '../../moderation/actions/purge-expired-content.ts';
import { releaseIdle } from '../../moderation/assignments/release-idle.ts';
import { resumeBulks } from '../../moderation/bulk/run-bulk.ts';
import { resumeReportClosing } from '../../moderation/closing/decided-reports.ts';
import { resumeLetters } from '../../moderation/letters/letter-sending.ts';
import { remindOfDue } from '../../moderation/reminders/remind-of-due.ts';
import { escalateOverdue } from '../../moderation/subjects/escalate-overdue.ts';
import { recomputePriorities } from '../../moderation/subjects/recompute-priorities.ts';
import { foldEvents } from '../../performance/performance.ts';
import { resumePurges } from '../delete-user.ts';
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
  const { app, jobs, subjectViewers } = services;
  jobs.schedule('posts.purge', 'minutely', (signal) => purgeExpiredContent(app, signal));
  jobs.schedule('users.end-suspensions', 'minutely', (signal) => endSuspensions(app, signal));
  jobs.schedule('moderation.release-idle', 'minutely', (signal) => releaseIdle(app, subjectViewers, signal));
  jobs.schedule('moderation.escalate-overdue', 'minutely', (signal) => escalateOverdue(app, signal));
  jobs.schedule('moderation.recompute-priorities', 'minutely', (signal) => recomputePriorities(app, signal));
  jobs.schedule('moderation.remind-of-due', 'minutely', (signal) => remindOfDue(app, signal));
  jobs.schedule('performance.fold-events', 'minutely', (signal) => foldEvents(app, signal));
  jobs.schedule('auth.purge-sessions', 'minutely', (signal) => purgeExpiredSessions(app, signal));
  jobs.schedule('auth.purge-challenges', 'minutely', () => purgeExpiredChallenges(app));
  jobs.schedule('auth.purge-appeal-tokens', 'minutely', () => purgeExpiredAppealTokens(app));
  jobs.schedule('auth.purge-sign-in-ips', 'minutely', (signal) => purgeOldSignInIps(app, signal));
  jobs.schedule('administrators.purge-invitations', 'minutely', () => purgeExpiredInvitations(app));
  jobs.schedule('chat.purge-images', 'minutely', (signal) => drainImageDeletions(app, signal));
  jobs.schedule('alerts.purge', 'daily', (signal) => purgeOldAlerts(app, signal));
  jobs.schedule('retention', 'daily', retention.run);
  const stop = await jobs.start(log, { runAs });
  await Promise.all([resumePurges(app), resumeReportClosing(app), resumeLetters(app), resumeBulks(app)]);
  return stop;
}
