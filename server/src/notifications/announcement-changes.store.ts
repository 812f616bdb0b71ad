import { type Selectable, sql } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';
import type { AnnouncementChanges } from '../lib/db/schema.generated.ts';
import type { OutboxEntry } from './outbox.store.ts';

export type AnnouncementChange = Selectable<AnnouncementChanges>;

/** Changes of announcements that are still to be written into the outbox of each administrator. */
export const announcementChangesStore = {
  /** These have changed for all administrators. */
  async insertForAll(db: DbOrTx, announcementIds: readonly string[]): Promise<void> {
    const values = announcementIds.map((announcement_id) => ({ announcement_id }));
    await db.insertInto('announcement_changes').values(values).execute();
  },

  /** All of one administrator from this id on have changed. */
  async insertFrom(db: DbOrTx, adminId: string, from: string): Promise<void> {
    await db.insertInto('announcement_changes').values({ admin_id: adminId, position: from }).execute();
  },

  /** The first, locked to the end of the transaction. */
  lockFirst: (db: DbOrTx): Promise<AnnouncementChange | undefined> =>
    db.selectFrom('announcement_changes').selectAll().orderBy('id').limit(1).forUpdate().executeTakeFirst(),

  async hasAny(db: DbOrTx): Promise<boolean> {
    return (await db.selectFrom('announcement_changes').select('id').limit(1).executeTakeFirst()) !== undefined;
  },

  /** The next entries of a change, in the order of its position, at most `most`; the last announcement once more. */
  async findEntries(
    db: DbOrTx,
    { announcement_id, admin_id, position }: AnnouncementChange,
    most: number,
  ): Promise<OutboxEntry[]> {
    const { rows } =
      announcement_id === null
        ? await sql<OutboxEntry>`
            select ${admin_id}::text as "adminId", id as "notificationId" from announcements
            where id >= ${position} order by id limit ${most}`.execute(db)
        : await sql<OutboxEntry>`
            select admin_id as "adminId", ${announcement_id}::text as "notificationId" from notification_marks
            where admin_id > ${position} order by admin_id limit ${most}`.execute(db);
    return rows;
  },

  async setPosition(db: DbOrTx, id: number, position: string): Promise<void> {
    await db.updateTable('announcement_changes').set({ position }).where('id', '=', id).execute();
  },

  async delete(db: DbOrTx, id: number): Promise<void> {
    await db.deleteFrom('announcement_changes').where('id', '=', id).execute();
  },

  /** How many there are, as far as they are counted. */
  async countUpTo(db: DbOrTx, limit: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from (select from announcement_changes limit ${limit}) counted`.execute(db);
    return rows[0]?.count ?? 0;
  },
};
