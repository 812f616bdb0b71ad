import { NOTIFICATION_EVENTS_MAX } from '@hai-dang/contract/constants.ts';
import { notificationAdded, notificationChanged } from '@hai-dang/contract/notifications/notifications.events.ts';
import type { AppTx } from '../lib/context.ts';
import type { Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { announcementsStore } from './announcements.store.ts';
import { newestFirst, toNotification } from './notifications.mapper.ts';
import type { ListedNotification, NewNotification } from './notifications.store.ts';
import { addAnnouncements, addAnnouncementsForAll, addAnnouncementsFrom } from './outbox.ts';

// An announcement is one row, which all administrators share. What each has read or deleted of it is a mark, up to which all
// are, and the exceptions above (docs/decisions/013).

/** Exceptions that one statement deletes. */
const EXCEPTIONS_BATCH_SIZE = 5_000;
/** The audit log says how many a change of all was of, up to this number. */
const COUNTED_MAX = 10_000;

const idsOf = (rows: readonly ListedNotification[]): string[] => rows.map(({ id }) => id);

async function deleteCovered(tx: Tx, adminId: string): Promise<void> {
  while ((await announcementsStore.deleteCovered(tx, adminId, EXCEPTIONS_BATCH_SIZE)) === EXCEPTIONS_BATCH_SIZE);
}

/** Moves the marks after single changes, as far as nothing is left below. */
async function advanceMarks(tx: Tx, adminId: string): Promise<void> {
  const settledBefore = await announcementsStore.findSettledBefore(tx);
  if (await announcementsStore.advanceMarks(tx, adminId, settledBefore)) await deleteCovered(tx, adminId);
}

/** Notifies every administrator. */
export async function announce(ctx: AppTx, announced: NewNotification): Promise<void> {
  const { tx, publisher } = ctx;
  const row = await announcementsStore.insert(tx, announced);
  await addAnnouncementsForAll(ctx, [row.id]);
  afterCommit(tx, () => publisher.toAdmins(notificationAdded, { id: row.id, notification: toNotification(row) }));
}

/** Marks the announcements of these reports or appeals as read for everybody: they are decided. */
export async function settleAnnouncements(
  ctx: AppTx,
  column: 'report_id' | 'appeal_id',
  values: readonly string[],
): Promise<void> {
  const { tx, publisher } = ctx;
  const rows = await announcementsStore.handle(tx, column, values);
  await addAnnouncementsForAll(ctx, idsOf(rows));
  const published = rows.toSorted(newestFirst).slice(0, NOTIFICATION_EVENTS_MAX);
  afterCommit(tx, () => {
    for (const row of published) {
      publisher.toAdmins(notificationChanged, { id: row.id, notification: toNotification(row) });
    }
  });
}

/** The same for one administrator. @returns what was unread */
export async function markAnnouncementsReadOf(
  ctx: AppTx,
  column: 'report_id' | 'appeal_id',
  { ids: values, adminId }: { ids: readonly string[]; adminId: string },
): Promise<ListedNotification[]> {
  const rows = await announcementsStore.markRead(ctx.tx, adminId, { column, values });
  await addAnnouncements(ctx, adminId, idsOf(rows));
  return rows;
}

/** The one with this id, if the administrator has it, whose changes then wait for the end of the transaction. */
export async function lockAnnouncement(
  { tx }: AppTx,
  adminId: string,
  id: string,
): Promise<ListedNotification | undefined> {
  await announcementsStore.lockMarks(tx, adminId);
  const [row] = await announcementsStore.findOf(tx, adminId, [id]);
  return row;
}

/** @returns what was unread of these */
export async function markAnnouncementsRead(
  ctx: AppTx,
  adminId: string,
  ids: readonly string[],
): Promise<ListedNotification[]> {
  const { tx } = ctx;
  await announcementsStore.lockMarks(tx, adminId);
  const rows = await announcementsStore.markRead(tx, adminId, { ids });
  if (rows.length === 0) return [];
  await addAnnouncements(ctx, adminId, idsOf(rows));
  await advanceMarks(tx, adminId);
  return rows;
}

/** @returns the ids of these that there were */
export async function deleteAnnouncements(ctx: AppTx, adminId: string, ids: readonly string[]): Promise<string[]> {
  const { tx } = ctx;
  await announcementsStore.lockMarks(tx, adminId);
  const deleted = await announcementsStore.delete(tx, adminId, { ids });
  if (deleted.length === 0) return [];
  await addAnnouncements(ctx, adminId, deleted);
  await advanceMarks(tx, adminId);
  return deleted;
}

/** @returns how many were unread, as far as they are counted, and the newest of them */
export async function markAllAnnouncementsRead(
  ctx: AppTx,
  adminId: string,
): Promise<{ count: number; newest: ListedNotification[] }> {
  const { tx } = ctx;
  await announcementsStore.lockMarks(tx, adminId);
  const before = await announcementsStore.findSettledBefore(tx);
  // An announcement that is committed while this goes on stays unread.
  const recent = await announcementsStore.markRead(tx, adminId, { from: before });
  const settled = await announcementsStore.findUnreadBefore(tx, adminId, before, NOTIFICATION_EVENTS_MAX);
  if (recent.length + settled.length === 0) return { count: 0, newest: [] };
  const count = await announcementsStore.countBefore(tx, adminId, { before, isUnreadOnly: true, most: COUNTED_MAX });
  const from = await announcementsStore.moveMarks(tx, adminId, { before, isCleared: false });
  await deleteCovered(tx, adminId);
  await addAnnouncementsFrom(ctx, adminId, from);
  return {
    count: recent.length + count,
    newest: [...recent, ...settled].map((row) => ({ ...row, is_read: true })),
  };
}

/** @returns how many there were, as far as they are counted */
export async function deleteAllAnnouncements(ctx: AppTx, adminId: string): Promise<number> {
  const { tx } = ctx;
  await announcementsStore.lockMarks(tx, adminId);
  const before = await announcementsStore.findSettledBefore(tx);
  const recent = await announcementsStore.delete(tx, adminId, { from: before });
  const count = await announcementsStore.countBefore(tx, adminId, { before, isUnreadOnly: false, most: COUNTED_MAX });
  if (recent.length + count === 0) return 0;
  const from = await announcementsStore.moveMarks(tx, adminId, { before, isCleared: true });
  await deleteCovered(tx, adminId);
  await addAnnouncementsFrom(ctx, adminId, from);
  return recent.length + count;
}

/** Purges up to `most` of what is stored of an account that is deleted. @returns false where nothing was left */
export async function purgeAnnouncementsOf(ctx: AppTx, accountId: string, most: number): Promise<boolean> {
  const { tx } = ctx;
  if ((await announcementsStore.deleteExceptions(tx, accountId, most)) > 0) return true;
  const from = await announcementsStore.deleteMarks(tx, accountId);
  if (from === undefined) return false;
  await addAnnouncementsFrom(ctx, accountId, from);
  return true;
}
