import { UNREAD_COUNT_CAP } from '@hai-dang/contract/constants.ts';
import type { ListNotificationsBody, NotificationPage } from '@hai-dang/contract/notifications/notifications.schema.ts';
import type { Ctx } from '../lib/context.ts';
import { announcementsStore } from './announcements.store.ts';
import { toNotification } from './notifications.mapper.ts';

/** A page of the caller's notifications, newest first, with the number of unread ones. */
export async function listNotifications(
  ctx: Ctx,
  { page, limit, before }: ListNotificationsBody,
): Promise<NotificationPage> {
  const [rows, unreadCount] = await Promise.all([
    // One row more than the limit shows whether there is a next page.
    announcementsStore.findPage(ctx.db, {
      adminId: ctx.caller.id,
      limit: limit + 1,
      offset: (page - 1) * limit,
      before: before ?? null,
    }),
    countUnreadNotifications(ctx),
  ]);
  return {
    notifications: rows.slice(0, limit).map(toNotification),
    pagination: { currentPage: page, limit, hasMore: rows.length > limit },
    unreadCount,
  };
}

/** @returns how many of the caller's are unread; at most UNREAD_COUNT_CAP */
export const countUnreadNotifications = ({ db, caller }: Ctx): Promise<number> =>
  announcementsStore.countUnreadUpTo(db, caller.id, UNREAD_COUNT_CAP);
