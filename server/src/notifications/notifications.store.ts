import { type Selectable, sql } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';
import type { Notifications } from '../lib/db/schema.generated.ts';
import { newId } from '../lib/ids.ts';

export type NotificationRow = Selectable<Notifications>;

/** The content of both kinds of notifications, and whether it is read. */
export type NotificationContentRow = Omit<NotificationRow, 'admin_id'>;

/** An administrator's own notification or an announcement, as it is for one administrator. */
export type ListedNotification = NotificationContentRow & { is_announcement: boolean };

/** The content of a notification. */
export interface NewNotification {
  type: string;
  reportId: string | null;
  /** The appeal that it announces. */
  appealId?: string;
  /** Whose profile it leads to. */
  userId?: string;
  senderName: string | null;
  senderAvatarUrl: string | null;
  message: string;
  /** The subject that was reported, and the reason. */
  about?: NotificationAbout;
  createdAt: Date;
}

/** The subject of a notification, for lists that group by it. */
export interface NotificationAbout {
  itemType: string;
  itemId: string;
  title: string | null;
  /** Null of an account. */
  owner: string | null;
  /** The key of a report's reason, and how severe its rule is; null for an appeal. */
  reason: string | null;
  severity: number | null;
}

/** The columns of the content, which announcements have too. */
export const CONTENT_COLUMNS = [
  'id',
  'type',
  'report_id',
  'appeal_id',
  'user_id',
  'sender_name',
  'sender_avatar_url',
  'message',
  'subject_type',
  'subject_id',
  'subject_title',
  'owner_name',
  'reason',
  'severity',
  'created_at',
] as const;

/** The columns of a new row but its id and its recipient. */
export const toContentColumns = (announced: NewNotification) => {
  const { type, reportId, appealId, userId, senderName, senderAvatarUrl, message, about, createdAt } = announced;
  return {
    type,
    report_id: reportId,
    appeal_id: appealId ?? null,
    user_id: userId ?? null,
    sender_name: senderName,
    sender_avatar_url: senderAvatarUrl,
    message,
    subject_type: about?.itemType ?? null,
    subject_id: about?.itemId ?? null,
    subject_title: about?.title ?? null,
    owner_name: about?.owner ?? null,
    reason: about?.reason ?? null,
    severity: about?.severity ?? null,
    created_at: createdAt,
  };
};

/** The notifications for one administrator alone; those for all are in `announcementsStore`. */
export const notificationsStore = {
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

  /** Finds the notifications of `ids` that exist. */
  findByIds(db: DbOrTx, ids: readonly string[]): Promise<NotificationRow[]> {
    return db
      .selectFrom('notifications')
      .selectAll()
      .where(sql<boolean>`id = any(${[...ids]}::text[])`)
      .execute();
  },

  /** Whether somebody is an administrator who can sign in; a deletion waits for the transaction, and the other way round. */
  async lockAdministrator(db: DbOrTx, adminId: string): Promise<boolean> {
    const row = await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', adminId)
      .where('role', '=', sql.lit('admin'))
      .where((user) => user.not(user.ref('is_disabled')))
      .forKeyShare()
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Stores one for one administrator. */
  insert(db: DbOrTx, adminId: string, announced: NewNotification): Promise<NotificationRow> {
    return db
      .insertInto('notifications')
      .values({ id: newId(), admin_id: adminId, ...toContentColumns(announced) })
      .returningAll()
      .executeTakeFirstOrThrow();
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
   * The same of these of the administrator's own.
   * @returns them, as they are now
   */
  markSomeRead(db: DbOrTx, adminId: string, ids: readonly string[]): Promise<NotificationRow[]> {
    return db
      .updateTable('notifications')
      .set({ is_read: true })
      .where(
        sql<boolean>`id = any(array(
          select id from notifications where admin_id = ${adminId} and id = any(${[...ids]}::text[]) and not is_read
          order by id desc for update))`,
      )
      .returningAll()
      .execute();
  },

  /** Deletes these of the administrator's own. @returns their ids */
  async deleteSome(db: DbOrTx, adminId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await db
      .deleteFrom('notifications')
      .where(
        sql<boolean>`id = any(array(
          select id from notifications where admin_id = ${adminId} and id = any(${[...ids]}::text[])
          order by id desc for update))`,
      )
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  },

  /**
   * The same of what announces these reports or appeals, to one administrator or, without `adminId`, to all.
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
