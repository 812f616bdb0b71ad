import { UNREAD_BADGE_CAP } from '@hai-dang/contract/constants.ts';
import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { notificationsStrings as strings } from './notifications.strings.ts';

const MESSAGES: Readonly<Record<string, string>> = strings.messages;

/** The text of a notification by its type; of an unknown type its own message. */
export const messageOf = ({ type, message }: Notification): string =>
  Object.hasOwn(MESSAGES, type) ? (MESSAGES[type] ?? type) : message?.trim() || type;

/** The text of a toast: the notification's own message (specification, section 2), or the text of its type. */
export const liveMessageOf = (notification: Notification): string =>
  notification.message?.trim() || messageOf(notification);

/** The name of the sender, or of the system. */
export const senderOf = ({ senderName }: Notification): string => senderName?.trim() || strings.system;

/** '(3) ' before a title, '(99+) ' beyond 99, '' for none. */
export function titleCount(unread: number): string {
  if (unread === 0) return '';
  return strings.titleCount(unread > UNREAD_BADGE_CAP ? `${UNREAD_BADGE_CAP}+` : String(unread));
}
