import { type Penalty, penaltyOf, suspensionEnd } from '@hai-dang/contract/moderation/consequences.ts';
import type { DecideBody } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import type { TxCtx } from '../../lib/context.ts';
import type { DbOrTx } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { penalize } from '../actions/penalties.ts';
import { restoreContent } from '../actions/restore-content.ts';
import { softDeleteContent } from '../actions/soft-delete-content.ts';
import { findAppliedPolicy } from '../policies/policies.ts';
import type { LockedSubject } from '../subjects/lock-subject.ts';

/** A decision that is being made. */
interface NewDecision {
  readonly decisionId: string;
  readonly owner: UserDetail | null;
  readonly at: Date;
}

/** The account before a penalty, until when that lasts, and whether it changed the account. */
interface AccountChange {
  readonly was: { readonly isDisabled: boolean; readonly until: Date | null };
  readonly until: Date | null;
  readonly hasChanged: boolean;
}

/** The rule that a violation names. @throws {DomainError} POLICY_NOT_FOUND, POLICY_DISABLED */
export const findPolicyOf = async (on: DbOrTx, { outcome, policy }: DecideBody): Promise<Policy | null> =>
  outcome === 'violation' && policy ? findAppliedPolicy(on, policy) : null;

/** @throws {DomainError} DECISION_IMPOSSIBLE where nothing can be taken down, or nobody punished */
export function checkPossible({ subject, actions }: DecideBody, owner: UserDetail | null): void {
  const isContentOnly = actions.includes('takedown') && subject.itemType === 'User';
  const needsOwner = actions.some((action) => action !== 'takedown');
  if (isContentOnly || (needsOwner && !owner)) throw new DomainError('DECISION_IMPOSSIBLE');
}

/** Takes content down, or shows again what the system has hidden. @returns whether anything changed */
export async function applyToContent(
  ctx: TxCtx,
  { ref, state }: LockedSubject,
  { actions, note }: DecideBody,
  { decisionId, owner }: NewDecision,
): Promise<boolean> {
  if (ref.itemType === 'User') return false;
  const content = { type: ref.itemType, id: ref.itemId };
  if (actions.includes('takedown')) {
    return (await softDeleteContent(ctx, content, { decisionId, note: note || undefined })) !== null;
  }
  if (!owner || !state.hiddenAt) return false;
  return (await restoreContent(ctx, content, { decisionId })) !== null;
}

/** The penalty of the account, also one that is shorter than another. @returns it, and how the account was before */
export async function applyPenalty(
  ctx: TxCtx,
  body: DecideBody,
  { decisionId, owner, at }: NewDecision,
): Promise<{ penalty: Penalty | null; change: AccountChange | null }> {
  const penalty = owner && penaltyOf(body, owner, at);
  if (!owner || !penalty) return { penalty, change: null };
  const until = body.actions.includes('disable') ? null : suspensionEnd(at, body.suspendDays ?? 0);
  const { was, hasChanged } = await penalize(ctx, owner._id, until, { decisionId, note: body.note ?? undefined });
  return { penalty, change: { was, until, hasChanged } };
}
