import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { appealsChanged } from '@hai-dang/contract/moderation/appeals.events.ts';
import type { CreateAppealBody } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { raiseAlert } from '../../alerts/raise-alert.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../lib/context.ts';
import { violatedConstraint } from '../../lib/db/postgres-errors.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { newId } from '../../lib/ids.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { findUser } from '../../users/find-user.ts';
import { findSubjectTitle } from '../closing/subject-reports.ts';
import { lockDecision } from '../decisions/take-back-decision.ts';
import { noticesStore } from '../notices/notices.store.ts';
import { getSettings } from '../settings/settings.ts';
import { appendEvent } from '../subjects/append-event.ts';
import { lockSubject } from '../subjects/lock-subject.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { appealsStore } from './appeals.store.ts';

/**
 * Objects to a decision, or asks for a second look at a rejected report. The subject is open again.
 * @throws {DomainError} NOTICE_NOT_FOUND, also for somebody else's; APPEAL_IMPOSSIBLE, APPEAL_EXISTS, APPEAL_TOO_LATE,
 *   APPEAL_UNNEEDED
 */
export async function createAppeal(call: Ctx, body: CreateAppealBody) {
  try {
    return await inTransaction(call, (ctx) => insertAppeal(ctx, body));
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'appeals_notice_key' || constraint === 'appeals_once') throw new DomainError('APPEAL_EXISTS');
    throw error;
  }
}

async function insertAppeal(ctx: TxCtx, { noticeId, text }: CreateAppealBody) {
  const { tx, caller, clock, publisher } = ctx;
  const notice = await noticesStore.find(tx, caller.id, noticeId);
  if (!notice) throw new DomainError('NOTICE_NOT_FOUND');
  const { decision_id: decisionId, report_id, appeal_until } = notice;
  if (appeal_until === null || decisionId === null) throw new DomainError('APPEAL_IMPOSSIBLE');
  const decision = await lockDecision(ctx, decisionId);
  const at = clock.now();
  if (await appealsStore.findOf(tx, decisionId, caller.id)) throw new DomainError('APPEAL_EXISTS');
  if (decision.undone_at) throw new DomainError('APPEAL_UNNEEDED');
  if (appeal_until <= at) throw new DomainError('APPEAL_TOO_LATE');
  const ref = toSubjectRef(decision);
  const subject = await lockSubject(ctx, ref, decision.owner_id);
  const id = newId();
  const { appealDueHours } = await getSettings(tx);
  const dueAt = new Date(at.getTime() + appealDueHours * HOUR_MS);
  await appealsStore.insert(tx, {
    id,
    notice_id: noticeId,
    decision_id: decisionId,
    subject_type: ref.itemType,
    subject_id: ref.itemId,
    user_id: caller.id,
    kind: report_id === null ? 'owner' : 'reporter',
    text,
    created_at: at,
    due_at: dueAt,
    half_due_at: new Date((at.getTime() + dueAt.getTime()) / 2),
  });
  await appendEvent(subject, {
    kind: 'appealed',
    actor: { type: 'user', id: caller.id },
    decisionId,
    ...(report_id === null ? {} : { reportId: report_id }),
    changes: { openAppeals: 1 },
  });
  const author = await findUser(tx, caller.id);
  const title = await findSubjectTitle(tx, ref);
  await notifyAdmins(subject, {
    type: 'new_appeal',
    reportId: null,
    appealId: id,
    senderName: author?.username ?? null,
    senderAvatar: author?.avatar ?? null,
    about: { ...ref, title, owner: null, reason: null, severity: null },
  });
  await raiseAlert(ctx, { event: 'appeal.created', subject: ref, reportId: null, appealId: id, reason: null, title });
  afterCommit(tx, () => publisher.toAdmins(appealsChanged, {}));
  return { _id: id, createdAt: at.toISOString(), dueAt: dueAt.toISOString() };
}
