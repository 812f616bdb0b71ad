import { createAlertsService } from '../alerts/alerts.service.ts';
import { createAlertEmails } from '../alerts/emails/emails.service.ts';
import { createWebhookDeliveries } from '../alerts/webhooks/deliveries.service.ts';
import { createWebhookKey } from '../alerts/webhooks/webhook-key.ts';
import type { App } from '../lib/context.ts';
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

/** Alerts, the e-mails and webhooks that they are sent by, and the reminders that raise some of them. */
export function createAlertServices(settings: AlertSettings, app: App) {
  const { mailer = null, publicUrl = '', outbound = createOutbound({ allowsPrivate: false }) } = settings;
  const { db, jobs, clock } = app;
  const findWebhookKey = createWebhookKey(db, settings.webhookKey);
  const webhookDeliveries = createWebhookDeliveries({ app, outbound, findKey: findWebhookKey, publicUrl });
  const alertEmails = mailer ? createAlertEmails({ database: app, mailer, publicUrl, jobs, clock }) : null;
  const alerts = createAlertsService({ db, emails: alertEmails, deliveries: webhookDeliveries, clock });
  return {
    alerts,
    alertEmails,
    webhookDeliveries,
    outbound,
    findWebhookKey,
    reminders: createReminders({ app, alerts }),
  };
}
