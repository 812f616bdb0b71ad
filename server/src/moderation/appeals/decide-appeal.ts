import { appealsChanged } from '@hai-dang/contract/moderation/appeals.events.ts';
import type { AppealDetail, DecideAppealBody } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { markAppealsRead } from '../../notifications/mark-notifications-read.ts';
import { auditDenial } from '../../users/audit-denial.ts';
import { findUser } from '../../users/find-user.ts';
import { auditTargetOf } from '../closing/subject-reports.ts';
import { StaleSubject } from '../decisions/make-decision.ts';
import { type EndedAppeal, lockDecision, takeBackDecision } from '../decisions/take-back-decision.ts';
import { policiesStore } from '../policies/policies.store.ts';
import { administrator, appendEvent, ownCaseMark } from '../subjects/append-event.ts';
import { hasChangedSince, type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { queueAnswers } from './answer-appeals.ts';
import { appealsStore } from './appeals.store.ts';
import { findAppeal, getAppeal } from './get-appeal.ts';
import { overturnRest } from './overturn-rest.ts';

const OUTCOMES = { uphold: 'upheld', overturn: 'overturned' } as const;

type DecidedAppeal = EndedAppeal & { decision_id: string };

/** Rolls the transaction back; the present appeal is read after it. */
class AppealDecided extends Error {}

/**
 * Keeps a decision, or takes back all that it did, with all appeals to it that wait; where the letter is about more decisions of an
 * action on many subjects, these too. Where the account that objects
 * was deleted meanwhile, the appeal is closed and the decision stays. A repeat by the same administrator changes nothing.
 * @throws {DomainError} APPEAL_NOT_FOUND; APPEAL_DECIDED with the present appeal; SUBJECT_CHANGED with the present
 *   subject, for a stale version
 */
export async function decideAppeal(call: Ctx, id: string, body: DecideAppealBody): Promise<AppealDetail> {
  try {
    await auditDenial(call, 'appeal.decide', () => inTransaction(call, (ctx) => decide(ctx, id, body)));
  } catch (error) {
    if (error instanceof AppealDecided) {
      throw new DomainError('APPEAL_DECIDED', { appeal: await findAppeal(call.db, id) });
    }
    if (!(error instanceof StaleSubject)) throw error;
    throw new DomainError('SUBJECT_CHANGED', { subject: (await getAppeal(call, id)).subject });
  }
  return getAppeal(call, id);
}

/** Ends an appeal, and notifies everybody whose appeal ends with it. */
async function decide(ctx: TxCtx, id: string, body: DecideAppealBody): Promise<void> {
  const { tx, caller } = ctx;
  const { outcome, version } = body;
  const note = body.note || undefined;
  const found = await appealsStore.find(tx, id);
  if (!found) throw new DomainError('APPEAL_NOT_FOUND');
  const decision = await lockDecision(ctx, found.decision_id);
  const locked = await lockSubject(ctx, toSubjectRef(decision), decision.owner_id);
  // Read again: the lock may have been waited for.
  const appeal = await appealsStore.find(tx, id);
  // Pressed again after a lost response.
  const isRepeated = appeal?.outcome === OUTCOMES[outcome] && appeal.decided_by_id === caller.id;
  if (isRepeated) return;
  if (!appeal || appeal.outcome !== null) throw new AppealDecided();
  if (await hasChangedSince(locked, version)) throw new StaleSubject();
  const author = await findUser(tx, appeal.user_id);
  const isOverturned = author !== null && outcome === 'overturn';
  let subject = locked;
  if (isOverturned) {
    const reversed = await takeBackDecision(ctx, decision, { kind: 'appeal_overturned', note });
    subject = reversed.subject;
    const answer = { kind: 'appeal_overturned', letter: body.letter } as const;
    await queueAnswers(ctx, subject, appeal, reversed.ended, answer);
    await overturnRest(ctx, id, note);
  } else if (author === null) {
    await keepDecision(ctx, locked, appeal, { kind: 'appeal_closed', note, answersAll: false });
  } else {
    const answersAll = body.answersAll === true;
    const ended = await keepDecision(ctx, locked, appeal, { kind: 'appeal_upheld', note, answersAll });
    await queueAnswers(ctx, subject, appeal, ended, { kind: 'appeal_upheld', letter: body.letter });
  }
  await recordAudit(ctx, {
    action: 'appeal.decide',
    target: await auditTargetOf(subject),
    after: {
      appealId: id,
      decisionId: decision.id,
      outcome: author === null ? 'closed' : isOverturned ? 'overturned' : 'upheld',
      ...(note ? { note } : {}),
      ...ownCaseMark(subject, caller),
    },
  });
  if (isOverturned && decision.policy_key !== null) await policiesStore.countOverturned(tx, decision.policy_key);
}

/** Ends appeals against a decision that stays. @returns those that ended */
async function keepDecision(
  { tx, caller, clock, publisher }: TxCtx,
  subject: LockedSubject,
  appeal: DecidedAppeal,
  {
    kind,
    note,
    answersAll,
  }: { kind: 'appeal_upheld' | 'appeal_closed'; note: string | undefined; answersAll: boolean },
): Promise<readonly EndedAppeal[]> {
  const { id, decision_id: decisionId } = appeal;
  const outcome = kind === 'appeal_upheld' ? ('upheld' as const) : ('closed' as const);
  const end = { outcome, at: clock.now(), by: caller, note: note ?? null };
  const ended = answersAll ? await appealsStore.endOfDecision(tx, decisionId, end) : [appeal];
  if (!answersAll) await appealsStore.end(tx, id, end);
  await markAppealsRead(
    subject,
    ended.map((each) => each.id),
  );
  const changes = { openAppeals: -ended.length };
  await appendEvent(subject, { kind, actor: administrator(caller), decisionId, note, changes });
  afterCommit(tx, () => publisher.toAdmins(appealsChanged, {}));
  return ended;
}
