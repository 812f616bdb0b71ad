import { PRESENCE_GRACE_MS } from '@hai-dang/contract/constants.ts';
import { createAccountService } from '../account/account.service.ts';
import { createAuditRetention } from '../audit/audit.retention.service.ts';
import { auditRetentionStore } from '../audit/audit.retention.store.ts';
import { createAuditService } from '../audit/audit.service.ts';
import { auditStore } from '../audit/audit.store.ts';
import { createAuthService } from '../auth/auth.service.ts';
import { authStore } from '../auth/auth.store.ts';
import { loginChallengesStore } from '../auth/login-challenges.store.ts';
import { countsInDatabase, countsInRedis } from '../auth/login-counts.ts';
import { createLoginLimiter } from '../auth/login-limiter.ts';
import { createSecondFactors } from '../auth/second-factors.service.ts';
import { secondFactorsStore } from '../auth/second-factors.store.ts';
import { createCannedRepliesService } from '../chat/canned-replies/canned-replies.service.ts';
import { cannedRepliesStore } from '../chat/canned-replies/canned-replies.store.ts';
import { imageFolder } from '../chat/images/chat-images.keys.ts';
import { createChatImages } from '../chat/images/chat-images.service.ts';
import { chatImagesStore } from '../chat/images/chat-images.store.ts';
import { createChatListing } from '../chat/list/chat-list.service.ts';
import { chatListingStore } from '../chat/list/chat-list.store.ts';
import { createChatService } from '../chat/messages/messages.service.ts';
import { chatStore } from '../chat/messages/messages.store.ts';
import { createChatSending } from '../chat/messages/sending.ts';
import { createPresenceService } from '../chat/presence/presence.service.ts';
import { createPresence } from '../chat/presence/presence.ts';
import { createSharedPresence, singleServerPresence } from '../chat/presence/shared-presence.ts';
import { createSharedViewers, singleServerViewers } from '../chat/presence/shared-viewers.ts';
import { createViewersService } from '../chat/presence/viewers.service.ts';
import { chatViewersStore } from '../chat/presence/viewers.store.ts';
import { createViewers } from '../chat/presence/viewers.ts';
import { createChatSearch } from '../chat/search/message-search.service.ts';
import { chatSearchStore } from '../chat/search/message-search.store.ts';
import type { Clock } from '../lib/clock.ts';
import type { Cluster } from '../lib/cluster/cluster.ts';
import type { Database } from '../lib/db/database.ts';
import { createImageProcessor } from '../lib/images/image-processor.ts';
import type { ImageStore } from '../lib/images/image-store.ts';
import { createJobRunner, type JobRunnerNeeds } from '../lib/jobs/job-runner.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import { createMediaRetention } from '../media/media.retention.service.ts';
import { mediaRetentionStore } from '../media/media.retention.store.ts';
import type { Firebase } from '../notifications/firebase.ts';
import { createNotificationsService } from '../notifications/notifications.service.ts';
import type { NotificationSink } from '../notifications/notifications.sink.ts';
import { notificationsStore } from '../notifications/notifications.store.ts';
import { createOutbox } from '../notifications/outbox.service.ts';
import { outboxStore } from '../notifications/outbox.store.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { postsStore } from '../posts/posts.store.ts';
import { reportsCasesStore } from '../reports/cases/cases.store.ts';
import { createReportClosing } from '../reports/closing/closing.service.ts';
import { reportsClosingStore } from '../reports/closing/closing.store.ts';
import { createReportsRetention } from '../reports/evidence/evidence.retention.service.ts';
import { reportsRetentionStore } from '../reports/evidence/evidence.retention.store.ts';
import { reportsEvidenceStore } from '../reports/evidence/evidence.store.ts';
import { createReportEvidence } from '../reports/evidence/evidence.ts';
import { createEvidenceFiles } from '../reports/evidence/evidence-files.ts';
import { createReportFilingService } from '../reports/filing/filing.service.ts';
import { reportsFilingStore } from '../reports/filing/filing.store.ts';
import { reportsListingStore } from '../reports/list/reports-list.store.ts';
import { createReportsService } from '../reports/reports.service.ts';
import { reportsStore } from '../reports/reports.store.ts';
import { createStatsService } from '../stats/stats.service.ts';
import { statsStore } from '../stats/stats.store.ts';
import { usersDeletionStore } from '../users/users.deletion.store.ts';
import { usersListingStore } from '../users/users.listing.store.ts';
import { usersSearchStore } from '../users/users.search.store.ts';
import { createUsersService } from '../users/users.service.ts';
import { usersStore } from '../users/users.store.ts';

