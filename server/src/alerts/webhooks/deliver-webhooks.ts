import { webhooksChanged } from '@hai-dang/contract/alerts/webhooks.events.ts';
import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { z } from 'zod';
import { type App, type AppTx, inTransaction } from '../../lib/context.ts';
import { describeFailure } from '../../lib/outbound/post-to-url.ts';
import { pathOf } from '../alert-path.ts';
import type { AlertRow } from '../alerts.store.ts';
import { type Attempt, type DeliveryRow, deliveriesStore } from './deliveries.store.ts';
import { signatureHeaders } from './signature.ts';
import { type WebhookRow, webhooksStore } from './webhooks.store.ts';

const FIRST_RETRY_MS = MINUTE_MS;
const LAST_RETRY_MS = 60 * MINUTE_MS;
/** A delivery has failed for good after this time. */
const GIVEN_UP_AFTER_MS = 24 * 60 * MINUTE_MS;
/** Other webhooks have their turn after so many deliveries. */
const DELIVERIES_PER_RUN = 50;
const USER_AGENT = 'HaiDang-Webhook/1';

/** The event that an administrator sends to try a webhook out. */
export const TEST_EVENT = 'test';

const DELIVER = {
  name: 'alerts.deliver-webhook',
  schema: z.object({ webhookId: z.string() }),
  keyOf: ({ webhookId }: { webhookId: string }) => webhookId,
};

/** Enqueues the deliveries of a webhook once the transaction is committed. */
export const wakeDeliveries = ({ tx, jobs }: AppTx, webhookId: string): void =>
  jobs.enqueueAfter(tx, DELIVER, [{ webhookId }]);

/** How long after an attempt the next one is: 1, 2, 4 … 60 minutes. */
const retryDelayMs = (attempts: number): number => Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS);

const isAccepted = (status: number): boolean => status >= 200 && status < 300;

/**
 * Delivers to webhooks, in one job for each: one that does not respond keeps none of the others waiting. A delivery has the same id and
 * body each time, so that a receiver recognizes what a crash has sent twice.
 */
export function registerWebhookDeliveries(app: App): void {
  app.jobs.registerCall(
    DELIVER,
    ({ webhookId }, signal) => deliver(app, webhookId, signal),
    (tx, { webhookId }) => hasMore({ ...app, tx }, webhookId),
  );
  app.jobs.schedule('alerts.resume-webhooks', 'minutely', () => resumeDeliveries(app));
}

/** Enqueues what is due and has no job. */
export async function resumeDeliveries(app: App): Promise<void> {
  for (const webhookId of await deliveriesStore.findDueWebhooks(app.db, app.clock.now())) {
    await inTransaction(app, ({ tx, jobs }) => jobs.enqueue(tx, DELIVER, { webhookId }));
  }
}

/** Adds a delivery of an alert for each webhook that takes its kind; they go out after the commit. */
export async function queueDeliveries({ tx, jobs, config }: AppTx, alert: AlertRow): Promise<void> {
  const { id: alertId, kind, event, created_at: at } = alert;
  const body = bodyOf(alert, config.publicUrl);
  const webhookIds = await deliveriesStore.insertForWebhooks(tx, { alertId, kind, event, body, at });
  const payloads = webhookIds.map((webhookId) => ({ webhookId }));
  if (payloads.length > 0) jobs.enqueueAfter(tx, DELIVER, payloads);
}

async function deliver(app: App, webhookId: string, signal: AbortSignal): Promise<void> {
  const { db, clock, publisher } = app;
  for (let count = 0; count < DELIVERIES_PER_RUN && !signal.aborted; count += 1) {
    const webhook = await webhooksStore.find(db, webhookId);
    if (!webhook?.is_enabled) return;
    const row = await deliveriesStore.findNextDue(db, webhookId, clock.now());
    if (!row) return;
    const outcome = await attempt(app, webhook, row, signal);
    await deliveriesStore.recordAttempt(db, row.id, outcome);
    publisher.toAdmins(webhooksChanged, {});
    // Nobody is there: the others wait, too.
    if (outcome.status === null) {
      await deliveriesStore.postpone(db, webhookId, new Date(outcome.at.getTime() + FIRST_RETRY_MS));
    }
  }
}

async function hasMore({ tx, clock }: AppTx, webhookId: string): Promise<boolean> {
  const webhook = await webhooksStore.find(tx, webhookId);
  return webhook?.is_enabled === true && (await deliveriesStore.findNextDue(tx, webhookId, clock.now())) !== undefined;
}

async function attempt(app: App, webhook: WebhookRow, row: DeliveryRow, signal: AbortSignal): Promise<Attempt> {
  const { clock, outbound, findWebhookKey } = app;
  const { id, body } = row;
  const key = await findWebhookKey();
  const signature = signatureHeaders({ key, keyId: webhook.key_id }, { id, at: clock.now(), body });
  try {
    const headers = { ...signature, 'user-agent': USER_AGENT };
    const status = await outbound.post(webhook.url, body, headers, signal);
    return outcomeOf(row, { status, error: null }, clock.now());
  } catch (error) {
    // A server that is shutting down has cut it off: another one does it again.
    signal.throwIfAborted();
    return outcomeOf(row, { status: null, error: describeFailure(error) }, clock.now());
  }
}

function outcomeOf(row: DeliveryRow, response: Pick<Attempt, 'status' | 'error'>, at: Date): Attempt {
  const isOver = row.event === TEST_EVENT || at.getTime() - row.created_at.getTime() >= GIVEN_UP_AFTER_MS;
  const nextAt = new Date(at.getTime() + retryDelayMs(row.attempts + 1));
  if (response.status !== null && isAccepted(response.status)) return { ...response, state: 'delivered', at, nextAt };
  return { ...response, state: isOver ? 'failed' : 'pending', at, nextAt };
}

/** Returns an alert as a webhook gets it: ids, the reason and a short title, and nothing else of any user. */
const bodyOf = (alert: AlertRow, publicUrl: string): string =>
  JSON.stringify({
    type: alert.event,
    timestamp: alert.created_at.toISOString(),
    data: {
      itemType: alert.subject_type,
      itemId: alert.subject_id,
      reportId: alert.report_id,
      appealId: alert.appeal_id,
      reason: alert.reason,
      title: alert.title,
      url: `${publicUrl}${pathOf(alert)}`,
    },
  });
