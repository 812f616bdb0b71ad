import type { DesktopKind } from '@hai-dang/contract/account/preferences.schema.ts';
import { CHILD_SAFETY_SEVERITY } from '@hai-dang/contract/alerts/alerts.schema.ts';
import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';

const KINDS: Readonly<Record<string, DesktopKind>> = {
  report_half_due: 'overdue',
  report_overdue: 'overdue',
  report_assigned: 'assigned',
  report_taken_over: 'assigned',
  note_mention: 'assigned',
  new_appeal: 'appeal',
  appeal_half_due: 'appeal',
  appeal_overdue: 'appeal',
};

/** The kind of a notification; of an unknown type that of a report. */
export function desktopKindOf({ type, severity }: Pick<Notification, 'type' | 'severity'>): DesktopKind {
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind) return kind;
  return (severity ?? 0) >= CHILD_SAFETY_SEVERITY ? 'child_safety' : 'report';
}
