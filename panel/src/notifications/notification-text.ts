import { UNREAD_BADGE_CAP } from '@hai-dang/contract/constants.ts';
import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { notificationsStrings as strings } from './notifications.strings.ts';

const MESSAGES: Readonly<Record<string, string>> = strings.messages;

/** What a notification says, by its type; of a type that is not known here what came with it. */
export const messageOf = ({ type, message }: Notification): string =>
  Object.hasOwn(MESSAGES, type) ? (MESSAGES[type] ?? type) : message?.trim() || type;

/** What a live toast says: the notification's own message (specification, section 2), or what its type says. */
export const liveMessageOf = (notification: Notification): string =>
  notification.message?.trim() || messageOf(notification);

/** Who has caused it, or the system. */
export const senderOf = ({ senderName }: Notification): string => senderName?.trim() || strings.system;

/** '(3) ' before a title, '(99+) ' beyond 99, nothing for none. */
export function titleCount(unread: number): string {
  if (unread === 0) return '';
  return strings.titleCount(unread > UNREAD_BADGE_CAP ? `${UNREAD_BADGE_CAP}+` : String(unread));
}
