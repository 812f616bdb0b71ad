import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { webhooksChanged } from '@hai-dang/contract/alerts/webhooks.events.ts';
import type {
  CreateWebhookBody,
  UpdateWebhookBody,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from '@hai-dang/contract/alerts/webhooks.schema.ts';
import type { AuditAction } from '@hai-dang/contract/audit/audit.schema.ts';
import { WEBHOOK_DELIVERIES_SHOWN, WEBHOOKS_MAX } from '@hai-dang/contract/constants.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, DbOrTx, Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { ChangedError, DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { newId } from '../../lib/ids.ts';
import { describeFailure, type Outbound } from '../../lib/outbound/post-to-url.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import { TEST_EVENT, type WebhookDeliveries } from './deliveries.service.ts';
import { deliveriesStore } from './deliveries.store.ts';
import { secretOf } from './signature.ts';
import { toDelivery, toWebhook } from './webhooks.mapper.ts';
import { type WebhookRow, webhooksStore } from './webhooks.store.ts';

const KEY_BYTES = 32;

interface WebhooksNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  deliveries: Pick<WebhookDeliveries, 'wake'>;
  outbound: Pick<Outbound, 'check'>;
  findKey: () => Promise<string>;
  audit: Pick<AuditService, 'record'>;
  publisher: Pick<Publisher, 'toAdmins'>;
  clock: Clock;
}

/**
 * The key from which the secrets of all webhooks are derived.
 * @param configured WEBHOOK_KEY; without it one is kept in the database
 */
export function createWebhookKey(db: Database['db'], configured: string | undefined): () => Promise<string> {
  let stored: Promise<string> | undefined;
  return async () => {
    if (configured) return configured;
    stored ??= webhooksStore.findOrInsertKey(db, randomBytes(KEY_BYTES).toString('base64'));
    // Not a failure for good.
    stored.catch(() => {
      stored = undefined;
    });
    return stored;
  };
}

