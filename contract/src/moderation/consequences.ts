import { DAY_MS } from '../lib/durations.ts';
import type { Consequence, DecideBody, ModerationSubject } from './decisions.schema.ts';
import type { Policy } from './policies.schema.ts';

/** An account as a decision finds it; `disabledUntil` is null for no end. */
interface Account {
  readonly isDisabled?: boolean | undefined;
  readonly disabledUntil?: string | null | undefined;
}

/** The penalty that a decision gives an account: until when it is disabled, null for no end. */
export interface Penalty {
  readonly until: Date | null;
  /** False where the account is disabled for as long already: a penalty never shortens another. */
  readonly isNew: boolean;
}

/** When a suspension of so many days ends. */
export const suspensionEnd = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** The penalty that a decision names; null where it names none, or the days of a suspension are still being typed. */
export function penaltyOf(
  { actions, suspendDays }: Pick<DecideBody, 'actions' | 'suspendDays'>,
  { isDisabled, disabledUntil }: Account,
  at: Date,
): Penalty | null {
  if (actions.includes('disable')) return { until: null, isNew: true };
  if (!actions.includes('suspend') || !suspendDays) return null;
  const until = suspensionEnd(at, suspendDays);
  const present = disabledUntil ? new Date(disabledUntil) : null;
  const isLonger = isDisabled === true && (present === null || present >= until);
  return isLonger ? { until: present, isNew: false } : { until, isNew: true };
}

/** The points that a violation of a rule gives; null for none. */
export const pointsOf = (
  policy: Pick<Policy, 'points' | 'expiresDays'> | null | undefined,
  at: Date,
): { count: number; expireAt: Date } | null =>
  policy && policy.points > 0
    ? { count: policy.points, expireAt: new Date(at.getTime() + policy.expiresDays * DAY_MS) }
    : null;

/**
 * Returns the consequences of a decision for a subject as it is, in the order in which they are said: what is shown
 * before a decision, what its preview answers and what is said after it.
 * @param policy the rule that is violated
 */
export function consequencesOf(
  decision: Pick<DecideBody, 'outcome' | 'actions' | 'suspendDays'>,
  { owner, hiddenAt, openReports }: Pick<ModerationSubject, 'hiddenAt' | 'openReports'> & { owner: Account | null },
  policy: Pick<Policy, 'points' | 'expiresDays'> | null | undefined,
  at: Date,
): Consequence[] {
  const { outcome, actions, suspendDays } = decision;
  const found: Consequence[] = [];
  const add = (code: Consequence['code'], until: Date | null = null, count: number | null = null) =>
    found.push({ code, until: until?.toISOString() ?? null, count });

  if (actions.includes('takedown')) add('takedown');
  else if (owner && hiddenAt !== null) add('show_again');
  if (owner && outcome === 'violation') {
    if (actions.includes('warn')) add('warn');
    const penalty = penaltyOf(decision, owner, at);
    if (actions.includes('disable')) add('disable');
    else if (penalty && !penalty.isNew) add('stay_disabled', penalty.until);
    else if (penalty) add(owner.isDisabled ? 'suspend_longer' : 'suspend', penalty.until, suspendDays);
    if (actions.length === 0) add('record');
    const points = pointsOf(policy, at);
    if (points) add('points', points.expireAt, points.count);
  }
  if (openReports > 0) add('close_reports', null, openReports);
  return found;
}
