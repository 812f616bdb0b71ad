import { UNREAD_BADGE_CAP } from '@hai-dang/contract/constants.ts';
import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { itemTypeLabel, reasonLabel } from '../entities/report-labels.ts';
import { formatNumber } from '../lib/format.ts';
import { announcedStrings as strings } from './announced.strings.ts';
import { countSubjects, type NotificationGroup } from './notification-groups.ts';

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

/** The text of several: '12 báo cáo về bài viết “Bán vé giả” của Trang', '40 đối tượng bị báo cáo quá hạn xử lý'. */
export function groupTextOf(group: NotificationGroup): string {
  const { newest, items } = group;
  const subjects = countSubjects(group);
  const reminders: Readonly<Record<string, (count: string) => string>> = strings.manyReminders;
  const ofMany = subjects > 1 ? reminders[newest.type] : undefined;
  if (ofMany) return ofMany(formatNumber(subjects));
  const subject = subjectOf(newest);
  const named = subject.charAt(0).toLocaleLowerCase('vi') + subject.slice(1);
  const text = newest.type === 'new_report' ? strings.manyOf : strings.manyRemindersOf;
  return text(formatNumber(items.length), named);
}

/** Why, and what: of several about one subject the reasons, each once; of those about many the newest of these. */
export function detailOf(group: NotificationGroup): string {
  const { newest, items } = group;
  if (items.length === 1) return aboutOf(newest);
  const subjects = countSubjects(group);
  if (subjects > 1) return strings.andOtherSubjects(subjectOf(newest), formatNumber(subjects - 1));
  return [...new Set(items.flatMap(({ reason }) => (reason ? [reasonLabel(reason)] : [])))].join(', ');
}

/** The name of the sender, or of the system. */
export const senderOf = ({ senderName }: Notification): string => senderName?.trim() || strings.system;

/** '(3) ' before a title, '(99+) ' beyond 99, '' for none. */
export function titleCount(unread: number): string {
  if (unread === 0) return '';
  return strings.titleCount(unread > UNREAD_BADGE_CAP ? `${UNREAD_BADGE_CAP}+` : String(unread));
}
