import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, DbOrTx, Tx } from '../../lib/db/database.ts';
import type { WebhookDeliveries } from '../../lib/db/schema.generated.ts';

export type DeliveryRow = Selectable<WebhookDeliveries>;

/** How an attempt went. */
export interface Attempt {
  state: 'pending' | 'delivered' | 'failed';
  status: number | null;
  error: string | null;
  at: Date;
  nextAt: Date;
}

export const deliveriesStore = {
  /** One delivery of an alert for each webhook that takes its kind. @returns of which webhooks */
  async insertForWebhooks(
    tx: Tx,
    { alertId, kind, event, body, at }: { alertId: string; kind: string; event: string; body: string; at: Date },
  ): Promise<string[]> {
    const { rows } = await sql<{ webhookId: string }>`
      insert into webhook_deliveries (id, webhook_id, alert_id, event, body, state, next_attempt_at, created_at)
      select ${alertId} || '-' || right(w.id, 12), w.id, ${alertId}, ${event}, ${body}, 'pending', ${at}, ${at}
      from webhooks w where w.is_enabled and ${kind} = any(w.kinds)
      returning webhook_id as "webhookId"`.execute(tx);
    return rows.map(({ webhookId }) => webhookId);
  },

  async insert(tx: Tx, delivery: Insertable<WebhookDeliveries>): Promise<DeliveryRow> {
    return tx.insertInto('webhook_deliveries').values(delivery).returningAll().executeTakeFirstOrThrow();
  },

  /** Webhooks for which something is to be delivered by now. */
  async findDueWebhooks(db: Db, now: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select w.id from webhooks w where w.is_enabled and exists (
        select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'pending' and d.next_attempt_at <= ${now})
      order by w.id`.execute(db);
    return rows.map(({ id }) => id);
  },

  /** The delivery of a webhook that is to be attempted next. */
  findNextDue: (db: DbOrTx, webhookId: string, now: Date): Promise<DeliveryRow | undefined> =>
    db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .where('state', '=', sql.lit('pending'))
      .where('next_attempt_at', '<=', now)
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),

  async recordAttempt(db: Db, id: string, { state, status, error, at, nextAt }: Attempt): Promise<void> {
    await db
      .updateTable('webhook_deliveries')
      .set((eb) => ({
        state,
        attempts: eb('attempts', '+', 1),
        last_status: status,
        last_error: error,
        last_attempt_at: at,
        next_attempt_at: nextAt,
      }))
      .where('id', '=', id)
      .where('state', '=', sql.lit('pending'))
      .execute();
  },

  /** Puts off what a webhook is to get, to this time at the earliest. */
  async postpone(db: Db, webhookId: string, until: Date): Promise<void> {
    await db
      .updateTable('webhook_deliveries')
      .set({ next_attempt_at: until })
      .where('webhook_id', '=', webhookId)
      .where('state', '=', sql.lit('pending'))
      .where('next_attempt_at', '<', until)
      .execute();
  },

  /** The newest deliveries of each of these webhooks, newest first. */
  async findNewest(db: DbOrTx, webhookIds: readonly string[], most: number): Promise<DeliveryRow[]> {
    const { rows } = await sql<DeliveryRow>`
      select d.* from unnest(${[...webhookIds]}::text[]) as w(id)
      cross join lateral (
        select * from webhook_deliveries where webhook_id = w.id order by id desc limit ${most}) d
      order by d.webhook_id, d.id desc`.execute(db);
    return rows;
  },

  /** Deletes trials from before a time; the others go with their alerts. */
  async deleteTrialsBefore(db: Db, before: Date): Promise<void> {
    await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).where('alert_id', 'is', null).execute();
  },
};
