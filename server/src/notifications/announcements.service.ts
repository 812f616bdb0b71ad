import { NOTIFICATION_EVENTS_MAX } from '@hai-dang/contract/constants.ts';
import { notificationAdded, notificationChanged } from '@hai-dang/contract/notifications/notifications.events.ts';
import type { Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import { announcementsStore } from './announcements.store.ts';
import { newestFirst, toNotification } from './notifications.mapper.ts';
import type { ListedNotification, NewNotification } from './notifications.store.ts';
import type { Outbox } from './outbox.service.ts';

/** Exceptions that one statement deletes. */
const EXCEPTIONS_BATCH_SIZE = 5_000;
/** The audit log says how many a change of all was of, up to this number. */
const COUNTED_MAX = 10_000;

interface AnnouncementsNeeds {
  /** Null where notifications are in our own tables alone. */
  outbox: Pick<Outbox, 'addAnnouncements' | 'addAnnouncementsForAll' | 'addAnnouncementsFrom'> | null;
  publisher: Publisher;
}

const idsOf = (rows: readonly ListedNotification[]): string[] => rows.map(({ id }) => id);

/**
 * What every administrator is notified of: one row, which all share. What each has read or deleted of it is a mark, up to which
 * all are, and the exceptions above (docs/decisions/067).
 */
export function createAnnouncements({ outbox, publisher }: AnnouncementsNeeds) {
  const addToOutbox = async (tx: Tx, adminId: string, ids: readonly string[]) =>
    outbox?.addAnnouncements(
      tx,
      ids.map((notificationId) => ({ adminId, notificationId })),
    );

  async function deleteCovered(tx: Tx, adminId: string): Promise<void> {
    while ((await announcementsStore.deleteCovered(tx, adminId, EXCEPTIONS_BATCH_SIZE)) === EXCEPTIONS_BATCH_SIZE);
  }

  /** After single changes: marks follow where nothing is left below. */
  async function advanceMarks(tx: Tx, adminId: string): Promise<void> {
    const settledBefore = await announcementsStore.findSettledBefore(tx);
    if (await announcementsStore.advanceMarks(tx, adminId, settledBefore)) await deleteCovered(tx, adminId);
  }

  return {
    /** Notifies every administrator. */
    async announce(tx: Tx, announced: NewNotification): Promise<void> {
      const row = await announcementsStore.insert(tx, announced);
      await outbox?.addAnnouncementsForAll(tx, [row.id]);
      afterCommit(tx, () => publisher.toAdmins(notificationAdded, { id: row.id, notification: toNotification(row) }));
    },

    /** Marks what announces these reports or appeals as read for everybody: they are decided. */
    async handle(tx: Tx, column: 'report_id' | 'appeal_id', values: readonly string[]): Promise<void> {
      const rows = await announcementsStore.handle(tx, column, values);
      await outbox?.addAnnouncementsForAll(tx, idsOf(rows));
      const published = rows.toSorted(newestFirst).slice(0, NOTIFICATION_EVENTS_MAX);
      afterCommit(tx, () => {
        for (const row of published) {
          publisher.toAdmins(notificationChanged, { id: row.id, notification: toNotification(row) });
        }
      });
    },

    /** The same for one administrator. @returns what was unread */
    async markReadOf(
      tx: Tx,
      column: 'report_id' | 'appeal_id',
      { ids: values, adminId }: { ids: readonly string[]; adminId: string },
    ): Promise<ListedNotification[]> {
      const rows = await announcementsStore.markRead(tx, adminId, { column, values });
      await addToOutbox(tx, adminId, idsOf(rows));
      return rows;
    },

    /** The one with this id, if the administrator has it, whose changes then wait for the end of the transaction. */
    async lock(tx: Tx, adminId: string, id: string): Promise<ListedNotification | undefined> {
      await announcementsStore.lockMarks(tx, adminId);
      const [row] = await announcementsStore.findOf(tx, adminId, [id]);
      return row;
    },

    /** @returns what was unread */
    async markSomeRead(tx: Tx, adminId: string, ids: readonly string[]): Promise<ListedNotification[]> {
      await announcementsStore.lockMarks(tx, adminId);
      const rows = await announcementsStore.markRead(tx, adminId, { ids });
      if (rows.length === 0) return [];
      await addToOutbox(tx, adminId, idsOf(rows));
      await advanceMarks(tx, adminId);
      return rows;
    },

    /** @returns what was there */
    async deleteSome(tx: Tx, adminId: string, ids: readonly string[]): Promise<string[]> {
      await announcementsStore.lockMarks(tx, adminId);
      const deleted = await announcementsStore.delete(tx, adminId, { ids });
      if (deleted.length === 0) return [];
      await addToOutbox(tx, adminId, deleted);
      await advanceMarks(tx, adminId);
      return deleted;
    },

    /** @returns how many were unread, as far as they are counted, and the newest of them */
    async markAllRead(tx: Tx, adminId: string): Promise<{ count: number; newest: ListedNotification[] }> {
      await announcementsStore.lockMarks(tx, adminId);
      const before = await announcementsStore.findSettledBefore(tx);
      // One that is committed while this goes on stays unread.
      const recent = await announcementsStore.markRead(tx, adminId, { from: before });
      const settled = await announcementsStore.findUnreadBefore(tx, adminId, before, NOTIFICATION_EVENTS_MAX);
      if (recent.length + settled.length === 0) return { count: 0, newest: [] };
      const count = await announcementsStore.countBefore(tx, adminId, {
        before,
        isUnreadOnly: true,
        most: COUNTED_MAX,
      });
      const from = await announcementsStore.moveMarks(tx, adminId, { before, isCleared: false });
      await deleteCovered(tx, adminId);
      await outbox?.addAnnouncementsFrom(tx, adminId, from);
      return {
        count: recent.length + count,
        newest: [...recent, ...settled].map((row) => ({ ...row, is_read: true })),
      };
    },

    /** @returns how many there were, as far as they are counted */
    async deleteAll(tx: Tx, adminId: string): Promise<number> {
      await announcementsStore.lockMarks(tx, adminId);
      const before = await announcementsStore.findSettledBefore(tx);
      const recent = await announcementsStore.delete(tx, adminId, { from: before });
      const count = await announcementsStore.countBefore(tx, adminId, {
        before,
        isUnreadOnly: false,
        most: COUNTED_MAX,
      });
      if (recent.length + count === 0) return 0;
      const from = await announcementsStore.moveMarks(tx, adminId, { before, isCleared: true });
      await deleteCovered(tx, adminId);
      await outbox?.addAnnouncementsFrom(tx, adminId, from);
      return recent.length + count;
    },

    /** Purges up to `most` of what is stored of an account that is deleted. @returns false where nothing was left */
    async purgeSomeOf(tx: Tx, accountId: string, most: number): Promise<boolean> {
      if ((await announcementsStore.deleteExceptions(tx, accountId, most)) > 0) return true;
      const from = await announcementsStore.deleteMarks(tx, accountId);
      if (from === undefined) return false;
      await outbox?.addAnnouncementsFrom(tx, accountId, from);
      return true;
    },
  };
}