interface ServicesNeeds {
  database: Database;
  clock: Clock;
  /** Where images are stored: the chat's, and the copies that are evidence. */
  images: ImageStore;
  /** Emits to open sockets; `silentPublisher` in a process that has none. */
  publisher: Publisher;
  /** The other servers; without it there is only this one. */
  cluster?: Cluster | undefined;
  /** Grace period before an account without sockets counts as offline; 5 s (specification) unless a test shortens it. */
  presenceGraceMs?: number | undefined;
  /** Whether an administrator without two-factor can do nothing but enrol. */
  requireSecondFactor?: boolean | undefined;
  /** What the images that one user sends may take in the store; unlimited unless it is set. */
  userImagesMaxBytes?: number | undefined;
  /** Where notifications go beside our own tables, if anywhere. */
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
    store: mediaRetentionStore,
    images: needs.images,
    clock,
    chatFolderOf: imageFolder,
  });
  const images = mediaRetention.guard(needs.images);
  const { presenceGraceMs: graceMs = PRESENCE_GRACE_MS } = needs;
  const audit = createAuditService({ db, store: auditStore, clock });
  const loginCounts = cluster ? countsInRedis(cluster.client) : countsInDatabase(database.pool);
  const limiter = createLoginLimiter(loginCounts);
  const secondFactors = createSecondFactors({ db, store: secondFactorsStore, clock });
  const auth = createAuthService({
    database,
    store: authStore,
    challengesStore: loginChallengesStore,
    secondFactors,
    audit,
    limiter,
    publisher,
    clock,
    requireSecondFactor: needs.requireSecondFactor ?? false,
  });
  const jobs = createJobRunner({ database, overrides: needs.jobOverrides });
  const outbox = sink ? createOutbox({ database, store: outboxStore, sink, jobs }) : null;
  const posts = createPostsService({ database, store: postsStore, audit, clock });
  const notifications = createNotificationsService({
    database,
    store: notificationsStore,
    outbox,
    audit,
    publisher,
    clock,
    mintFirebaseToken,
  });
  const ownPresence = createPresence({ graceMs });
  const ownViewers = createViewers();
  const viewers = cluster ? createSharedViewers({ own: ownViewers, ...cluster }) : singleServerViewers(ownViewers);
  const presence = createPresenceService({
    database,
    store: chatListingStore,
    presence: cluster ? createSharedPresence(ownPresence, cluster.registry) : singleServerPresence(ownPresence),
    publisher,
    clock,
  });
  const sending = createChatSending({ database, store: chatStore, publisher, clock });
  const chat = createChatService({ database, store: chatStore, sending, presence, publisher });
  const processor = createImageProcessor();
  const chatImages = createChatImages({
    database,
    store: chatImagesStore,
    chat,
    sending,
    presence,
    images,
    processor,
    clock,
    quotaBytes: needs.userImagesMaxBytes ?? Number.MAX_SAFE_INTEGER,
  });
  const users = createUsersService({
    database,
    store: usersStore,
    deletionStore: usersDeletionStore,
    listingStore: usersListingStore,
    searchStore: usersSearchStore,
    jobs,
    auth,
    secondFactors,
    posts,
    notifications,
    chat,
    chatImages,
    reportClosing: createReportClosing({
      store: reportsClosingStore,
      casesStore: reportsCasesStore,
      notifications,
      audit,
      publisher,
      clock,
    }),
    audit,
    clock,
  });
  const evidence = createReportEvidence({ store: reportsEvidenceStore, files: createEvidenceFiles({ images }) });
  return {
    audit,
    jobs,
    auditRetention: createAuditRetention({ database, store: auditRetentionStore, audit, clock }),
    auth,
    account: createAccountService({ database, auth, secondFactors, audit }),
    notifications,
    outbox,
    users,
    posts,
    reports: createReportsService({
      database,
      store: reportsStore,
      listingStore: reportsListingStore,
      casesStore: reportsCasesStore,
      posts,
      users,
      notifications,
      audit,
      publisher,
      clock,
    }),
    reportFiling: createReportFilingService({
      database,
      store: reportsFilingStore,
      evidence,
      notifications,
      publisher,
      clock,
    }),
    reportsRetention: createReportsRetention({ database, store: reportsRetentionStore, clock }),
    mediaRetention,
    presence,
    chat,
    chatSending: sending,
    chatImages,
    imageProcessor: processor,
    chatViewers: createViewersService({ db, chat, store: chatViewersStore, viewers, publisher }),
    chatListing: createChatListing({ db, store: chatListingStore, users, presence, clock }),
    chatSearch: createChatSearch({ db, store: chatSearchStore }),
    cannedReplies: createCannedRepliesService({ database, store: cannedRepliesStore, audit, publisher, clock }),
    stats: createStatsService({ db, store: statsStore, clock }),
  };
}
export type Services = ReturnType<typeof createServices>;