/** Webhooks: addresses that get alerts, which every administrator may change after re-authentication. */
export function createWebhooksService(needs: WebhooksNeeds) {
  const { database, deliveries, outbound, findKey, audit, publisher, clock } = needs;
  const { db, transact } = database;

  async function describe(on: DbOrTx, row: WebhookRow): Promise<Webhook> {
    return toWebhook(row, await deliveriesStore.findNewest(on, [row.id], WEBHOOK_DELIVERIES_SHOWN));
  }

  /** Before any transaction: a name is resolved. */
  async function rejectPrivate(url: string): Promise<void> {
    try {
      await outbound.check(url);
    } catch (error) {
      throw new DomainError(describeFailure(error) === 'private' ? 'WEBHOOK_URL_REJECTED' : 'WEBHOOK_HOST_UNKNOWN');
    }
  }

  async function lock(tx: Tx, id: string): Promise<WebhookRow> {
    const row = await webhooksStore.findForUpdate(tx, id);
    if (!row) throw new DomainError('WEBHOOK_NOT_FOUND');
    return row;
  }

  async function record(
    tx: Tx,
    action: AuditAction,
    { before, after }: { before?: WebhookRow; after?: WebhookRow },
    caller: Caller,
    context: CallContext,
  ): Promise<void> {
    const row = after ?? before;
    await audit.record(tx, {
      action,
      actor: caller,
      ...(row ? { target: { type: 'webhook', id: row.id, name: row.url } } : {}),
      ...(before ? { before: fieldsOf(before) } : {}),
      ...(after ? { after: fieldsOf(after) } : {}),
      context,
    });
    afterCommit(tx, () => publisher.toAdmins(webhooksChanged, {}));
  }

  return {
    /** All of them, oldest first, each with its last deliveries. */
    async listWebhooks(): Promise<Webhook[]> {
      const rows = await webhooksStore.findAll(db);
      const ids = rows.map(({ id }) => id);
      const newest = await deliveriesStore.findNewest(db, ids, WEBHOOK_DELIVERIES_SHOWN);
      return rows.map((row) => toWebhook(row, newest));
    },

    /**
     * Adds a webhook.
     * @returns it with its secret, which nothing else returns
     * @throws {DomainError} TOO_MANY_WEBHOOKS, WEBHOOK_URL_REJECTED, WEBHOOK_HOST_UNKNOWN
     */
    async createWebhook(
      { url, kinds }: CreateWebhookBody,
      caller: Caller,
      context: CallContext,
    ): Promise<WebhookWithSecret> {
      await rejectPrivate(url);
      const key = await findKey();
      return transact(async (tx) => {
        if ((await webhooksStore.countForInsert(tx)) >= WEBHOOKS_MAX) throw new DomainError('TOO_MANY_WEBHOOKS');
        const at = clock.now();
        const dates = { created_at: at, updated_at: at };
        const row = { id: newId(), url, kinds, is_enabled: true, key_id: newId(), version: 1, ...dates };
        await webhooksStore.insert(tx, row);
        await record(tx, 'webhook.create', { after: row }, caller, context);
        return { webhook: toWebhook(row, []), secret: secretOf(key, row.key_id) };
      });
    },

    /**
     * Changes a webhook; what is the same already stays as it is.
     * @throws {DomainError} WEBHOOK_NOT_FOUND; CHANGED where `version` is not the one it has; those of its URL
     */
    async updateWebhook(
      id: string,
      { url, kinds, isEnabled, version }: UpdateWebhookBody,
      caller: Caller,
      context: CallContext,
    ): Promise<Webhook> {
      await rejectPrivate(url);
      return transact(async (tx) => {
        const before = await lock(tx, id);
        if (before.version !== version) throw new ChangedError('Webhook này', await describe(tx, before));
        const fields = { url, kinds, is_enabled: isEnabled };
        const after = { ...before, ...fields, version: version + 1, updated_at: clock.now() };
        if (isDeepStrictEqual(fieldsOf(before), fieldsOf(after))) return describe(tx, before);
        await webhooksStore.update(tx, after);
        await record(tx, 'webhook.update', { before, after }, caller, context);
        if (isEnabled) deliveries.wake(tx, id);
        return describe(tx, after);
      });
    },

    /** @throws {DomainError} WEBHOOK_NOT_FOUND */
    async renewWebhookSecret(id: string, caller: Caller, context: CallContext): Promise<WebhookWithSecret> {
      const key = await findKey();
      return transact(async (tx) => {
        const before = await lock(tx, id);
        const after = { ...before, key_id: newId(), version: before.version + 1, updated_at: clock.now() };
        await webhooksStore.update(tx, after);
        await record(tx, 'webhook.renew_secret', { after }, caller, context);
        return { webhook: await describe(tx, after), secret: secretOf(key, after.key_id) };
      });
    },

    /**
     * Sends an event `test`, once.
     * @returns the delivery, which has not been attempted yet
     * @throws {DomainError} WEBHOOK_NOT_FOUND, WEBHOOK_PAUSED
     */
    testWebhook: (id: string, caller: Caller, context: CallContext): Promise<WebhookDelivery> =>
      transact(async (tx) => {
        const webhook = await lock(tx, id);
        if (!webhook.is_enabled) throw new DomainError('WEBHOOK_PAUSED');
        const at = clock.now();
        const row = await deliveriesStore.insert(tx, {
          id: newId(),
          webhook_id: id,
          event: TEST_EVENT,
          body: JSON.stringify({ type: TEST_EVENT, timestamp: at.toISOString(), data: {} }),
          state: 'pending',
          next_attempt_at: at,
          created_at: at,
        });
        await record(tx, 'webhook.test', { after: webhook }, caller, context);
        deliveries.wake(tx, id);
        return toDelivery(row);
      }),

    /** @throws {DomainError} WEBHOOK_NOT_FOUND */
    deleteWebhook: (id: string, caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const before = await lock(tx, id);
        await webhooksStore.delete(tx, id);
        await record(tx, 'webhook.delete', { before }, caller, context);
      }),
  };
}
export type WebhooksService = ReturnType<typeof createWebhooksService>;

/** What an administrator sets of it. */
const fieldsOf = ({ url, kinds, is_enabled: isEnabled }: WebhookRow) => ({
  url,
  kinds: [...kinds].sort(),
  isEnabled,
});
