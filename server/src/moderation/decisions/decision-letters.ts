import { DECISION_UNDO_MS } from '@hai-dang/contract/constants.ts';
import type { Penalty } from '@hai-dang/contract/moderation/consequences.ts';
import type { DecideBody } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { LetterKind } from '@hai-dang/contract/moderation/letters.schema.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import type { LetterDraft } from '../letters/compose-letter.ts';
import type { LetterPoints } from '../letters/letter-text.ts';

/** A press at the last moment comes this much later over a slow network. */
const UNDO_GRACE_MS = 5_000;

/** Until when a decision can be undone without a reason; its letters wait as long. */
export const graceEndOf = (at: Date): Date => new Date(at.getTime() + DECISION_UNDO_MS + UNDO_GRACE_MS);

/** All that the letters of a decision, and its preview, depend on. */
export interface DecisionOutcome {
  readonly body: DecideBody;
  readonly owner: Pick<UserDetail, '_id'> | null;
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
