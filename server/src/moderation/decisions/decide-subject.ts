import { RECENT_ACTIONS_MS } from '@hai-dang/contract/constants.ts';
import type { Consequence, DecideBody, ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { auditDenial } from '../../users/audit-denial.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { takeEvidence } from './decision-evidence.ts';
import { findOwnerId, getSubject } from './get-subject.ts';
import { makeDecision, StaleSubject } from './make-decision.ts';

interface DecidedSubject {
  decisionId: string;
  undoUntil: string;
  isRepeated: boolean;
  consequences: Consequence[];
  subject: ModerationSubject;
}

/**
 * Decides on a subject: takes content down, punishes its owner and closes its open reports, in one transaction. A repeat under
 * the same key does nothing and gets the same decision, whatever has changed since.
 * @throws {DomainError} SUBJECT_NOT_FOUND; SUBJECT_CHANGED with the present subject, for a stale version; DECISION_KEY_REUSED;
 *   POLICY_NOT_FOUND, POLICY_DISABLED; DECISION_IMPOSSIBLE; and those of the actions themselves, such as OWN_ACCOUNT
 */
export async function decideSubject(call: Ctx, body: DecideBody): Promise<DecidedSubject> {
  const { subject: ref } = body;
  const ownerId = await findOwnerId(call.db, ref, await subjectsStore.find(call.db, ref));
  // Images are copied before the transaction.
  const taken = await takeEvidence(call, ref);
  try {
    const made = await auditDenial(call, 'decision.make', () =>
      inTransaction(call, (ctx) => makeDecision(ctx, body, ownerId, { taken, bulkId: null })),
    );
    const { id: decisionId, at, isRepeated, consequences } = made;
    const undoUntil = new Date(at.getTime() + RECENT_ACTIONS_MS).toISOString();
    return { decisionId, undoUntil, isRepeated, consequences, subject: await getSubject(call, ref) };
  } catch (error) {
    if (!(error instanceof StaleSubject)) throw error;
    throw new DomainError('SUBJECT_CHANGED', { subject: await getSubject(call, ref) });
  }
}

/**
 * One of the decisions of an action on many subjects: {@link decideSubject} without an audit entry, and with points once for each account.
 * @returns its id
 * @throws {DomainError} those of {@link decideSubject}; BULK_NO_EFFECT where it would change nothing
 */
export async function decideInBulk(ctx: TxCtx, body: DecideBody, bulkId: string): Promise<string> {
  const { tx } = ctx;
  const { subject: ref } = body;
  const ownerId = await findOwnerId(tx, ref, await subjectsStore.find(tx, ref));
  const taken = await takeEvidence({ ...ctx, db: tx }, ref);
  try {
    return (await makeDecision(ctx, body, ownerId, { taken, bulkId })).id;
  } catch (error) {
    if (error instanceof StaleSubject) throw new DomainError('SUBJECT_CHANGED');
    throw error;
  }
}
