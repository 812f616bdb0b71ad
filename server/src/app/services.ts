import { registerAlertEmails } from '../alerts/emails/send-alert-emails.ts';
import { registerWebhookDeliveries } from '../alerts/webhooks/deliver-webhooks.ts';
import { createWebhookKey } from '../alerts/webhooks/webhook-key.ts';
import { createAuthenticator } from '../auth/authenticator.ts';
import { countsInDatabase, countsInRedis } from '../auth/login-counts.ts';
import { createLoginLimiter } from '../auth/login-limiter.ts';
import { imageFolder } from '../chat/images/chat-images.keys.ts';
import { createMessageSending } from '../chat/messages/message-sending.ts';
import type { Clock } from '../lib/clock.ts';
import type { App } from '../lib/context.ts';
import type { Database } from '../lib/db/database.ts';
import { createImageProcessor } from '../lib/images/image-processor.ts';
import type { ImageStore } from '../lib/images/image-store.ts';
import { createJobRunner, type JobRunnerOptions } from '../lib/jobs/job-runner.ts';
import { createListExports } from '../lib/list-export.ts';
import type { Mailer } from '../lib/mail/mailer.ts';
import { createOutbound, type Outbound } from '../lib/outbound/post-to-url.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import { createSharedViewers, singleServerViewers } from '../lib/realtime/shared-viewers.ts';
import { createViewers } from '../lib/realtime/viewers.ts';
import { createMediaRetention } from '../media/media.retention.service.ts';
import { registerOverturningRest } from '../moderation/appeals/overturn-rest.ts';
import { createSubjectViewersService } from '../moderation/assignments/subject-viewers.service.ts';
import { registerBulkJob } from '../moderation/bulk/run-bulk.ts';
import { registerReportClosing } from '../moderation/closing/decided-reports.ts';
import { registerLetterSending } from '../moderation/letters/letter-sending.ts';
import { registerNotificationDeliveries } from '../notifications/deliver-notifications.ts';
import type { Firebase } from '../notifications/firebase.ts';
import type { NotificationSink } from '../notifications/notifications.sink.ts';
import { type ChatSettings, createChatViewers, createOnlineUsers } from './chat-services.ts';
import { registerAccountDeletion } from './delete-user.ts';

interface ServicesOptions extends ChatSettings {
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
  /** Sends e-mails; null where there is no SMTP server. */
  mailer?: Mailer | null | undefined;
  /** Calls the URLs of webhooks. */
  outbound?: Outbound | undefined;
  /** WEBHOOK_KEY. */
  webhookKey?: string | undefined;
  /** PUBLIC_URL, for links in what leaves. */
  publicUrl?: string | undefined;
  /** Another clock for the jobs, in tests. */
  jobOverrides?: JobRunnerOptions['overrides'] | undefined;
  /** Lets browsers sign in to Firebase, where notifications go there. */
  mintFirebaseToken?: Firebase['mintToken'] | undefined;
}

/** Puts the features together: what each needs of the others is given here. */
export function createServices(options: ServicesOptions) {
  const { database, clock, publisher, cluster, notificationSink: sink, mintFirebaseToken = null } = options;
  const { db, transact } = database;
  const jobs = createJobRunner({ database, overrides: options.jobOverrides });
  const mediaRetention = createMediaRetention({
    db,
    images: options.images,
    clock,
    chatFolderOf: imageFolder,
  });
  const images = mediaRetention.withPurgeGuard(options.images);
  const presence = createOnlineUsers(options, { database, publisher, clock });
  const loginCounts = cluster ? countsInRedis(cluster.client) : countsInDatabase(database.pool);
  const app: App = {
    db,
    transact,
    clock,
    dbNow: database.now,
    publisher,
    jobs,
    images,
    imageProcessor: createImageProcessor(),
    onlineUsers: presence,
    messageSending: createMessageSending(),
    attempts: createLoginLimiter(loginCounts),
    exports: createListExports(),
    mailer: options.mailer ?? null,
    outbound: options.outbound ?? createOutbound({ allowsPrivate: false }),
    findWebhookKey: createWebhookKey(db, options.webhookKey),
    config: {
      hasNotificationSink: sink !== undefined,
      publicUrl: options.publicUrl ?? '',
      requiresSecondFactor: options.requireSecondFactor ?? false,
      userImagesMaxBytes: options.userImagesMaxBytes ?? Number.MAX_SAFE_INTEGER,
    },
  };
  if (sink) registerNotificationDeliveries(app, sink);
  registerReportClosing(app);
  registerAlertEmails(app);
  registerWebhookDeliveries(app);
  registerLetterSending(app);
  registerBulkJob(app);
  registerOverturningRest(app);
  registerAccountDeletion(app);
  const ownSubjectViewers = createViewers();
  const subjectViewers = createSubjectViewersService({
    viewers: cluster
      ? createSharedViewers({ own: ownSubjectViewers, ...cluster, name: 'subject-viewers', reachesAll: true })
      : singleServerViewers(ownSubjectViewers),
    publisher,
    db,
  });
  return {
    app,
    jobs,
    authenticator: createAuthenticator(app),
    mintFirebaseToken,
    mediaRetention,
    presence,
    chatViewers: createChatViewers(options, app),
    subjectViewers,
  };
}
export type Services = ReturnType<typeof createServices>;
