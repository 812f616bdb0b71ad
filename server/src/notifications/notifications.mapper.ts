import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import type { NotificationRow } from './notifications.store.ts';

/** A notification as it is stored in the realtime database (specification, section 3). */
export const toNotificationContent = (row: NotificationRow): Omit<Notification, '_id'> => ({
  type: row.type,
  reports: row.report_id,
  ...(row.user_id === null ? {} : { userId: row.user_id }),
  read: row.is_read,
  createdAt: row.created_at.getTime(),
  senderName: row.sender_name,
  senderAvatar: row.sender_avatar_url,
  message: row.message,
});

/** The same as it leaves over HTTP and the socket. */
export const toNotification = (row: NotificationRow): Notification => ({ _id: row.id, ...toNotificationContent(row) });
