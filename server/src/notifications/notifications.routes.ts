import * as endpoints from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { deleteAllNotifications, deleteNotification, deleteNotifications } from './delete-notifications.ts';
import type { MintFirebaseToken } from './firebase.ts';
import { countUnreadNotifications, listNotifications } from './list-notifications.ts';
import { markAllNotificationsRead, markNotificationRead, markNotificationsRead } from './mark-notifications-read.ts';

interface NotificationsRoutesOptions {
  /** null where notifications are not stored in Firebase. */
  readonly mintFirebaseToken: MintFirebaseToken | null;
}

export function registerNotificationsRoutes(mount: Mount, { mintFirebaseToken }: NotificationsRoutesOptions): void {
  mount(endpoints.listNotifications, async ({ ctx, body }) => ({
    success: true,
    data: await listNotifications(ctx, body),
  }));

  mount(endpoints.countUnreadNotifications, async ({ ctx }) => ({
    success: true,
    data: { unreadCount: await countUnreadNotifications(ctx) },
  }));

  mount(endpoints.markAllNotificationsRead, async ({ ctx }) => {
    await markAllNotificationsRead(ctx);
    return { success: true, message: 'Đã đánh dấu tất cả đã đọc' };
  });

  mount(endpoints.markNotificationsRead, async ({ ctx, body }) => {
    await markNotificationsRead(ctx, body.ids);
    return { success: true, message: 'Đã đánh dấu đã đọc' };
  });

  mount(endpoints.deleteNotifications, async ({ ctx, body }) => {
    await deleteNotifications(ctx, body.ids);
    return { success: true, message: 'Đã xóa thông báo' };
  });

  mount(endpoints.markNotificationRead, async ({ ctx, params }) => {
    await markNotificationRead(ctx, params.id);
    return { success: true, message: 'Đã đánh dấu đã đọc' };
  });

  mount(endpoints.deleteNotification, async ({ ctx, params }) => {
    await deleteNotification(ctx, params.id);
    return { success: true, message: 'Đã xóa thông báo' };
  });

  mount(endpoints.deleteAllNotifications, async ({ ctx }) => {
    await deleteAllNotifications(ctx);
    return { success: true, message: 'Đã xóa tất cả thông báo' };
  });

  mount(endpoints.createFirebaseToken, async ({ caller }) => ({
    success: true,
    data: { token: mintFirebaseToken ? await mintFirebaseToken(caller.id) : null },
  }));
}
