import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import type { NotificationContentRow } from './notifications.store.ts';

/** A notification as it is stored in the realtime database (specification, section 3). */
export const toNotificationContent = (row: NotificationContentRow): Omit<Notification, '_id'> => ({
  type: row.type,
  reports: row.report_id,
  ...(row.user_id === null ? {} : { userId: row.user_id }),
  read: row.is_read,
  createdAt: row.created_at.getTime(),
  senderName: row.sender_name,
  senderAvatar: row.sender_avatar_url,
  message: row.message,
});

/** The same as it leaves over HTTP and the socket, with what it is about. */
export const toNotification = (row: NotificationContentRow): Notification => ({
  _id: row.id,
  ...toNotificationContent(row),
  ...(row.subject_type === null || row.subject_id === null
    ? {}
    : {
        subject: {
          itemType: row.subject_type,
          itemId: row.subject_id,
          title: row.subject_title,
          owner: row.owner_name,
        },
      }),
  ...(row.reason === null ? {} : { reason: row.reason }),
  ...(row.severity === null ? {} : { severity: row.severity }),
});

/** The order of lists, and of what is published. */
export const newestFirst = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? 1 : -1);
