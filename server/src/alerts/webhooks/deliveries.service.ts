import { webhooksChanged } from '@hai-dang/contract/alerts/webhooks.events.ts';
import { z } from 'zod';
import type { App, TxCtx } from '../../lib/context.ts';
import type { Tx } from '../../lib/db/database.ts';
import { describeFailure, type Outbound } from '../../lib/outbound/post-to-url.ts';
import { pathOf } from '../alert-path.ts';
import type { AlertRow } from '../alerts.store.ts';
import { type Attempt, type DeliveryRow, deliveriesStore } from './deliveries.store.ts';
import { signatureHeaders } from './signature.ts';
import type { FindWebhookKey } from './webhook-key.ts';
import { type WebhookRow, webhooksStore } from './webhooks.store.ts';

const MINUTE_MS = 60_000;
const FIRST_RETRY_MS = MINUTE_MS;
const LAST_RETRY_MS = 60 * MINUTE_MS;
/** After so long a delivery has failed for good. */
const GIVEN_UP_AFTER_MS = 24 * 60 * MINUTE_MS;
/** Then other webhooks have their turn. */
const DELIVERIES_PER_RUN = 50;
const USER_AGENT = 'HaiDang-Webhook/1';

/** What an administrator sends to try a webhook out. */
export const TEST_EVENT = 'test';

const DELIVER = {
  name: 'alerts.deliver-webhook',
  schema: z.object({ webhookId: z.string() }),
  keyOf: ({ webhookId }: { webhookId: string }) => webhookId,
};

interface DeliveriesNeeds {
  app: App;
  outbound: Outbound;
  findKey: FindWebhookKey;
  /** PUBLIC_URL; '' where it is not set: then links are relative. */
  publicUrl: string;
}

/** Enqueues the deliveries of a webhook once the transaction is committed. */
export const wakeDeliveries = ({ tx, jobs }: TxCtx, webhookId: string): void =>
  jobs.enqueueAfter(tx, DELIVER, [{ webhookId }]);

/** How long after an attempt the next one is: 1, 2, 4 … 60 minutes. */
const retryDelayMs = (attempts: number): number => Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS);

const isAccepted = (status: number): boolean => status >= 200 && status < 300;

/**
 * Deliveries to webhooks. One job for each webhook: one that does not respond keeps none of the others waiting. A delivery has
 * the same id and body each time, so that a receiver recognizes what a crash has sent twice.
 */
export function createWebhookDeliveries({ app, outbound, findKey, publicUrl }: DeliveriesNeeds) {
  const { db, transact, jobs, publisher, clock } = app;

  function outcomeOf(row: DeliveryRow, response: Pick<Attempt, 'status' | 'error'>): Attempt {
    const at = clock.now();
    const isOver = row.event === TEST_EVENT || at.getTime() - row.created_at.getTime() >= GIVEN_UP_AFTER_MS;
    const nextAt = new Date(at.getTime() + retryDelayMs(row.attempts + 1));
    if (response.status !== null && isAccepted(response.status)) return { ...response, state: 'delivered', at, nextAt };
    return { ...response, state: isOver ? 'failed' : 'pending', at, nextAt };
  }

  async function attempt(webhook: WebhookRow, row: DeliveryRow, signal: AbortSignal): Promise<Attempt> {
    const { id, body } = row;
    const signature = signatureHeaders({ key: await findKey(), keyId: webhook.key_id }, { id, at: clock.now(), body });
    try {
      const headers = { ...signature, 'user-agent': USER_AGENT };
      return outcomeOf(row, { status: await outbound.post(webhook.url, body, headers, signal), error: null });
    } catch (error) {
      // A server that is shutting down has cut it off: another one does it again.
      signal.throwIfAborted();
      return outcomeOf(row, { status: null, error: describeFailure(error) });
    }
  }

  async function deliver({ webhookId }: { webhookId: string }, signal: AbortSignal): Promise<void> {
    for (let count = 0; count < DELIVERIES_PER_RUN && !signal.aborted; count += 1) {
      const webhook = await webhooksStore.find(db, webhookId);
      if (!webhook?.is_enabled) return;
      const row = await deliveriesStore.findNextDue(db, webhookId, clock.now());
      if (!row) return;
      const outcome = await attempt(webhook, row, signal);
      await deliveriesStore.recordAttempt(db, row.id, outcome);
      publisher.toAdmins(webhooksChanged, {});
      // Nobody is there: the others wait, too.
      if (outcome.status === null) {
        await deliveriesStore.postpone(db, webhookId, new Date(outcome.at.getTime() + FIRST_RETRY_MS));
      }
    }
  }

  async function hasMore(tx: Tx, { webhookId }: { webhookId: string }): Promise<boolean> {
    const webhook = await webhooksStore.find(tx, webhookId);
    return (
      webhook?.is_enabled === true && (await deliveriesStore.findNextDue(tx, webhookId, clock.now())) !== undefined
    );
  }

  async function resumeDeliveries(): Promise<void> {
    for (const webhookId of await deliveriesStore.findDueWebhooks(db, clock.now())) {
      await transact((tx) => jobs.enqueue(tx, DELIVER, { webhookId }));
    }
  }

  jobs.registerCall(DELIVER, deliver, hasMore);
  jobs.schedule('alerts.resume-webhooks', 'minutely', resumeDeliveries);

  return {
    resumeDeliveries,

    /** Adds a delivery of an alert for each webhook that takes its kind; they go out once `tx` is committed. */
    async add(tx: Tx, alert: AlertRow): Promise<void> {
      const { id: alertId, kind, event, created_at: at } = alert;
      const webhookIds = await deliveriesStore.insertForWebhooks(tx, {
        alertId,
        kind,
        event,
        body: bodyOf(alert, publicUrl),
        at,
      });
      const payloads = webhookIds.map((webhookId) => ({ webhookId }));
      if (payloads.length > 0) jobs.enqueueAfter(tx, DELIVER, payloads);
    },
  };
}
export type WebhookDeliveries = ReturnType<typeof createWebhookDeliveries>;

/** What a webhook gets of an alert: ids, the reason and a short title, and nothing else of any user. */
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
