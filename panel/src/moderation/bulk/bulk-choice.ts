import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import type { BulkAction } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { type BulkTarget, startBulkBodySchema } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import type { BulkRequest, BulkRequestTarget } from './bulk.overlays.ts';

/** The state of the dialog: what is chosen and typed so far. */
export interface BulkChoice {
  /** The key of a rule; '' for none. */
  readonly policy: string;
  /** The days of a suspension, as they were typed. */
  readonly days: string;
  readonly tag: string;
  /** The days after which a tag ends; '' for never. */
  readonly tagDays: string;
  readonly outcome: 'resolved' | 'rejected';
  readonly sendsLetters: boolean;
  readonly note: string;
  /** Also those that colleagues handle, who is asked first. */
  readonly includesHeld: boolean;
}

export const firstChoice = ({
  policy = '',
  outcome = 'resolved',
}: Pick<BulkRequest, 'policy' | 'outcome'>): BulkChoice => ({
  policy,
  days: '7',
  tag: '',
  tagDays: '',
  outcome,
  sendsLetters: true,
  note: '',
  includesHeld: false,
});

/** Whether it is a decision that finds each subject in violation of a rule. */
export const isViolation = (action: BulkRequest['action']): boolean =>
  action === 'suspend' || action === 'disable' || action === 'takedown';

/** Whether it is a decision on each subject, with letters. */
export const isDecision = (action: BulkRequest['action']): boolean => isViolation(action) || action === 'no_violation';

function toAction(kind: BulkRequest['action'], { days, tag, tagDays, outcome }: BulkChoice, now: number): unknown {
  if (kind === 'suspend') return { kind, days: /^\d+$/.test(days.trim()) ? Number(days) : Number.NaN };
  if (kind === 'tag') {
    const expiresAt = tagDays === '' ? null : new Date(now + Number(tagDays) * DAY_MS).toISOString();
    return { kind, text: tag, expiresAt };
  }
  return kind === 'close_reports' ? { kind, outcome } : { kind };
}

/** A target as it is sent, with the number that was confirmed. */
export function toTarget(target: BulkRequestTarget, total: number): BulkTarget {
  if (target.kind === 'users') return { ...target, ids: [...target.ids] };
  if (target.kind === 'content') return { ...target, subjects: [...target.subjects] };
  return target.kind === 'user_filter' ? { ...target, expectedTotal: total } : target;
}

/** The call that a choice makes. @param total what was counted and shown */
export function toBody({ action, target }: BulkRequest, choice: BulkChoice, total: number, now: number) {
  return startBulkBodySchema.safeParse({
    action: toAction(action, choice, now),
    target: toTarget(target, total),
    ...(isDecision(action) && {
      policy: (isViolation(action) && choice.policy) || null,
      letters: choice.sendsLetters ? null : { owner: null, reporters: null },
    }),
    note: choice.note,
    ...(choice.includesHeld && { includesHeld: true }),
  });
}

/** An action that stands for all of its kind, to count what it would concern. */
export const anyAction = (kind: BulkRequest['action']): BulkAction => {
  if (kind === 'suspend') return { kind, days: 1 };
  if (kind === 'tag') return { kind, text: '-' };
  return kind === 'close_reports' ? { kind, outcome: 'resolved' } : { kind };
};
