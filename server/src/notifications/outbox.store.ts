import { sql } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';
import type { NotificationRow } from './notifications.store.ts';

/** The recipient of a notification to deliver. */
export interface OutboxEntry {
  adminId: string;
  notificationId: string;
}

/** An administrator's first entry, which stands for all of them. */
export interface OutboxHead {
  id: number;
  attempts: number;
}

export interface OutboxRow {
  id: number;
  notificationId: string;
  /** As it is now; null when it was deleted. */
  notification: NotificationRow | null;
}

/** What an administrator's advisory lock is worked out with, so that no other lock is the same. */
const ADMINISTRATOR_LOCK = 7_310_001;

export const outboxStore = {
  async insert(db: DbOrTx, entries: readonly OutboxEntry[], at: Date): Promise<void> {
    if (entries.length === 0) return;
    await sql`
      insert into notification_outbox (admin_id, notification_id, next_attempt_at)
        select admin_id, notification_id, ${at}
        from unnest(${entries.map(({ adminId }) => adminId)}::text[], ${entries.map((e) => e.notificationId)}::text[])
          with ordinality as entries(admin_id, notification_id, n) order by n
    `.execute(db);
  },

  /**
   * The administrator who has waited longest among those for whom something is due. Entries are looked at one an
   * administrator, however many there are.
   * @param except administrators to pass over
   */
  async findDueAdministrator(db: DbOrTx, now: Date, except: readonly string[]): Promise<string | undefined> {
    const { rows } = await sql<{ admin_id: string }>`
      with recursive heads as (
        (select admin_id, id, next_attempt_at from notification_outbox order by admin_id, id limit 1)
        union all
        select following.* from heads cross join lateral (
          select o.admin_id, o.id, o.next_attempt_at from notification_outbox o
          where o.admin_id > heads.admin_id order by o.admin_id, o.id limit 1) following
      )
      select admin_id from heads where next_attempt_at <= ${now} and admin_id <> all(${[...except]}::text[])
      order by next_attempt_at, id limit 1
    `.execute(db);
    return rows[0]?.admin_id;
  },

  /**
   * Locks an administrator's first entry if it is due. An older version of this server, which holds a lock on the
   * administrator as long as it delivers, may be running beside this one.
   * @param tx a transaction
   */
  async lockDueHead(tx: DbOrTx, adminId: string, now: Date): Promise<OutboxHead | undefined> {
    const { rows } = await sql<OutboxHead & { isDue: boolean }>`
      select id, attempts, next_attempt_at <= ${now} as "isDue" from notification_outbox
      where admin_id = ${adminId} order by id limit 1 for update skip locked`.execute(tx);
    const [head] = rows;
    if (!head?.isDue) return undefined;
    const { rows: locks } = await sql<{ isHeld: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${adminId}, ${ADMINISTRATOR_LOCK})) as "isHeld"`.execute(tx);
    return locks[0]?.isHeld ? head : undefined;
  },

  /** An administrator's entries from the first on, each with the notification as it is now. */
  async findOf(tx: DbOrTx, adminId: string, limit: number): Promise<OutboxRow[]> {
    const entries = await tx
      .selectFrom('notification_outbox')
      .select(['id', 'notification_id'])
      .where('admin_id', '=', adminId)
      .orderBy('id')
      .limit(limit)
      .execute();
    const ids = entries.map((entry) => entry.notification_id);
    const notifications = await tx
      .selectFrom('notifications')
      .selectAll()
      .where(sql<boolean>`id = any(${ids}::text[])`)
      .execute();
    const byId = new Map(notifications.map((row) => [row.id, row]));
    return entries.map(({ id, notification_id: notificationId }) => ({
      id,
      notificationId,
      notification: byId.get(notificationId) ?? null,
    }));
  },

  /** How many entries there are, as far as they are counted. */
  async countUpTo(db: DbOrTx, limit: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from (select from notification_outbox limit ${limit}) counted`.execute(db);
    return rows[0]?.count ?? 0;
  },

  async delete(tx: DbOrTx, ids: readonly number[]): Promise<void> {
    await sql`delete from notification_outbox where id = any(${[...ids]}::bigint[])`.execute(tx);
  },

  /** Sets when an administrator's entries are due, by the first of them, and how often they were tried. */
  async postpone(db: DbOrTx, id: number, until: Date, attempts: number): Promise<void> {
    await db
      .updateTable('notification_outbox')
      .set({ attempts, next_attempt_at: until })
      .where('id', '=', id)
      .execute();
  },
};
export type OutboxStore = typeof outboxStore;
