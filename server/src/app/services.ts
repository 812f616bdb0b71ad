import { PRESENCE_GRACE_MS } from '@hai-dang/contract/constants.ts';
import { createAccountService } from '../account/account.service.ts';
import { createAuditRetention } from '../audit/audit.retention.service.ts';
import { createAuditService } from '../audit/audit.service.ts';
import { createAuthService } from '../auth/auth.service.ts';
import { countsInDatabase, countsInRedis } from '../auth/login-counts.ts';
import { createLoginLimiter } from '../auth/login-limiter.ts';
import { createSecondFactors } from '../auth/second-factors.service.ts';
import { createCannedRepliesService } from '../chat/canned-replies/canned-replies.service.ts';
import { imageFolder } from '../chat/images/chat-images.keys.ts';
import { createChatImages } from '../chat/images/chat-images.service.ts';
import { createChatListing } from '../chat/list/chat-list.service.ts';
import { createChatService } from '../chat/messages/messages.service.ts';
import { createChatSending } from '../chat/messages/sending.ts';
import { createPresenceService } from '../chat/presence/presence.service.ts';
import { createPresence } from '../chat/presence/presence.ts';
import { createSharedPresence, singleServerPresence } from '../chat/presence/shared-presence.ts';
import { createViewersService } from '../chat/presence/viewers.service.ts';
import { createChatSearch } from '../chat/search/message-search.service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Cluster } from '../lib/cluster/cluster.ts';
import type { Database } from '../lib/db/database.ts';
import { createImageProcessor } from '../lib/images/image-processor.ts';
import type { ImageStore } from '../lib/images/image-store.ts';
import { createJobRunner, type JobRunnerNeeds } from '../lib/jobs/job-runner.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import { createSharedViewers, singleServerViewers } from '../lib/realtime/shared-viewers.ts';
import { createViewers } from '../lib/realtime/viewers.ts';
import { createMediaRetention } from '../media/media.retention.service.ts';
import { createAppealClosing } from '../moderation/appeals/appeals.closing.service.ts';
import { createAppealsService } from '../moderation/appeals/appeals.service.ts';
import { createAssignmentsService } from '../moderation/assignments/assignments.service.ts';
import { createSubjectViewersService } from '../moderation/assignments/subject-viewers.service.ts';
import { createDecisionReversal } from '../moderation/decisions/decisions.reversal.ts';
import { createDecisionsService } from '../moderation/decisions/decisions.service.ts';
import { createLetterSending } from '../moderation/letters/letters.sending.ts';
import { createLettersService } from '../moderation/letters/letters.service.ts';
import { createLetterTemplates } from '../moderation/letters/templates.service.ts';
import { createNotesService } from '../moderation/notes/notes.service.ts';
import { createNoticesService } from '../moderation/notices/notices.service.ts';
import { createPoliciesService } from '../moderation/policies/policies.service.ts';
import { createRecordService } from '../moderation/record/record.service.ts';
import { createReminders } from '../moderation/reminders/reminders.service.ts';
import { createSettingsService } from '../moderation/settings/settings.service.ts';
import { createSubjectsService } from '../moderation/subjects/subjects.service.ts';
import { createTimelineService } from '../moderation/timeline/timeline.service.ts';
import type { Firebase } from '../notifications/firebase.ts';
import { createNotificationsService } from '../notifications/notifications.service.ts';
import type { NotificationSink } from '../notifications/notifications.sink.ts';
import { createOutbox } from '../notifications/outbox.service.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { createReportCases } from '../reports/cases/cases.service.ts';
import { createDecidedReports } from '../reports/cases/decided-reports.service.ts';
import { createReportClosing } from '../reports/closing/closing.service.ts';
import { createReportsRetention } from '../reports/evidence/evidence.retention.service.ts';
import { createReportEvidence } from '../reports/evidence/evidence.ts';
import { createEvidenceFiles } from '../reports/evidence/evidence-files.ts';
import { createReportFilingService } from '../reports/filing/filing.service.ts';
import { createReportsService } from '../reports/reports.service.ts';
import { createStatsService } from '../stats/stats.service.ts';
import { createUsersService } from '../users/users.service.ts';
import { createWorkService } from '../work/work.service.ts';

interface ServicesNeeds {
  database: Database;
  clock: Clock;
  /** Where images are stored: the chat's, and the copies that are evidence. */
  images: ImageStore;
  /** Emits to open sockets; `noopPublisher` in a process that has none. */
  publisher: Publisher;
  /** The other servers; without it there is only this one. */
  cluster?: Cluster | undefined;
  /** Grace period before an account without sockets counts as offline; 5 s (specification) unless a test shortens it. */
  presenceGraceMs?: number | undefined;
  /** Whether an administrator without two-factor can do nothing but enrol. */
  requireSecondFactor?: boolean | undefined;
  /** What the images that one user sends may take in the store; unlimited unless it is set. */
  userImagesMaxBytes?: number | undefined;
  /** A second store of notifications beside our own tables, if any. */
  notificationSink?: NotificationSink | undefined;
  /** Another clock for the jobs, in tests. */
  jobOverrides?: JobRunnerNeeds['overrides'] | undefined;
  /** Lets browsers sign in to Firebase, where notifications go there. */
  mintFirebaseToken?: Firebase['mintToken'] | undefined;
}

