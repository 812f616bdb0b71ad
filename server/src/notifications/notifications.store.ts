import { type Selectable, sql } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';
import type { Notifications } from '../lib/db/schema.generated.ts';
import { uuidV7At } from '../lib/db/sql-expressions.ts';

export type NotificationRow = Selectable<Notifications>;

export interface NotificationsPage {
  adminId: string;
  limit: number;
  offset: number;
  /** Only those older than this one. */
  before: string | null;
}

/** What is the same for every administrator. */
export interface NewNotification {
  /** A UUIDv7 from which all their ids take the time. */
  timestampId: string;
  type: string;
  reportId: string | null;
  /** The objection that it announces. */
  appealId?: string;
  /** Whose profile it leads to. */
  userId?: string;
  senderName: string | null;
  senderAvatarUrl: string | null;
  message: string;
  createdAt: Date;
}

export const notificationsStore = {
  /** One administrator's notifications, newest first. */
  findPage(db: DbOrTx, { adminId, limit, offset, before }: NotificationsPage): Promise<NotificationRow[]> {
    return db
      .selectFrom('notifications')
      .selectAll()
      .where('admin_id', '=', adminId)
      .$if(before !== null, (query) => query.where('id', '<', before))
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
  },

  /** How many are unread, counted up to `most`. */
  async countUnreadUpTo(db: DbOrTx, adminId: string, most: number): Promise<number> {
    const { unread } = await db
      .selectFrom((eb) =>
        eb
          .selectFrom('notifications')
          .select(sql.lit(1).as('one'))
          .where('admin_id', '=', adminId)
          .where((row) => row.not(row.ref('is_read')))
          .limit(most)
          .as('unread'),
      )
      .select((eb) => eb.fn.countAll<number>().as('unread'))
      .executeTakeFirstOrThrow();
    return unread;
  },

  /** One of the administrator's own, held until the transaction ends. */
  findForUpdate(db: DbOrTx, adminId: string, id: string): Promise<NotificationRow | undefined> {
    return db
      .selectFrom('notifications')
      .selectAll()
      .where('id', '=', id)
      .where('admin_id', '=', adminId)
      .forUpdate()
      .executeTakeFirst();
  },

  /**
   * Gives every administrator who can sign in the same notification, or only one; one who is being deleted is waited for.
   * @param adminId null for all
   */
  insertForAdministrators(
    db: DbOrTx,
    notification: NewNotification,
    adminId: string | null,
  ): Promise<NotificationRow[]> {
    const { timestampId, type, reportId, appealId, userId, senderName, senderAvatarUrl, message, createdAt } =
      notification;
    return db
      .insertInto('notifications')
      .columns([
        'id',
        'admin_id',
        'type',
        'report_id',
        'appeal_id',
        'user_id',
        'sender_name',
        'sender_avatar_url',
        'message',
        'created_at',
      ])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select([
            uuidV7At(timestampId).as('id'),
            'users.id as admin_id',
            sql<string>`${type}::text`.as('type'),
            sql<string | null>`${reportId}::text`.as('report_id'),
            sql<string | null>`${appealId ?? null}::text`.as('appeal_id'),
            sql<string | null>`${userId ?? null}::text`.as('user_id'),
            sql<string | null>`${senderName}::text`.as('sender_name'),
            sql<string | null>`${senderAvatarUrl}::text`.as('sender_avatar_url'),
            sql<string>`${message}::text`.as('message'),
            sql<Date>`${createdAt}::timestamptz`.as('created_at'),
          ])
          .where('role', '=', sql.lit('admin'))
          .$if(adminId !== null, (query) => query.where('id', '=', adminId))
          .where((row) => row.not(row.ref('is_disabled')))
          .forKeyShare(),
      )
      .returningAll()
      .execute();
  },

  async markRead(db: DbOrTx, id: string): Promise<void> {
    await db.updateTable('notifications').set({ is_read: true }).where('id', '=', id).execute();
  },

  /**
   * Marks the newest unread ones as read, at most `most`.
   * @returns them, as they are now
   */
  markNewestRead(db: DbOrTx, adminId: string, most: number): Promise<NotificationRow[]> {
    return db
      .updateTable('notifications')
      .set({ is_read: true })
      .where(
        sql<boolean>`id = any(array(
          select id from notifications where admin_id = ${adminId} and not is_read order by id desc limit ${most}
          for update))`,
      )
      .returningAll()
      .execute();
  },

  /**
   * The same of what announces these reports or objections, to one administrator or, without `adminId`, to all.
   * @returns them, as they are now
   */
  markReadOf(
    db: DbOrTx,
    column: 'report_id' | 'appeal_id',
    { ids, adminId }: { ids: readonly string[]; adminId: string | null },
    most: number,
  ): Promise<NotificationRow[]> {
    const isOwn = adminId === null ? sql`` : sql`and admin_id = ${adminId}`;
    return db
      .updateTable('notifications')
      .set({ is_read: true })
      .where(
        sql<boolean>`id = any(array(
          select id from notifications where ${sql.ref(column)} = any(${[...ids]}::text[]) and not is_read ${isOwn}
          order by id desc limit ${most} for update))`,
      )
      .returningAll()
      .execute();
  },

  async delete(db: DbOrTx, id: string): Promise<void> {
    await db.deleteFrom('notifications').where('id', '=', id).execute();
  },

  /**
   * Deletes the newest, at most `most`.
   * @returns their ids
   */
  async deleteNewest(db: DbOrTx, adminId: string, most: number): Promise<string[]> {
    const rows = await db
      .deleteFrom('notifications')
      .where(
        sql<boolean>`id = any(array(
          select id from notifications where admin_id = ${adminId} order by id desc limit ${most} for update))`,
      )
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  },
};
