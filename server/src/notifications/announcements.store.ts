import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';
import type { Announcements } from '../lib/db/schema.generated.ts';
import {
  CONTENT_COLUMNS,
  type ListedNotification,
  type NewNotification,
  toContentColumns,
} from './notifications.store.ts';

type AnnouncementRow = Selectable<Announcements>;

/** Selects the announcements to change for one administrator, beside those that the marks and exceptions rule out. */
export type AnnouncementFilter =
  | { ids: readonly string[] }
  /** The announcements of these reports or appeals. */
  | { column: 'report_id' | 'appeal_id'; values: readonly string[] }
  /** The announcement with this id and all later ones. */
  | { from: string };

/**
 * Longer than a transaction may last after it has made an announcement: what is older than this and not there by now never
 * comes. A mark must not pass what is still to be committed.
 */
const SETTLED_AFTER_SECONDS = 120;

const readBefore = (adminId: string): RawBuilder<string> =>
  sql`coalesce((select read_before from notification_marks where admin_id = ${adminId}), '')`;
const clearedBefore = (adminId: string): RawBuilder<string> =>
  sql`coalesce((select cleared_before from notification_marks where admin_id = ${adminId}), '')`;
/**
 * Whether the announcement `a` was deleted singly; null where it has no exception. A look-up for each row: a join might be planned
 * as a scan of all announcements, whatever the limit.
 */
const exceptionOf = (adminId: string): RawBuilder<boolean | null> =>
  sql`(select is_deleted from notification_exceptions where admin_id = ${adminId} and announcement_id = a.id)`;

const isUnread = (adminId: string): RawBuilder<boolean> =>
  sql`(not a.is_handled and a.id >= ${readBefore(adminId)} and ${exceptionOf(adminId)} is null)`;
const isVisible = (adminId: string): RawBuilder<boolean> =>
  sql`(a.id >= ${clearedBefore(adminId)} and ${exceptionOf(adminId)} is distinct from true)`;

const OWN_COLUMNS = sql`${sql.join(CONTENT_COLUMNS.map((column) => sql.ref(column)))},
  is_read, false as is_announcement`;
/** The same of the announcement `a`. */
const columns = (isRead: RawBuilder<boolean>): RawBuilder<ListedNotification> =>
  sql`${sql.join(CONTENT_COLUMNS.map((column) => sql.ref(`a.${column}`)))},
    ${isRead} as is_read, true as is_announcement`;
const columnsFor = (adminId: string): RawBuilder<ListedNotification> => columns(sql`not ${isUnread(adminId)}`);

const matches = (filter: AnnouncementFilter): RawBuilder<boolean> => {
  if ('from' in filter) return sql`a.id >= ${filter.from}`;
  if ('ids' in filter) return sql`a.id = any(${[...filter.ids]}::text[])`;
  return sql`a.${sql.ref(filter.column)} = any(${[...filter.values]}::text[])`;
};

