import type { AssignSubjectBody } from '@hai-dang/contract/moderation/assignments.schema.ts';
import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { AssignmentNotificationType } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { type App, type Ctx, inTransaction } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { notifyAdmin } from '../../notifications/notify-admins.ts';
import { subjectReportsStore } from '../closing/subject-reports.store.ts';
import { getSubject } from '../decisions/get-subject.ts';
import { administrator, appendEvent } from '../subjects/append-event.ts';
import type { EventAssignee } from '../subjects/apply-event.ts';
import { type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { subjectEventsStore } from '../subjects/subject-events.store.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { assignmentsStore } from './assignments.store.ts';
import { claimEndsAt, endClaim } from './release-idle.ts';

/**
 * Claims a subject, gives it to a colleague, or gives it back; notifies whom it is given to or taken from. Idempotent.
 * @throws {DomainError} SUBJECT_NOT_FOUND; SUBJECT_CLOSED where nothing is open; SUBJECT_ASSIGNED with the present
 *   subject, where somebody else has it; ASSIGNEE_NOT_FOUND
 */
export async function assignSubject(ctx: Ctx, ref: SubjectRef, body: AssignSubjectBody): Promise<ModerationSubject> {
  const wanted = { ...body, assigneeId: body.assigneeId === 'me' ? ctx.caller.id : body.assigneeId };
  if (!(await subjectsStore.find(ctx.db, ref))) {
    // Throws where there is no such content, either; otherwise nothing has happened to it.
    const subject = await getSubject(ctx, ref);
    if (wanted.assigneeId === null) return subject;
    throw new DomainError('SUBJECT_CLOSED');
  }
  try {
    await inTransaction(ctx, async (inTx) => assign(await lockSubject(inTx, ref, null), wanted, ctx.caller.id));
  } catch (error) {
    if (!(error instanceof AssignedToOther)) throw error;
    throw new DomainError('SUBJECT_ASSIGNED', { subject: await getSubject(ctx, ref) });
  }
  return getSubject(ctx, ref);
}

/** How many subjects with open reports an administrator handles, counted up to `most`, and since when the first of them. */
export const countAssigned = ({ db }: App, adminId: string, most: number) =>
  assignmentsStore.countAssigned(db, adminId, most);

/**
 * Takes back that a subject was assigned or released by an event, unless that has changed since: who had it before has it again.
 * @throws {DomainError} ACTION_CHANGED; ASSIGNEE_NOT_FOUND where who had it before cannot work any more
 */
export const undoAssignment = (
  call: Ctx,
  ref: SubjectRef,
  { version, note }: { version: number; note: string | undefined },
): Promise<void> =>
  inTransaction(call, async (ctx) => {
    const { tx, caller } = ctx;
    const subject = await lockSubject(ctx, ref, null);
    const kinds = ['assigned', 'released', 'decided'] as const;
    const last = await subjectEventsStore.findLastUpTo(tx, ref, { kinds, version: subject.state.version });
    const isOpen = subject.state.openReports + subject.state.openAppeals > 0;
    if (last?.version !== version || !isOpen) throw new DomainError('ACTION_CHANGED');
    const former = await subjectEventsStore.findLastUpTo(tx, ref, { kinds, version: version - 1 });
    const assigneeId = former?.kind === 'assigned' ? former.assignee_id : null;
    await assign(subject, { assigneeId, takeOver: true }, caller.id, note);
  });

/** @throws {DomainError} SESSION_EXPIRED, SUBJECT_CLOSED, ASSIGNEE_NOT_FOUND; {AssignedToOther} */
async function assign(
  subject: LockedSubject,
  { assigneeId, takeOver = false, isAutomatic = false }: AssignSubjectBody,
  callerId: string,
  note?: string,
): Promise<void> {
  const { tx, ref, state, clock } = subject;
  const caller = await subjectsStore.findAdministrator(tx, callerId);
  if (!caller) throw new DomainError('SESSION_EXPIRED');
  // Somebody who is disabled or gone handles nothing any more.
  const holder = state.assigneeId === null ? undefined : await subjectsStore.findAdministrator(tx, state.assigneeId);
  const isTaken = holder !== undefined && holder.id !== callerId;
  const isClaim = isAutomatic && assigneeId === callerId;
  const isClosed = state.openReports + state.openAppeals === 0;
  // Who only looks has asked for nothing.
  if (isClaim && (isTaken || isClosed)) return;
  if (isAutomatic && assigneeId === null) {
    const claim = await assignmentsStore.findClaim(tx, ref);
    if (claim?.assigneeId === callerId) await endClaim(subject, claim, administrator(caller));
    return;
  }
  if (isTaken && holder.id !== assigneeId && !takeOver) throw new AssignedToOther();
  const actor = administrator(caller);

  if (assigneeId === null) {
    if (state.assigneeId === null) return;
    await appendEvent(subject, { kind: 'released', actor, note });
    if (isTaken) await notify(subject, holder, 'report_taken_over', caller);
    return;
  }
  if (isClosed) throw new DomainError('SUBJECT_CLOSED');
  if (holder?.id === assigneeId) {
    // An explicit claim replaces one by looking, never the reverse.
    if (!isAutomatic) await assignmentsStore.deleteClaim(tx, ref);
    return;
  }
  const assignee = await subjectsStore.findAdministrator(tx, assigneeId);
  if (!assignee) throw new DomainError('ASSIGNEE_NOT_FOUND');
  const expiresAt = claimEndsAt(clock.now());
  const targetName = assignee.username;
  await appendEvent(subject, {
    kind: 'assigned',
    actor,
    assignee,
    targetName,
    note,
    ...(isClaim ? { until: expiresAt } : {}),
  });
  const { assignedAt } = subject.state;
  if (isClaim && assignedAt) await assignmentsStore.setClaim(tx, ref, { assigneeId, assignedAt, expiresAt });
  else await assignmentsStore.deleteClaim(tx, ref);
  if (assignee.id !== callerId) await notify(subject, assignee, 'report_assigned', caller);
  if (isTaken) await notify(subject, holder, 'report_taken_over', caller);
}

async function notify(
  subject: LockedSubject,
  recipient: EventAssignee,
  type: AssignmentNotificationType,
  caller: EventAssignee,
): Promise<void> {
  const [newest] = await subjectReportsStore.findNewestReports(subject.tx, [subject.ref]);
  const did = type === 'report_assigned' ? 'đã giao cho bạn' : 'đã nhận thay bạn';
  await notifyAdmin(subject, recipient.id, {
    type,
    reportId: newest?.reportId ?? null,
    senderName: caller.username,
    senderAvatar: caller.avatarUrl,
    message: `${caller.username} ${did}: ${newest?.title ?? subject.ref.itemId}`,
  });
}

/** Rolls the transaction back; the present subject is read after it. */
class AssignedToOther extends Error {}
