import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { UndoBody } from '@hai-dang/contract/moderation/undo.schema.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { auditDenial } from '../../users/audit-denial.ts';
import { policiesStore } from '../policies/policies.store.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { auditDecision } from './decision-audit.ts';
import { graceEndOf } from './decision-letters.ts';
import { getSubject } from './get-subject.ts';
import { lockDecision, takeBackDecision } from './take-back-decision.ts';
import { needsUndoReason, OWN_UNDO_REASON } from './undo-reason.ts';

/**
 * Takes back all that a decision did: content, penalty, points and the status of its reports; what somebody has changed
 * since stays. Appeals to it that wait are closed. Idempotent.
 * @throws {DomainError} DECISION_NOT_FOUND; UNDO_REASON_REQUIRED for a colleague's, and for one's own after a day;
 *   those of restoring content that was purged since
 */
export async function undoDecision(call: Ctx, id: string, { reason }: UndoBody): Promise<ModerationSubject> {
  const { ref } = await auditDenial(call, 'decision.undo', () =>
    inTransaction(call, (ctx) => undo(ctx, id, { reason, isOfBulk: false })),
  );
  return getSubject(call, ref);
}

/**
 * Takes one of many decisions back that were made at once, without an audit entry.
 * @throws {DomainError} BULK_ALREADY_UNDONE; those of {@link undoDecision} but for a missing reason
 */
export async function undoInBulk(ctx: TxCtx, id: string, reason: string | undefined): Promise<void> {
  const { isUndone } = await undo(ctx, id, { reason, isOfBulk: true });
  if (!isUndone) throw new DomainError('BULK_ALREADY_UNDONE');
}

/** @returns the subject, and whether the decision was not taken back already */
async function undo(
  ctx: TxCtx,
  id: string,
  { reason, isOfBulk }: UndoBody & { isOfBulk: boolean },
): Promise<{ ref: SubjectRef; isUndone: boolean }> {
  const decision = await lockDecision(ctx, id);
  const ref = toSubjectRef(decision);
  if (decision.undone_at) return { ref, isUndone: false };
  const now = ctx.clock.now();
  if (!reason && !isOfBulk && needsUndoReason(decision, ctx.caller.id, now)) {
    throw new DomainError('UNDO_REASON_REQUIRED');
  }
  const isLate = !isOfBulk && graceEndOf(decision.created_at) < now;
  const note = reason || (isLate ? OWN_UNDO_REASON : undefined);
  const event = { kind: 'decision_undone' as const, note };
  const { subject } = await takeBackDecision(ctx, decision, event);
  if (!isOfBulk) {
    await auditDecision(ctx, subject, 'decision.undo', { decisionId: id, ...(note ? { reason: note } : {}) });
  }
  if (decision.policy_key !== null) await policiesStore.countApplied(ctx.tx, decision.policy_key, -1);
  return { ref, isUndone: true };
}
