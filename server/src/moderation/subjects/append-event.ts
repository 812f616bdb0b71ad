import { subjectAssigned } from '@hai-dang/contract/moderation/assignments.events.ts';
import { recentActionsChanged } from '@hai-dang/contract/moderation/recent-actions.events.ts';
import { casesChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { AppTx } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { newId } from '../../lib/ids.ts';
import {
  applyEvent,
  type EventActor,
  type EventDue,
  type ModerationEvent,
  type ModerationEventKind,
} from './apply-event.ts';
import { type LockedSubject, lockSubject } from './lock-subject.ts';
import { subjectEventsStore } from './subject-events.store.ts';
import { toAssignee } from './subjects.mapper.ts';
import { subjectsStore } from './subjects.store.ts';

/** Events by which an administrator judges a subject: every path to a judgement appends one of them. */
const JUDGING: ReadonlySet<ModerationEventKind> = new Set([
  'decided',
  'decision_undone',
  'appeal_upheld',
  'appeal_overturned',
  'status_set',
  'policy_named',
  'report_deleted',
  'restored',
]);

/** Events that change what is shown of an account or content, as an owner or a reporter; with a decision its reports change, too, which is published there. */
const STATE_KINDS: ReadonlySet<ModerationEventKind> = new Set([
  'taken_down',
  'restored',
  'auto_hidden',
  'suspended',
  'unsuspended',
  'disabled',
  'enabled',
  'reporter_muted',
  'reporter_unmuted',
]);

/** Why an account or content was changed: the decision that led to it, and the administrator's note. */
export interface Cause {
  readonly decisionId?: string;
  readonly note?: string | undefined;
}

/**
 * Appends an event that happens now to a locked subject, whose state it changes. Who handles it from now on, and another state of
 * the account or content, are published.
 * @throws {DomainError} OWN_CASE where an administrator judges what is the administrator's own while another is active
 */
export async function appendEvent(subject: LockedSubject, event: Omit<ModerationEvent, 'at'>): Promise<void> {
  const { tx, clock, publisher } = subject;
  await checkNotOwn(subject, event);
  const at = clock.now();
  const stamped = { ...event, at, due: await dueOf(subject, { ...event, at }) };
  const state = applyEvent(subject.state, stamped);
  await subjectsStore.insertEvent(tx, subject.ref, newId(), stamped, state);
  const hasAssignee = state.assigneeId !== null || subject.state.assigneeId !== null;
  if (hasAssignee && state.assignedAt !== subject.state.assignedAt) {
    const assignee = toAssignee(event.assignee, state.assignedAt);
    afterCommit(tx, () => publisher.toAdmins(subjectAssigned, { ...subject.ref, assignee }));
  }
  subject.state = state;
  const { actor, kind } = event;
  if (STATE_KINDS.has(kind) && event.decisionId === undefined) {
    afterCommit(tx, () => publisher.toAdmins(casesChanged, subject.ref));
  }
  const isByLooking = event.until !== undefined && (kind === 'assigned' || kind === 'released');
  if (actor.type !== 'administrator' || isByLooking) return;
  afterCommit(tx, () => publisher.toAdmins(recentActionsChanged, {}), recentActionsChanged.name);
}

/** Locks a subject and appends one event, as {@link appendEvent} does. */
export async function recordEvent(
  ctx: AppTx,
  ref: SubjectRef,
  ownerId: string | null,
  event: Omit<ModerationEvent, 'at'>,
): Promise<void> {
  await appendEvent(await lockSubject(ctx, ref, ownerId), event);
}

/** @throws {DomainError} OWN_CASE where another administrator is to judge */
async function checkNotOwn(subject: LockedSubject, { kind, actor }: Pick<ModerationEvent, 'kind' | 'actor'>) {
  if (actor.type !== 'administrator' || !JUDGING.has(kind)) return;
  const judge = await subjectsStore.findJudge(subject.tx, subject.ref, actor.id);
  const isOwn = subject.ownerId === actor.id || judge?.hasReported;
  const isOwnUndo = kind === 'restored' && judge?.takenDownBy === actor.id;
  if (isOwn && judge?.hasOthers && !isOwnUndo) throw new DomainError('OWN_CASE');
}

/**
 * The due time that an event sets. An event that closes its subject keeps the present one; an event that opens a closed one gives
 * that back, later by the time for which it was closed: nobody has less time for an undo, or more.
 */
async function dueOf({ tx, ref, state }: LockedSubject, event: ModerationEvent): Promise<EventDue | undefined> {
  const change = event.changes?.openReports ?? 0;
  const isOpen = state.openReports > 0;
  if (isOpen && state.dueAt && state.openReports + change === 0) return { ...state, dueAt: state.dueAt };
  if (event.due || change <= 0 || event.kind === 'reported') return event.due;
  const ofDecision = event.decisionId && (await subjectEventsStore.findLastClosing(tx, ref, event.decisionId));
  const former = ofDecision || (isOpen ? undefined : await subjectEventsStore.findLastClosing(tx, ref, null));
  if (!former?.due_at) return undefined;
  const closedMs = event.at.getTime() - former.created_at.getTime();
  return {
    dueAt: new Date(former.due_at.getTime() + closedMs),
    severity: former.severity ?? 1,
    recordClosed: former.record_closed ?? 0,
    recordRight: former.record_right ?? 0,
  };
}

export const administrator = ({ id, username }: { id: string; username: string }): EventActor => ({
  type: 'administrator',
  id,
  username,
});

/** Marks the audit entry of an administrator who has judged what is the administrator's own, since no other was active. */
export const ownCaseMark = ({ ownerId }: Pick<LockedSubject, 'ownerId'>, { id }: { id: string }) =>
  ownerId === id ? { isOwnCase: true } : {};
