import { sql } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';
import type { NotificationRow } from './notifications.store.ts';

/** The recipient of a notification to deliver. */
export interface OutboxEntry {
  adminId: string;
  notificationId: string;
}

export interface OutboxRow {
  id: number;
  notificationId: string;
  /** As it is now; null when it was deleted. */
  notification: NotificationRow | null;
}

export const outboxStore = {
  async insert(db: DbOrTx, entries: readonly OutboxEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await sql`
      insert into notification_outbox (admin_id, notification_id)
        select admin_id, notification_id
        from unnest(${entries.map(({ adminId }) => adminId)}::text[], ${entries.map((e) => e.notificationId)}::text[])
          with ordinality as entries(admin_id, notification_id, n) order by n
    `.execute(db);
  },

  /** For whom anything waits. */
  async findAdministrators(db: DbOrTx): Promise<string[]> {
    const rows = await db.selectFrom('notification_outbox').select('admin_id').distinct().execute();
    return rows.map((row) => row.admin_id);
  },

  async hasAny(db: DbOrTx, adminId: string): Promise<boolean> {
    const row = await db
      .selectFrom('notification_outbox')
      .select('id')
      .where('admin_id', '=', adminId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
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
};
