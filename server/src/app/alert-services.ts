import { createAlertsService } from '../alerts/alerts.service.ts';
import { createAlertEmails } from '../alerts/emails/emails.service.ts';
import { createWebhookDeliveries } from '../alerts/webhooks/deliveries.service.ts';
import { createWebhookKey, createWebhooksService } from '../alerts/webhooks/webhooks.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { App } from '../lib/context.ts';
import type { Database } from '../lib/db/database.ts';
import type { Mailer } from '../lib/mail/mailer.ts';
import { createOutbound, type Outbound } from '../lib/outbound/post-to-url.ts';
import { createReminders } from '../moderation/reminders/reminders.service.ts';

/** How alerts leave the server. */
export interface AlertSettings {
  /** Sends e-mails; null where there is no SMTP server. */
  mailer?: Mailer | null | undefined;
  /** Calls the URLs of webhooks. */
  outbound?: Outbound | undefined;
  /** WEBHOOK_KEY. */
  webhookKey?: string | undefined;
  /** PUBLIC_URL, for links in what leaves. */
  publicUrl?: string | undefined;
}

interface AlertServicesNeeds {
  app: App;
  database: Database;
  audit: AuditService;
}

/** Alerts, the e-mails and webhooks that they are sent by, and the reminders that raise some of them. */
export function createAlertServices(settings: AlertSettings, needs: AlertServicesNeeds) {
  const { mailer = null, publicUrl = '', outbound = createOutbound({ allowsPrivate: false }) } = settings;
  const { app, database, audit } = needs;
  const { db, jobs, publisher, clock } = app;
  const findKey = createWebhookKey(db, settings.webhookKey);
  const webhookDeliveries = createWebhookDeliveries({
    database,
    outbound,
    findKey,
    publicUrl,
    jobs,
    publisher,
    clock,
  });
  const alertEmails = mailer ? createAlertEmails({ database, mailer, publicUrl, jobs, clock }) : null;
  const alerts = createAlertsService({ db, emails: alertEmails, deliveries: webhookDeliveries, clock });
  return {
    alerts,
    alertEmails,
    webhookDeliveries,
    webhooks: createWebhooksService({
      database,
      deliveries: webhookDeliveries,
      outbound,
      findKey,
      audit,
      publisher,
      clock,
    }),
    reminders: createReminders({ app, alerts }),
  };
}