/** The notifications of every administrator: a row each, with marks and exceptions for each administrator. */
export const announcementsStore = {
  /** The page of an administrator's own and all announcements, newest first. */
  async findPage(
    db: DbOrTx,
    { adminId, limit, offset, before }: { adminId: string; limit: number; offset: number; before: string | null },
  ): Promise<ListedNotification[]> {
    const most = limit + offset;
    const isBefore = before === null ? sql`true` : sql`id < ${before}`;
    const { rows } = await sql<ListedNotification>`
      select * from (
        (select ${OWN_COLUMNS} from notifications
          where admin_id = ${adminId} and ${isBefore} order by id desc limit ${most})
        union all
        (select ${columnsFor(adminId)} from announcements a
          where ${isVisible(adminId)} and ${isBefore} order by id desc limit ${most})
      ) notifications order by id desc limit ${limit} offset ${offset}`.execute(db);
    return rows;
  },

  /** How many of an administrator's own and of the announcements are unread, counted up to `most`. */
  async countUnreadUpTo(db: DbOrTx, adminId: string, most: number): Promise<number> {
    // Ordered, so that an index is read: the oldest unread may be behind very many that are read.
    const { rows } = await sql<{ count: number }>`
      select count(*) from (
        (select from notifications where admin_id = ${adminId} and not is_read order by id desc limit ${most})
        union all
        (select from announcements a where ${isUnread(adminId)} order by id desc limit ${most})
        limit ${most}
      ) unread`.execute(db);
    return rows[0]?.count ?? 0;
  },

  /** Finds the announcements of `ids` that an administrator has, as they are for this administrator. */
  async findOf(db: DbOrTx, adminId: string, ids: readonly string[]): Promise<ListedNotification[]> {
    const { rows } = await sql<ListedNotification>`
      select ${columnsFor(adminId)} from announcements a
      where ${matches({ ids })} and ${isVisible(adminId)}`.execute(db);
    return rows;
  },

  /** The same for a realtime database: none for somebody who cannot sign in, so that what changes is deleted there. */
  async findDeliverable(db: DbOrTx, adminId: string, ids: readonly string[]): Promise<ListedNotification[]> {
    const { rows } = await sql<ListedNotification>`
      select ${columnsFor(adminId)} from announcements a where ${matches({ ids })} and ${isVisible(adminId)}
        and exists (select from users where id = ${adminId} and role = 'admin' and not is_disabled)`.execute(db);
    return rows;
  },

  /** Stores one for every administrator. */
  async insert(db: DbOrTx, announced: NewNotification): Promise<ListedNotification> {
    const row = await db
      .insertInto('announcements')
      .values(toContentColumns(announced))
      .returningAll()
      .executeTakeFirstOrThrow();
    return toListed(row);
  },

  /**
   * Marks what announces these reports or appeals as read for everybody.
   * @returns what was not, as it is now
   */
  async handle(
    db: DbOrTx,
    column: 'report_id' | 'appeal_id',
    values: readonly string[],
  ): Promise<ListedNotification[]> {
    const rows = await db
      .updateTable('announcements')
      .set({ is_handled: true })
      .where(sql<boolean>`${sql.ref(column)} = any(${[...values]}::text[])`)
      .where((row) => row.not(row.ref('is_handled')))
      .returningAll()
      .execute();
    return rows.map(toListed);
  },

  /** Locks an administrator's marks to the end of the transaction, so that changes of the same administrator wait. */
  async lockMarks(db: DbOrTx, adminId: string): Promise<void> {
    await db
      .insertInto('notification_marks')
      .values({ admin_id: adminId })
      .onConflict((conflict) =>
        conflict.column('admin_id').doUpdateSet(({ ref }) => ({ read_before: ref('notification_marks.read_before') })),
      )
      .execute();
  },

  /** Below which id nothing is still to be committed. */
  async findSettledBefore(db: DbOrTx): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select uuid_v7_time(clock_timestamp() - make_interval(secs => ${SETTLED_AFTER_SECONDS})) as id`.execute(db);
    return rows[0]?.id ?? '';
  },

  /**
   * Marks these as read for an administrator, singly.
   * @returns what was not, as it is now
   */
  async markRead(db: DbOrTx, adminId: string, filter: AnnouncementFilter): Promise<ListedNotification[]> {
    const { rows } = await sql<ListedNotification>`
      with changed as (
        insert into notification_exceptions (admin_id, announcement_id, is_deleted)
          select ${adminId}::text, a.id, false from announcements a where ${matches(filter)} and ${isUnread(adminId)}
          on conflict (admin_id, announcement_id) do nothing returning announcement_id
      )
      select ${columns(sql`true`)} from changed join announcements a on a.id = changed.announcement_id`.execute(db);
    return rows;
  },

  /** Deletes these for an administrator, singly. @returns their ids */
  async delete(db: DbOrTx, adminId: string, filter: AnnouncementFilter): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      insert into notification_exceptions (admin_id, announcement_id, is_deleted)
        select ${adminId}::text, a.id, true from announcements a where ${matches(filter)} and ${isVisible(adminId)}
        on conflict (admin_id, announcement_id) do update set is_deleted = true
        returning announcement_id as id`.execute(db);
    return rows.map(({ id }) => id);
  },

  /** The newest unread ones below an id, at most `most`. */
  async findUnreadBefore(db: DbOrTx, adminId: string, before: string, most: number): Promise<ListedNotification[]> {
    const { rows } = await sql<ListedNotification>`
      select ${columns(sql`false`)} from announcements a where a.id < ${before} and ${isUnread(adminId)}
      order by a.id desc limit ${most}`.execute(db);
    return rows;
  },

  /** How many below an id are unread, or are there at all, counted up to `most`. */
  async countBefore(
    db: DbOrTx,
    adminId: string,
    { before, isUnreadOnly, most }: { before: string; isUnreadOnly: boolean; most: number },
  ): Promise<number> {
    const counted = isUnreadOnly ? isUnread(adminId) : isVisible(adminId);
    const { rows } = await sql<{ count: number }>`
      select count(*) from (
        select from announcements a where a.id < ${before} and ${counted} order by a.id desc limit ${most}
      ) counted`.execute(db);
    return rows[0]?.count ?? 0;
  },

  /** Marks all below an id as read, and as deleted if that is wanted. @returns from where on they were not */
  async moveMarks(
    db: DbOrTx,
    adminId: string,
    { before, isCleared }: { before: string; isCleared: boolean },
  ): Promise<string> {
    const { rows } = await sql<{ from: string }>`
      update notification_marks m set
        read_before = greatest(m.read_before, ${before}),
        cleared_before = ${isCleared ? sql`greatest(m.cleared_before, ${before})` : sql`m.cleared_before`}
      from (select * from notification_marks where admin_id = ${adminId}) former
      where m.admin_id = former.admin_id
      returning ${isCleared ? sql`former.cleared_before` : sql`former.read_before`} as "from"`.execute(db);
    return rows[0]?.from ?? '';
  },

  /**
   * Moves the marks to the oldest that is unread, and that is not deleted: exceptions below are needed no more. It passes each
   * exception once.
   * @returns whether any has moved
   */
  async advanceMarks(db: DbOrTx, adminId: string, settledBefore: string): Promise<boolean> {
    const oldest = (condition: RawBuilder<boolean>) =>
      sql<string>`least(${settledBefore}, coalesce(
        (select a.id from announcements a where ${condition} order by a.id limit 1), ${settledBefore}))`;
    const { numAffectedRows = 0n } = await sql`
      with reached as materialized (
        select ${oldest(isUnread(adminId))} as read_before, ${oldest(isVisible(adminId))} as cleared_before
      )
      update notification_marks m set
        read_before = greatest(m.read_before, reached.read_before, reached.cleared_before),
        cleared_before = greatest(m.cleared_before, reached.cleared_before)
      from reached
      where m.admin_id = ${adminId}
        and (m.read_before < greatest(reached.read_before, reached.cleared_before) or m.cleared_before < reached.cleared_before)
    `.execute(db);
    return numAffectedRows > 0n;
  },

  /** Deletes exceptions that the marks cover, at most `most`. @returns how many */
  async deleteCovered(db: DbOrTx, adminId: string, most: number): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      delete from notification_exceptions where admin_id = ${adminId} and announcement_id = any(array(
        select announcement_id from notification_exceptions where admin_id = ${adminId}
          and announcement_id < ${readBefore(adminId)}
          and (announcement_id < ${clearedBefore(adminId)} or not is_deleted)
        limit ${most}))`.execute(db);
    return Number(numAffectedRows);
  },

  /** Deletes exceptions of an account, at most `most`. @returns how many */
  async deleteExceptions(db: DbOrTx, adminId: string, most: number): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      delete from notification_exceptions where admin_id = ${adminId} and announcement_id = any(array(
        select announcement_id from notification_exceptions where admin_id = ${adminId} limit ${most}))`.execute(db);
    return Number(numAffectedRows);
  },

  /** Deletes the marks of an account. @returns from where on it may have announcements; nothing where there were no marks */
  async deleteMarks(db: DbOrTx, adminId: string): Promise<string | undefined> {
    const row = await db
      .deleteFrom('notification_marks')
      .where('admin_id', '=', adminId)
      .returning('cleared_before')
      .executeTakeFirst();
    return row?.cleared_before;
  },
};

const toListed = ({ is_handled, ...row }: AnnouncementRow): ListedNotification => ({
  ...row,
  is_read: is_handled,
  is_announcement: true,
});
