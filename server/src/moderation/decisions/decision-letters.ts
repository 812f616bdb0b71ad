import type { DecideBody, DecisionPreview } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { LetterKind } from '@hai-dang/contract/moderation/letters.schema.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import type { LetterPoints } from '../letters/letter-text.ts';
import type { LetterDraft } from '../letters/letters.service.ts';

const DAY_MS = 24 * 3_600_000;

type Penalized = Pick<UserDetail, '_id' | 'isDisabled' | 'disabledUntil'>;

/** What a decision makes of an account: until when it is disabled, null for no end. */
export interface Penalty {
  readonly until: Date | null;
  /** False where the account is disabled for as long already: a penalty never shortens another. */
  readonly isNew: boolean;
}

/** The penalty that a decision names; null where it names none. */
export function penaltyOf(
  { actions, suspendDays }: Pick<DecideBody, 'actions' | 'suspendDays'>,
  { isDisabled, disabledUntil }: Penalized,
  at: Date,
): Penalty | null {
  if (actions.includes('disable')) return { until: null, isNew: true };
  if (!actions.includes('suspend')) return null;
  const until = new Date(at.getTime() + (suspendDays ?? 1) * DAY_MS);
  const present = disabledUntil ? new Date(disabledUntil) : null;
  const isLonger = isDisabled === true && (present === null || present >= until);
  return isLonger ? { until: present, isNew: false } : { until, isNew: true };
}

/** The points that a decision gives; null where it gives none, or nobody. */
export const pointsOf = (policy: Policy | null, owner: Penalized | null, at: Date): LetterPoints | null =>
  owner && policy && policy.points > 0
    ? { count: policy.points, expireAt: new Date(at.getTime() + policy.expiresDays * DAY_MS) }
    : null;

/** What a decision comes to: what its letters and its preview depend on. */
export interface DecisionOutcome {
  readonly body: DecideBody;
  readonly owner: Penalized | null;
  readonly policy: Policy | null;
  readonly penalty: Penalty | null;
  readonly points: LetterPoints | null;
  /** How many reports it closes. */
  readonly closed: number;
  readonly sendAt: Date;
}

/**
 * The letters of a decision: for any violation one to the owner, by the strongest of what follows, and one to those whose
 * reports it closes.
 */
export function draftLetters({ body, owner, policy, penalty, points, closed, sendAt }: DecisionOutcome): {
  owner: LetterDraft | null;
  reporters: LetterDraft | null;
} {
  const { outcome, actions } = body;
  const isTakenDown = actions.includes('takedown');
  const kind = outcome === 'violation' ? strongest(actions, penalty) : null;
  return {
    owner: owner &&
      kind && {
        kind,
        recipientId: owner._id,
        policy,
        points,
        until: penalty?.until ?? null,
        text: body.letters?.owner,
        isTakenDown: isTakenDown && kind !== 'takedown',
        sendAt,
      },
    reporters:
      closed === 0
        ? null
        : {
            kind: outcome === 'violation' ? 'report_upheld' : 'report_rejected',
            recipientId: null,
            policy,
            text: body.letters?.reporters,
            isTakenDown,
            sendAt,
          },
  };
}

function strongest(actions: DecideBody['actions'], penalty: Penalty | null): LetterKind {
  if (penalty) return penalty.until ? 'suspend' : 'disable';
  if (actions.includes('warn')) return 'warn';
  return actions.includes('takedown') ? 'takedown' : 'violation';
}

/** What a decision would do, in the order in which it is shown. */
export function consequencesOf({
  body: { actions },
  penalty,
  points,
  closed,
}: DecisionOutcome): DecisionPreview['consequences'] {
  const one = (code: DecisionPreview['consequences'][number]['code'], count: number | null = null) => ({
    code,
    until: null,
    count,
  });
  return [
    ...(actions.includes('takedown') ? [one('takedown')] : []),
    ...(actions.includes('warn') ? [one('warn')] : []),
    ...(penalty?.isNew
      ? [{ ...one(penalty.until ? 'suspend' : 'disable'), until: penalty.until?.toISOString() ?? null }]
      : []),
    ...(points ? [one('points', points.count)] : []),
    ...(closed > 0 ? [one('close_reports', closed)] : []),
  ];
}
