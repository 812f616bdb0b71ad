import { createAccountService } from '../account/account.service.ts';
import { createPreferencesService } from '../account/preferences.service.ts';
import { createAdministratorsService } from '../administrators/administrators.service.ts';
import { createInvitationsService } from '../administrators/invitations.service.ts';
import { createAuthService } from '../auth/auth.service.ts';
import { countsInDatabase, countsInRedis } from '../auth/login-counts.ts';
import { createLoginLimiter } from '../auth/login-limiter.ts';
import { createSecondFactors } from '../auth/second-factors.service.ts';
import { imageFolder } from '../chat/images/chat-images.keys.ts';
import { createChatListing } from '../chat/list/chat-list.service.ts';
import type { Clock } from '../lib/clock.ts';
import type { App } from '../lib/context.ts';
import type { Database } from '../lib/db/database.ts';
import type { ImageStore } from '../lib/images/image-store.ts';
import { createJobRunner, type JobRunnerNeeds } from '../lib/jobs/job-runner.ts';
import { createListExports } from '../lib/list-export.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import { createSharedViewers, singleServerViewers } from '../lib/realtime/shared-viewers.ts';
import { createViewers } from '../lib/realtime/viewers.ts';
import { createMediaRetention } from '../media/media.retention.service.ts';
import { createSubjectViewersService } from '../moderation/assignments/subject-viewers.service.ts';
import { createBulkService } from '../moderation/bulk/bulk.service.ts';
import { createBulkSteps } from '../moderation/bulk/bulk.steps.ts';
import { createBulkTargets } from '../moderation/bulk/bulk.targets.ts';
import { registerReportClosing } from '../moderation/closing/decided-reports.ts';
import { createLetterSending } from '../moderation/letters/letters.sending.ts';
import { registerNotificationDeliveries } from '../notifications/deliver-notifications.ts';
import type { Firebase } from '../notifications/firebase.ts';
import type { NotificationSink } from '../notifications/notifications.sink.ts';
import { createUsersService } from '../users/users.service.ts';
import { type AlertSettings, createAlertServices } from './alert-services.ts';
import { type ChatSettings, createChatServices } from './chat-services.ts';

interface ServicesNeeds extends AlertSettings, ChatSettings {
  database: Database;
  clock: Clock;
  /** Where images are stored: the chat's, and the copies that are evidence. */
  images: ImageStore;
  /** Emits to open sockets; `noopPublisher` in a process that has none. */
  publisher: Publisher;
  /** Whether an administrator without two-factor can do nothing but enrol. */
  requireSecondFactor?: boolean | undefined;
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
  const { db, transact } = database;
  const jobs = createJobRunner({ database, overrides: needs.jobOverrides });
  const mediaRetention = createMediaRetention({
    db,
    images: needs.images,
    clock,
    chatFolderOf: imageFolder,
  });
  const images = mediaRetention.withPurgeGuard(needs.images);
  const app: App = {
    db,
    transact,
    clock,
    dbNow: database.now,
    publisher,
    jobs,
    images,
    exports: createListExports(),
    config: { hasNotificationSink: sink !== undefined },
  };
  if (sink) registerNotificationDeliveries(app, sink);
  registerReportClosing(app);
  const loginCounts = cluster ? countsInRedis(cluster.client) : countsInDatabase(database.pool);
  const limiter = createLoginLimiter(loginCounts);
  const secondFactors = createSecondFactors({ db, clock });
  const auth = createAuthService({
    database,
    secondFactors,
    limiter,
    publisher,
    clock,
    requireSecondFactor: needs.requireSecondFactor ?? false,
  });
  const alertServices = createAlertServices(needs, app);
  const ownSubjectViewers = createViewers();
  const subjectViewers = createSubjectViewersService({
    viewers: cluster
      ? createSharedViewers({ own: ownSubjectViewers, ...cluster, name: 'subject-viewers', reachesAll: true })
      : singleServerViewers(ownSubjectViewers),
    publisher,
    db,
  });
  const chatServices = createChatServices(needs, { database, images, publisher, clock });
  const { chat, chatImages, presence } = chatServices;
  const users = createUsersService({
    app,
    auth,
    chat,
    chatImages,
    presence,
  });
  const account = createAccountService({ app, auth, secondFactors });
  const invitations = createInvitationsService({ database, users, auth, publisher, clock });
  const chatListing = createChatListing({ db, users, presence, clock });
  return {
    app,
    jobs,
    auth,
    account,
    preferences: createPreferencesService({
      database,
      publisher,
      clock,
      isEmailAvailable: alertServices.alertEmails !== null,
    }),
    invitations,
    administrators: createAdministratorsService({
      app,
      users,
      auth,
      account,
      secondFactors,
      invitations,
    }),
    mintFirebaseToken,
    ...alertServices,
    users,
    mediaRetention,
    ...chatServices,
    chatListing,
    letterSending: createLetterSending({ app, chat }),
    subjectViewers,
    bulk: createBulkService({
      database,
      steps: createBulkSteps(app),
      targets: createBulkTargets({ db, users, clock }),
      users,
      clock,
    }),
  };
}
export type Services = ReturnType<typeof createServices>;
