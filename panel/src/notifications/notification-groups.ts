import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { notificationsStrings } from './notifications.strings.ts';

/** One row of the list: the notifications of one type about one subject, or the reminders of one type, read or unread ones. */
export interface NotificationGroup {
  /** The same while others join. */
  readonly key: string;
  readonly newest: Notification;
  /** Newest first; one at least. */
  readonly items: readonly Notification[];
}

/** The key of a group; a notification that is not known to be about a subject stands alone. */
function keyOf({ _id, type, subject, read }: Notification): string {
  if (!subject) return _id;
  const isReminder = Object.hasOwn(notificationsStrings.manyReminders, type);
  return JSON.stringify(isReminder ? [type, read] : [type, subject.itemType, subject.itemId, read]);
}

/** How many subjects the notifications of a row are about. */
export const countSubjects = ({ items }: NotificationGroup): number =>
  new Set(items.map(({ subject }) => JSON.stringify([subject?.itemType, subject?.itemId]))).size;

/** The rows of a list, each at the place of its newest notification. */
export function groupNotifications(notifications: readonly Notification[]): readonly NotificationGroup[] {
  const groups = new Map<string, { key: string; newest: Notification; items: Notification[] }>();
  for (const notification of notifications) {
    const key = keyOf(notification);
    const group = groups.get(key);
    if (group) group.items.push(notification);
    else groups.set(key, { key, newest: notification, items: [notification] });
  }
  return [...groups.values()];
}