/** Puts the features together: what each needs of the others is given here. */
export function createServices(needs: ServicesNeeds) {
  const { database, clock, publisher, cluster, notificationSink: sink, mintFirebaseToken = null } = needs;
  const { db } = database;
  const mediaRetention = createMediaRetention({
    db,
    images: needs.images,
    clock,
    chatFolderOf: imageFolder,
  });
  const images = mediaRetention.withPurgeGuard(needs.images);
  const { presenceGraceMs: graceMs = PRESENCE_GRACE_MS } = needs;
  const audit = createAuditService({ db, clock });
  const loginCounts = cluster ? countsInRedis(cluster.client) : countsInDatabase(database.pool);
  const limiter = createLoginLimiter(loginCounts);
  const secondFactors = createSecondFactors({ db, clock });
  const subjects = createSubjectsService({ publisher, clock });
  const notices = createNoticesService({ db, subjects, clock });
  const auth = createAuthService({
    database,
    secondFactors,
    notices,
    audit,
    limiter,
    publisher,
    clock,
    requireSecondFactor: needs.requireSecondFactor ?? false,
  });
  const jobs = createJobRunner({ database, overrides: needs.jobOverrides });
  const outbox = sink ? createOutbox({ database, sink, jobs }) : null;
  const posts = createPostsService({ database, subjects, audit, clock });
  const notifications = createNotificationsService({
    database,
    outbox,
    audit,
    publisher,
    clock,
    mintFirebaseToken,
  });
  const decidedReports = createDecidedReports({ database, jobs, notifications, subjects, publisher, clock });
  const reportCases = createReportCases({
    database,
    decidedReports,
    notifications,
    subjects,
    audit,
    publisher,
    clock,
  });
  const ownPresence = createPresence({ graceMs });
  const ownViewers = createViewers();
  const viewers = cluster ? createSharedViewers({ own: ownViewers, ...cluster }) : singleServerViewers(ownViewers);
  const ownSubjectViewers = createViewers();
  const subjectViewers = createSubjectViewersService({
    subjects,
    viewers: cluster
      ? createSharedViewers({ own: ownSubjectViewers, ...cluster, name: 'subject-viewers', reachesAll: true })
      : singleServerViewers(ownSubjectViewers),
    publisher,
    db,
  });
  const presence = createPresenceService({
    database,
    presence: cluster ? createSharedPresence(ownPresence, cluster.registry) : singleServerPresence(ownPresence),
    publisher,
    clock,
  });
  const sending = createChatSending({ database, publisher, clock });
  const chat = createChatService({ database, sending, presence, publisher, clock });
  const processor = createImageProcessor();
  const chatImages = createChatImages({
    database,
    chat,
    sending,
    presence,
    images,
    processor,
    clock,
    quotaBytes: needs.userImagesMaxBytes ?? Number.MAX_SAFE_INTEGER,
  });
  const policies = createPoliciesService({ database, audit, publisher, clock });
  const settings = createSettingsService({ database, audit, publisher, clock });
  const letterTemplates = createLetterTemplates({ database, policies, audit, publisher, clock });
  const letters = createLettersService({ subjects, templates: letterTemplates, settings, jobs, clock });
  const users = createUsersService({
    database,
    jobs,
    auth,
    secondFactors,
    posts,
    notifications,
    chat,
    letters,
    chatImages,
    reportClosing: createReportClosing({ cases: reportCases, subjects }),
    appealClosing: createAppealClosing({ subjects, notifications, clock }),
    subjects,
    audit,
    clock,
  });
  const reversal = createDecisionReversal({
    subjects,
    users,
    posts,
    decidedReports,
    letters,
    notifications,
    publisher,
    clock,
  });
  const decisions = createDecisionsService({
    database,
    subjects,
    policies,
    settings,
    users,
    posts,
    cases: reportCases,
    decidedReports,
    reversal,
    letters,
    audit,
    clock,
  });
  const reports = createReportsService({
    database,
    posts,
    cases: reportCases,
    decidedReports,
    users,
    notifications,
    subjects,
    audit,
    publisher,
    clock,
  });
  const chatListing = createChatListing({ db, users, presence, clock });
  const appeals = createAppealsService({
    database,
    subjects,
    notices,
    decisions,
    reversal,
    letters,
    policies,
    settings,
    users,
    notifications,
    cases: reportCases,
    audit,
    publisher,
    clock,
  });
  const assignments = createAssignmentsService({
    database,
    subjects,
    viewers: subjectViewers,
    decisions,
    cases: reportCases,
    notifications,
    clock,
  });
  const evidence = createReportEvidence({ files: createEvidenceFiles({ images }) });
  return {
    audit,
    jobs,
    auditRetention: createAuditRetention({ database, audit, clock }),
    auth,
    account: createAccountService({ database, auth, secondFactors, audit }),
    notifications,
    outbox,
    users,
    posts,
    reports,
    reportFiling: createReportFilingService({
      database,
      evidence,
      notifications,
      subjects,
      posts,
      letters,
      settings,
      policies,
      publisher,
      clock,
    }),
    decidedReports,
    reminders: createReminders({ database, cases: reportCases, notifications, clock }),
    reportsRetention: createReportsRetention({ database, clock }),
    mediaRetention,
    presence,
    chat,
    chatSending: sending,
    chatImages,
    imageProcessor: processor,
    chatViewers: createViewersService({ db, chat, viewers, publisher }),
    chatListing,
    chatSearch: createChatSearch({ db }),
    cannedReplies: createCannedRepliesService({ database, audit, publisher, clock }),
    policies,
    settings,
    letters,
    letterTemplates,
    letterSending: createLetterSending({ database, subjects, chat, jobs, clock }),
    decisions,
    subjectViewers,
    assignments,
    notes: createNotesService({
      database,
      subjects,
      decisions,
      cases: reportCases,
      notifications,
      publisher,
      clock,
    }),
    notices,
    appeals,
    timeline: createTimelineService({ db, users }),
    records: createRecordService({ db, users, clock }),
    stats: createStatsService({ db, clock }),
    work: createWorkService({ reports, assignments, appeals, chatListing }),
  };
}
export type Services = ReturnType<typeof createServices>;
