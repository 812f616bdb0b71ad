import { type AlertEvent, type AlertKind, CHILD_SAFETY_SEVERITY } from '@hai-dang/contract/alerts/alerts.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { AppTx } from '../lib/context.ts';
import { newId } from '../lib/ids.ts';
import { alertsStore } from './alerts.store.ts';
import { queueAlertEmails } from './emails/send-alert-emails.ts';
import { queueDeliveries } from './webhooks/deliver-webhooks.ts';

/** No second report of the same subject alerts within this time: the subject waits already. */
const CHILD_SAFETY_QUIET_MS = 3_600_000;

const KINDS = {
  'report.overdue': 'overdue',
  'report.child_safety': 'child_safety',
  'appeal.created': 'appeal',
  'appeal.overdue': 'appeal',
} as const satisfies Record<AlertEvent, AlertKind>;

/** Titles of alerts without one of their own: the name of an account, or what a comment says, does not leave. */
const NAMELESS = {
  User: 'Một tài khoản',
  Comment: 'Một bình luận',
  Post: 'Một bài viết',
  TravelPost: 'Một bài viết du lịch',
} as const satisfies Record<SubjectRef['itemType'], string>;

/** An event that administrators who are not here should know of. */
export interface NewAlert {
  event: AlertEvent;
  subject: SubjectRef;
  /** Null for an appeal. */
  reportId: string | null;
  appealId?: string;
  /** The title of the rule that a report's reason stands for. */
  reason: string | null;
  /** The title of a post; not set for other subjects. */
  title?: string | null | undefined;
}

/**
 * Stores an alert, with an e-mail for each administrator who wants it and a delivery for each webhook, in the transaction in which
 * it happens: alerts reach administrators outside of the panel (docs/decisions/013).
 */
export async function raiseAlert(
  ctx: AppTx,
  { event, subject, reportId, appealId, reason, title }: NewAlert,
): Promise<void> {
  const { itemType, itemId } = subject;
  const hasTitle = itemType === 'Post' || itemType === 'TravelPost';
  const alert = {
    id: newId(),
    kind: KINDS[event],
    event,
    subject_type: itemType,
    subject_id: itemId,
    report_id: reportId,
    appeal_id: appealId ?? null,
    reason,
    title: (hasTitle && title?.trim()) || NAMELESS[itemType],
    created_at: ctx.clock.now(),
  };
  await alertsStore.insert(ctx.tx, alert);
  await queueAlertEmails(ctx, alert);
  await queueDeliveries(ctx, alert);
}

/** Raises an alert of a report of the gravest kind; not of one more about what has just been alerted of. */
export async function raiseIfGrave(
  ctx: AppTx,
  { severity, ...alert }: Omit<NewAlert, 'event'> & { severity: number },
): Promise<void> {
  if (severity < CHILD_SAFETY_SEVERITY) return;
  const since = new Date(ctx.clock.now().getTime() - CHILD_SAFETY_QUIET_MS);
  if (await alertsStore.hasSince(ctx.tx, { kind: 'child_safety', ...alert.subject, since })) return;
  await raiseAlert(ctx, { ...alert, event: 'report.child_safety' });
}
