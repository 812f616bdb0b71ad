import { sql } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';

/** The recipient of a notification to deliver. */
export interface OutboxEntry {
  adminId: string;
  notificationId: string;
}

/** The outbox of administrators' own notifications, and that of announcements. */
type OutboxTable = 'notification_outbox' | 'announcement_outbox';

/** The outbox of one table. */
export const createOutboxStore = (name: OutboxTable) => {
  const table = sql.table(name);
  return {
    async insert(db: DbOrTx, entries: readonly OutboxEntry[]): Promise<void> {
      if (entries.length === 0) return;
      await sql`
        insert into ${table} (admin_id, notification_id)
          select admin_id, notification_id
          from unnest(${entries.map(({ adminId }) => adminId)}::text[], ${entries.map((e) => e.notificationId)}::text[])
            with ordinality as entries(admin_id, notification_id, n) order by n
      `.execute(db);
    },

    /** Finds the administrators for whom anything waits. */
    async findAdministrators(db: DbOrTx): Promise<string[]> {
      const { rows } = await sql<{ admin_id: string }>`select distinct admin_id from ${table}`.execute(db);
      return rows.map((row) => row.admin_id);
    },

    async hasAny(db: DbOrTx, adminId: string): Promise<boolean> {
      const { rows } = await sql`select from ${table} where admin_id = ${adminId} limit 1`.execute(db);
      return rows.length > 0;
    },

    /** An administrator's entries from the first on. */
    async findOf(db: DbOrTx, adminId: string, limit: number): Promise<Array<{ id: number; notificationId: string }>> {
      const { rows } = await sql<{ id: number; notificationId: string }>`
        select id, notification_id as "notificationId" from ${table}
        where admin_id = ${adminId} order by id limit ${limit}`.execute(db);
      return rows;
    },

    /** How many entries there are, as far as they are counted. */
    async countUpTo(db: DbOrTx, limit: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) from (select from ${table} limit ${limit}) counted`.execute(db);
      return rows[0]?.count ?? 0;
    },

    async delete(db: DbOrTx, ids: readonly number[]): Promise<void> {
      await sql`delete from ${table} where id = any(${[...ids]}::bigint[])`.execute(db);
    },
  };
};
export type OutboxStore = ReturnType<typeof createOutboxStore>;
