import { NOTIFICATION_EVENTS_MAX } from '@hai-dang/contract/constants.ts';
import { notificationChanged } from '@hai-dang/contract/notifications/notifications.events.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type AppTx, type Ctx, inTransaction } from '../lib/context.ts';
import { afterCommit } from '../lib/db/transact.ts';
import {
  markAllAnnouncementsRead,
  markAnnouncementsRead,
  markAnnouncementsReadOf,
  settleAnnouncements,
} from './announcements.ts';
import { auditTargetOf, lockNotification } from './lock-notification.ts';
import { newestFirst, toNotification } from './notifications.mapper.ts';
import { type NotificationContentRow, notificationsStore } from './notifications.store.ts';
import { addEntries, addOwn, OWN } from './outbox.ts';

/** An administrator may have a million; one statement for all of them would exceed its timeout. */
const CHANGE_BATCH_SIZE = 5_000;

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Returns the newest of very many that changed at once: a client that receives this many refetches its list. */
const newestOf = (rows: readonly NotificationContentRow[]) =>
  rows.toSorted(newestFirst).slice(0, NOTIFICATION_EVENTS_MAX);

/** Publishes to an administrator what has changed, once it is committed. */
const publishChanged = ({ tx, publisher }: AppTx, adminId: string, rows: readonly NotificationContentRow[]): void =>
  afterCommit(tx, () => {
    for (const row of newestOf(rows)) {
      publisher.toAccount(adminId, notificationChanged, { id: row.id, notification: toNotification(row) });
    }
  });

/**
 * Marks one of the caller's own as read. A repeat changes nothing and records no second audit entry.
 * @throws {DomainError} NOTIFICATION_NOT_FOUND
 */
export const markNotificationRead = (call: Ctx, id: string): Promise<void> =>
  inTransaction(call, async (ctx) => {
    const { tx, caller } = ctx;
    const row = await lockNotification(ctx, id);
    if (row.is_read) return;
    if (row.is_announcement) await markAnnouncementsRead(ctx, caller.id, [id]);
    else {
      await notificationsStore.markRead(tx, id);
      await addOwn(ctx, caller.id, [id]);
    }
    await recordAudit(ctx, {
      action: 'notification.read',
      target: auditTargetOf(row),
      before: { read: false },
      after: { read: true },
    });
    publishChanged(ctx, caller.id, [{ ...row, is_read: true }]);
  });

/** Marks these of the caller's own as read; those that are no more, or somebody else's, are left out. */
export const markNotificationsRead = (call: Ctx, ids: readonly string[]): Promise<void> =>
  inTransaction(call, async (ctx) => {
    const { tx, caller } = ctx;
    const own = await notificationsStore.markSomeRead(tx, caller.id, ids);
    const rows = [...own, ...(await markAnnouncementsRead(ctx, caller.id, ids))];
    if (rows.length === 0) return;
    await addOwn(ctx, caller.id, idsOf(own));
    await recordAudit(ctx, { action: 'notification.read_some', after: { count: rows.length } });
    publishChanged(ctx, caller.id, rows);
  });

/** Marks all of the caller's own as read; idempotent like marking one. */
export const markAllNotificationsRead = (call: Ctx): Promise<void> =>
  inTransaction(call, async (ctx) => {
    const { tx, caller } = ctx;
    const newest = await notificationsStore.markNewestRead(tx, caller.id, CHANGE_BATCH_SIZE);
    let rows = newest;
    let own = 0;
    while (rows.length > 0) {
      own += rows.length;
      await addOwn(ctx, caller.id, idsOf(rows));
      rows = await notificationsStore.markNewestRead(tx, caller.id, CHANGE_BATCH_SIZE);
    }
    const announced = await markAllAnnouncementsRead(ctx, caller.id);
    const count = own + announced.count;
    if (count === 0) return;
    await recordAudit(ctx, { action: 'notification.read_all', after: { count } });
    publishChanged(ctx, caller.id, [...newest, ...announced.newest]);
  });

/**
 * Marks the notifications of these reports as read: they are decided.
 * @param ctx of the transaction that decides the reports; its audit entries cover this change, too
 * @param adminId the recipient; null for every administrator
 */
export const markReportsRead = (ctx: AppTx, reportIds: readonly string[], adminId: string | null): Promise<void> =>
  markReadOf(ctx, 'report_id', { ids: reportIds, adminId });

/**
 * Marks the notifications of these appeals as read at every administrator: they have ended.
 * @param ctx of the transaction that ends them
 */
export const markAppealsRead = (ctx: AppTx, appealIds: readonly string[]): Promise<void> =>
  markReadOf(ctx, 'appeal_id', { ids: appealIds, adminId: null });

async function markReadOf(
  ctx: AppTx,
  column: 'report_id' | 'appeal_id',
  { ids, adminId }: { ids: readonly string[]; adminId: string | null },
): Promise<void> {
  const changed = new Map<string, NotificationContentRow[]>();
  const add = (recipient: string, rows: readonly NotificationContentRow[]) =>
    changed.set(recipient, newestOf([...(changed.get(recipient) ?? []), ...rows]));
  for (;;) {
    const rows = await notificationsStore.markReadOf(ctx.tx, column, { ids, adminId }, CHANGE_BATCH_SIZE);
    if (rows.length === 0) break;
    await addEntries(
      ctx,
      OWN,
      rows.map((row) => ({ adminId: row.admin_id, notificationId: row.id })),
    );
    for (const [recipient, own] of Map.groupBy(rows, (row) => row.admin_id)) add(recipient, own);
  }
  // Announcements come after the administrators' own, as in every other change.
  if (adminId === null) await settleAnnouncements(ctx, column, ids);
  else add(adminId, await markAnnouncementsReadOf(ctx, column, { ids, adminId }));
  for (const [recipient, rows] of changed) publishChanged(ctx, recipient, rows);
}
