import { webhooksChanged } from '@hai-dang/contract/alerts/webhooks.events.ts';
import type {
  CreateWebhookBody,
  UpdateWebhookBody,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from '@hai-dang/contract/alerts/webhooks.schema.ts';
import { WEBHOOK_DELIVERIES_SHOWN, WEBHOOKS_MAX } from '@hai-dang/contract/constants.ts';
import {
  deleteVersioned,
  insertVersioned,
  recordChange,
  updateVersioned,
  type VersionedKind,
} from '../../audit/versioned.ts';
import { type App, type Ctx, inTransaction } from '../../lib/context.ts';
import type { Tx } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { newId } from '../../lib/ids.ts';
import { describeFailure } from '../../lib/outbound/post-to-url.ts';
import { TEST_EVENT, wakeDeliveries } from './deliver-webhooks.ts';
import { type DeliveryRow, deliveriesStore } from './deliveries.store.ts';
import { secretOf } from './signature.ts';
import { toDelivery, toWebhook } from './webhooks.mapper.ts';
import { type WebhookRow, webhooksStore } from './webhooks.store.ts';

/** A webhook with its last deliveries. */
interface ShownWebhook extends WebhookRow {
  readonly deliveries: readonly DeliveryRow[];
}

/** Addresses that get alerts, which every administrator may change after re-authentication. */
const WEBHOOKS: VersionedKind<ShownWebhook, Webhook> = {
  named: 'Webhook này',
  targetOf: ({ id, url }) => ({ type: 'webhook', id, name: url }),
  actionOf({ before, after }) {
    if (!before) return 'webhook.create';
    return after ? 'webhook.update' : 'webhook.delete';
  },
  stateOf: ({ url, kinds, is_enabled }) => ({ url, kinds: kinds.toSorted(), isEnabled: is_enabled }),
  toWire: (row) => toWebhook(row, row.deliveries),
  publish: ({ publisher }) => publisher.toAdmins(webhooksChanged, {}),
};

/** All of them, oldest first, each with its last deliveries. */
export async function listWebhooks({ db }: App): Promise<Webhook[]> {
  const rows = await webhooksStore.findAll(db);
  const ids = rows.map(({ id }) => id);
  const newest = await deliveriesStore.findNewest(db, ids, WEBHOOK_DELIVERIES_SHOWN);
  return rows.map((row) => toWebhook(row, newest));
}

/**
 * Adds a webhook.
 * @returns it with its secret, which nothing else returns
 * @throws {DomainError} TOO_MANY_WEBHOOKS, WEBHOOK_URL_REJECTED, WEBHOOK_HOST_UNKNOWN
 */
export async function createWebhook(ctx: Ctx, body: CreateWebhookBody): Promise<WebhookWithSecret> {
  await rejectPrivate(ctx, body.url);
  const key = await ctx.findWebhookKey();
  const keyId = newId();
  const webhook = await insertVersioned(ctx, WEBHOOKS, async ({ tx, clock }) => {
    if ((await webhooksStore.countForInsert(tx)) >= WEBHOOKS_MAX) throw new DomainError('TOO_MANY_WEBHOOKS');
    const at = clock.now();
    const row = { id: newId(), ...body, is_enabled: true, key_id: keyId, version: 1, created_at: at, updated_at: at };
    await webhooksStore.insert(tx, row);
    return { ...row, deliveries: [] };
  });
  return { webhook, secret: secretOf(key, keyId) };
}

/**
 * Changes a webhook; what is the same already stays as it is.
 * @throws {DomainError} WEBHOOK_NOT_FOUND; CHANGED where `version` is not the one it has; those of its URL
 */
export async function updateWebhook(
  ctx: Ctx,
  id: string,
  { version, isEnabled, ...body }: UpdateWebhookBody,
): Promise<Webhook> {
  await rejectPrivate(ctx, body.url);
  return updateVersioned(ctx, WEBHOOKS, {
    version,
    lock: (tx) => lock(tx, id),
    change: (before) => ({ ...before, ...body, is_enabled: isEnabled }),
    async store(inTx, after) {
      await webhooksStore.update(inTx.tx, after, inTx.clock.now());
      if (isEnabled) wakeDeliveries(inTx, id);
      return after;
    },
  });
}

/**
 * Replaces the secret of a webhook.
 * @throws {DomainError} WEBHOOK_NOT_FOUND
 */
export async function renewWebhookSecret(ctx: Ctx, id: string): Promise<WebhookWithSecret> {
  const key = await ctx.findWebhookKey();
  return inTransaction(ctx, async (inTx) => {
    const before = await lock(inTx.tx, id);
    const after = { ...before, key_id: newId(), version: before.version + 1 };
    await webhooksStore.update(inTx.tx, after, inTx.clock.now());
    await recordChange(inTx, { ...WEBHOOKS, actionOf: () => 'webhook.renew_secret' }, { after });
    return { webhook: WEBHOOKS.toWire(after), secret: secretOf(key, after.key_id) };
  });
}

/**
 * Sends an event `test`, once.
 * @returns the delivery, which has not been attempted yet
 * @throws {DomainError} WEBHOOK_NOT_FOUND, WEBHOOK_PAUSED
 */
export const testWebhook = (ctx: Ctx, id: string): Promise<WebhookDelivery> =>
  inTransaction(ctx, async (inTx) => {
    const webhook = await lock(inTx.tx, id);
    if (!webhook.is_enabled) throw new DomainError('WEBHOOK_PAUSED');
    const at = inTx.clock.now();
    const row = await deliveriesStore.insert(inTx.tx, {
      id: newId(),
      webhook_id: id,
      event: TEST_EVENT,
      body: JSON.stringify({ type: TEST_EVENT, timestamp: at.toISOString(), data: {} }),
      state: 'pending',
      next_attempt_at: at,
      created_at: at,
    });
    await recordChange(inTx, { ...WEBHOOKS, actionOf: () => 'webhook.test' }, { after: webhook });
    wakeDeliveries(inTx, id);
    return toDelivery(row);
  });

/** @throws {DomainError} WEBHOOK_NOT_FOUND */
export const deleteWebhook = (ctx: Ctx, id: string): Promise<void> =>
  deleteVersioned(ctx, WEBHOOKS, {
    lock: (tx) => lock(tx, id),
    remove: (tx) => webhooksStore.delete(tx, id),
  });

/** Call it before any transaction, since it resolves a name. */
async function rejectPrivate({ outbound }: Pick<App, 'outbound'>, url: string): Promise<void> {
  try {
    await outbound.check(url);
  } catch (error) {
    throw new DomainError(describeFailure(error) === 'private' ? 'WEBHOOK_URL_REJECTED' : 'WEBHOOK_HOST_UNKNOWN');
  }
}

async function lock(tx: Tx, id: string): Promise<ShownWebhook> {
  const row = await webhooksStore.findForUpdate(tx, id);
  if (!row) throw new DomainError('WEBHOOK_NOT_FOUND');
  return { ...row, deliveries: await deliveriesStore.findNewest(tx, [id], WEBHOOK_DELIVERIES_SHOWN) };
}
