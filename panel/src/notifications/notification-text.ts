import { UNREAD_BADGE_CAP } from '@hai-dang/contract/constants.ts';
import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { itemTypeLabel, reasonLabel } from '../entities/report-labels.ts';
import { announcedStrings as strings } from './announced.strings.ts';

const MESSAGES: Readonly<Record<string, string>> = strings.messages;

/** The text of a notification by its type; of an unknown type its own message. */
export const messageOf = ({ type, message }: Notification): string =>
  Object.hasOwn(MESSAGES, type) ? (MESSAGES[type] ?? type) : message?.trim() || type;

/** The text of a toast: the notification's own message (specification, section 2), or the text of its type. */
export const liveMessageOf = (notification: Notification): string =>
  notification.message?.trim() || messageOf(notification);

/** The subject of a notification: 'Bài viết “Bán vé giả” của Trang'; '' where that is not known. */
export function subjectOf({ subject }: Pick<Notification, 'subject'>): string {
  if (!subject) return '';
  const title = subject.title?.trim();
  const named = title ? `${itemTypeLabel(subject.itemType)} “${title}”` : itemTypeLabel(subject.itemType);
  return subject.owner ? strings.ofOwner(named, subject.owner) : named;
}

/** Why, and what: 'Spam – Bài viết “Bán vé giả” của Trang'. */
export function aboutOf(notification: Pick<Notification, 'subject' | 'reason'>): string {
  const subject = subjectOf(notification);
  return notification.reason && subject ? `${reasonLabel(notification.reason)} – ${subject}` : subject;
}

/** The name of the sender, or of the system. */
export const senderOf = ({ senderName }: Notification): string => senderName?.trim() || strings.system;

/** '(3) ' before a title, '(99+) ' beyond 99, '' for none. */
export function titleCount(unread: number): string {
  if (unread === 0) return '';
  return strings.titleCount(unread > UNREAD_BADGE_CAP ? `${UNREAD_BADGE_CAP}+` : String(unread));
}
