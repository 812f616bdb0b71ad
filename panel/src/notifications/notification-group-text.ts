import { reasonLabel } from '../entities/report-labels.ts';
import { formatNumber } from '../lib/format.ts';
import { countSubjects, type NotificationGroup } from './notification-groups.ts';
import { aboutOf, subjectOf } from './notification-text.ts';
import { notificationsStrings as strings } from './notifications.strings.ts';

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
