import {
  countUnreadNotifications,
  createFirebaseToken,
  deleteAllNotifications,
  deleteNotification,
  deleteNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  markNotificationsRead,
} from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { NotificationsService } from './notifications.service.ts';

export function registerNotificationsRoutes(mount: Mount, notifications: NotificationsService): void {
  mount(listNotifications, async ({ body, caller }) => ({
    success: true,
    data: await notifications.listNotifications(body, caller),
  }));

  mount(countUnreadNotifications, async ({ caller }) => ({
    success: true,
    data: { unreadCount: await notifications.countUnreadNotifications(caller) },
  }));

  mount(markAllNotificationsRead, async ({ caller, context }) => {
    await notifications.markAllNotificationsRead(caller, context);
    return { success: true, message: 'Đã đánh dấu tất cả đã đọc' };
  });

  mount(markNotificationsRead, async ({ body, caller, context }) => {
    await notifications.markNotificationsRead(body.ids, caller, context);
    return { success: true, message: 'Đã đánh dấu đã đọc' };
  });

  mount(deleteNotifications, async ({ body, caller, context }) => {
    await notifications.deleteNotifications(body.ids, caller, context);
    return { success: true, message: 'Đã xóa thông báo' };
  });

  mount(markNotificationRead, async ({ params, caller, context }) => {
    await notifications.markNotificationRead(params.id, caller, context);
    return { success: true, message: 'Đã đánh dấu đã đọc' };
  });

  mount(deleteNotification, async ({ params, caller, context }) => {
    await notifications.deleteNotification(params.id, caller, context);
    return { success: true, message: 'Đã xóa thông báo' };
  });

  mount(deleteAllNotifications, async ({ caller, context }) => {
    await notifications.deleteAllNotifications(caller, context);
    return { success: true, message: 'Đã xóa tất cả thông báo' };
  });

  mount(createFirebaseToken, async ({ caller }) => ({
    success: true,
    data: { token: await notifications.createFirebaseToken(caller) },
  }));
}
