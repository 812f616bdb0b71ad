import { notificationRemoved, notificationsCleared } from '@hai-dang/contract/notifications/notifications.events.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type AppTx, type Ctx, inTransaction } from '../lib/context.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { deleteAllAnnouncements, deleteAnnouncements, purgeAnnouncementsOf } from './announcements.ts';
import { auditTargetOf, lockNotification } from './lock-notification.ts';
import { toNotificationContent } from './notifications.mapper.ts';
import { notificationsStore } from './notifications.store.ts';
import { addOwn } from './outbox.ts';

/** An administrator may have a million; one statement for all of them would exceed its timeout. */
const CHANGE_BATCH_SIZE = 5_000;

/**
 * Deletes one of the caller's own.
 * @throws {DomainError} NOTIFICATION_NOT_FOUND
 */
export const deleteNotification = (call: Ctx, id: string): Promise<void> =>
  inTransaction(call, async (ctx) => {
    const { tx, caller, publisher } = ctx;
    const row = await lockNotification(ctx, id);
    if (row.is_announcement) await deleteAnnouncements(ctx, caller.id, [id]);
    else {
      await notificationsStore.delete(tx, id);
      await addOwn(ctx, caller.id, [id]);
    }
    await recordAudit(ctx, {
      action: 'notification.delete',
      target: auditTargetOf(row),
      before: toNotificationContent(row),
    });
    afterCommit(tx, () => publisher.toAccount(caller.id, notificationRemoved, { id }));
  });

/** Deletes these of the caller's own; those that are no more, or somebody else's, are left out. */
export const deleteNotifications = (call: Ctx, ids: readonly string[]): Promise<void> =>
  inTransaction(call, async (ctx) => {
    const { tx, caller, publisher } = ctx;
    const own = await notificationsStore.deleteSome(tx, caller.id, ids);
    const deleted = [...own, ...(await deleteAnnouncements(ctx, caller.id, ids))];
    if (deleted.length === 0) return;
    await addOwn(ctx, caller.id, own);
    await recordAudit(ctx, { action: 'notification.delete_some', before: { count: deleted.length } });
    afterCommit(tx, () => {
      for (const id of deleted) publisher.toAccount(caller.id, notificationRemoved, { id });
    });
  });

/** Deletes all of the caller's own. A repeat changes nothing and records no second audit entry. */
export const deleteAllNotifications = (call: Ctx): Promise<void> =>
  inTransaction(call, async (ctx) => {
    const { tx, caller, publisher } = ctx;
    let own = 0;
    for (;;) {
      const deleted = await deleteNewest(ctx, caller.id, CHANGE_BATCH_SIZE);
      if (deleted === 0) break;
      own += deleted;
    }
    const count = own + (await deleteAllAnnouncements(ctx, caller.id));
    if (count === 0) return;
    await recordAudit(ctx, { action: 'notification.delete_all', before: { count } });
    afterCommit(tx, () => publisher.toAccount(caller.id, notificationsCleared, {}));
  });

/**
 * Purges up to `most` that an account has, in a step of the job that deletes it; the second store gets the change too.
 * @returns false where none was left
 */
export const purgeNotificationsOf = async (ctx: AppTx, accountId: string, most: number): Promise<boolean> =>
  (await deleteNewest(ctx, accountId, most)) > 0 || purgeAnnouncementsOf(ctx, accountId, most);

/** @returns how many there were, at most `most` */
async function deleteNewest(ctx: AppTx, adminId: string, most: number): Promise<number> {
  const ids = await notificationsStore.deleteNewest(ctx.tx, adminId, most);
  await addOwn(ctx, adminId, ids);
  return ids.length;
}
