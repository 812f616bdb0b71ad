import type { TxCtx } from '../lib/context.ts';
import { DomainError } from '../lib/domain-error.ts';
import { lockAnnouncement } from './announcements.ts';
import { type ListedNotification, type NotificationContentRow, notificationsStore } from './notifications.store.ts';

const SYSTEM_NAME = 'Hệ thống';

/**
 * One of the caller's notifications, which nobody else changes until the transaction ends.
 * @throws {DomainError} NOTIFICATION_NOT_FOUND, also for one of another administrator
 */
export async function lockNotification(ctx: TxCtx, id: string): Promise<ListedNotification> {
  const own = await notificationsStore.findForUpdate(ctx.tx, ctx.caller.id, id);
  if (own) return { ...own, is_announcement: false };
  const announcement = await lockAnnouncement(ctx, ctx.caller.id, id);
  if (!announcement) throw new DomainError('NOTIFICATION_NOT_FOUND');
  return announcement;
}

/** The name of a notification in the audit log. */
export const auditTargetOf = (row: NotificationContentRow) => ({
  type: 'notification' as const,
  id: row.id,
  name: `${row.sender_name ?? SYSTEM_NAME} · ${row.message ?? row.type}`,
});
