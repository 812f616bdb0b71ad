import { appealsChanged } from '@hai-dang/contract/moderation/appeals.events.ts';
import type { AppTx, TxCtx } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { markAppealsRead } from '../../notifications/mark-notifications-read.ts';
import { settlePenaltiesAfterUndo, storePenaltiesBeforeUndo } from '../actions/penalties.ts';
import { restoreContent } from '../actions/restore-content.ts';
import { hideContent } from '../actions/soft-delete-content.ts';
import { appealsStore } from '../appeals/appeals.store.ts';
import { reopenForDecision } from '../closing/decided-reports.ts';
import { bulkLettersStore } from '../letters/bulk-letters.store.ts';
import { lettersStore } from '../letters/letters.store.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { administrator, appendEvent } from '../subjects/append-event.ts';
import { type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { subjectEventsStore } from '../subjects/subject-events.store.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { type DecisionRow, decisionsStore } from './decisions.store.ts';

const CONTENT_EVENTS = ['taken_down', 'restored', 'auto_hidden'] as const;

type ReversalKind = 'decision_undone' | 'appeal_overturned';

export type EndedAppeal = Awaited<ReturnType<typeof appealsStore.endOfDecision>>[number];

/**
 * A decision as it is once its subject and then its owner's account are locked.
 * @throws {DomainError} DECISION_NOT_FOUND
 */
export async function lockDecision(ctx: AppTx, id: string): Promise<DecisionRow> {
  const { tx } = ctx;
  const found = await decisionsStore.find(tx, id);
  if (!found) throw new DomainError('DECISION_NOT_FOUND');
  const { owner_id } = found;
  await lockSubject(ctx, toSubjectRef(found), owner_id);
  if (owner_id !== null) await lockSubject(ctx, { itemType: 'User', itemId: owner_id }, owner_id);
  // Read again: the lock may have been waited for.
  return (await decisionsStore.find(tx, id)) ?? found;
}

/**
 * Takes back what a locked decision did: content, penalty, points and the status of its reports; what somebody has changed
 * since stays. Content that was purged since stays away. Appeals that wait end with it, and letters that wait are not sent;
 * everybody who was notified of it is notified, but for those whose appeal was granted.
 * @param event that says so
 * @returns its subject as it is now, and the appeals that ended
 */
export async function takeBackDecision(
  ctx: TxCtx,
  decision: DecisionRow,
  { kind, note }: { kind: ReversalKind; note: string | undefined },
): Promise<{ subject: LockedSubject; ended: EndedAppeal[] }> {
  const { tx, caller, clock, publisher } = ctx;
  const { id: decisionId, owner_id } = decision;
  const actor = administrator(caller);
  // The letters are withdrawn before any account is locked.
  await lettersStore.withdraw(tx, decisionId, clock.now());
  await bulkLettersStore.handOn(tx, decision);
  if (hasPenalty(decision) && owner_id !== null) await storePenaltiesBeforeUndo(ctx, owner_id);
  await decisionsStore.setUndone(tx, decisionId, clock.now());
  await decisionsStore.handPointsOn(tx, decision);
  await revert(ctx, decision, kind);
  const ended = await appealsStore.endOfDecision(tx, decisionId, {
    outcome: kind === 'appeal_overturned' ? 'overturned' : 'closed',
    at: clock.now(),
    by: caller,
    note: note ?? null,
  });
  const subject = await lockSubject(ctx, toSubjectRef(decision), owner_id);
  const changes = { ...(await reopenForDecision(subject, decisionId)), openAppeals: -ended.length };
  await appendEvent(subject, { kind, actor, decisionId, note, changes });
  if (ended.length > 0) {
    const ids = ended.map(({ id }) => id);
    await markAppealsRead(subject, ids);
    afterCommit(tx, () => publisher.toAdmins(appealsChanged, {}));
  }
  // An appeal that was granted has a letter of its own.
  const others = kind === 'appeal_overturned' ? ended.map(({ user_id }) => user_id) : [];
  if (await lettersStore.hasNotices(tx, decisionId, others)) {
    const draft = { kind: 'decision_undone', recipientId: null, policy: null, sendAt: clock.now() } as const;
    await queueLetter(subject, draft, { decisionId, senderId: caller.id, actor });
  }
  return { subject, ended };
}

/** Gives the account and the content back, once the decision is marked as undone; what others have changed since stays. */
async function revert(ctx: TxCtx, decision: DecisionRow, kind: ReversalKind): Promise<void> {
  const cause = { decisionId: decision.id };
  const { owner_id } = decision;
  if (hasPenalty(decision) && owner_id !== null) await settlePenaltiesAfterUndo(ctx, owner_id, cause);
  const ref = toSubjectRef(decision);
  if (ref.itemType === 'User') return;
  const content = { type: ref.itemType, id: ref.itemId };
  const last = await subjectEventsStore.findLastValid(ctx.tx, ref, CONTENT_EVENTS);
  // A granted appeal restores the content even if it was hidden before the decision.
  const isHidden = last?.kind === 'auto_hidden' && kind === 'decision_undone';
  if (isHidden) await hideContent(ctx, content, administrator(ctx.caller), cause);
  else if (decision.actions.includes('takedown') && last?.kind !== 'taken_down') {
    try {
      await restoreContent(ctx, content, cause);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

const hasPenalty = ({ actions }: DecisionRow): boolean => actions.includes('suspend') || actions.includes('disable');

/** Whether content, or its author, was purged. */
const isGone = (error: unknown): boolean =>
  error instanceof DomainError && /^(POST|TRAVEL_POST|COMMENT)_NOT_FOUND$/.test(error.code);
