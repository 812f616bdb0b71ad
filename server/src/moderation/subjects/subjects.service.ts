import { subjectAssigned } from '@hai-dang/contract/moderation/assignments.events.ts';
import type { Assignee } from '@hai-dang/contract/moderation/assignments.schema.ts';
import { type PriorityFacts, priorityOf } from '@hai-dang/contract/moderation/priority.ts';
import { recentActionsChanged } from '@hai-dang/contract/moderation/recent-actions.events.ts';
import { REPORT_ITEM_TYPES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { casesChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import type { FoundHarmless } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { newId } from '../../lib/ids.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import {
  applyEvent,
  type EventActor,
  type EventAssignee,
  type EventDue,
  type ModerationEvent,
  type ModerationEventKind,
  type SubjectState,
} from './apply-event.ts';
import { subjectEventsStore } from './subject-events.store.ts';
import { subjectsStore } from './subjects.store.ts';

export type { CountChanges, EventActor, EventAssignee, ModerationEvent, SubjectState } from './apply-event.ts';
export type { ModerationEventRow, ReportEventRow, Seal } from './subject-events.store.ts';

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

/** Events that change what is shown of an account or content; with a decision its reports change, too, which is published there. */
const STATE_KINDS: ReadonlySet<ModerationEventKind> = new Set([
  'taken_down',
  'restored',
  'auto_hidden',
  'suspended',
  'unsuspended',
  'disabled',
  'enabled',
]);

/** A subject that nobody else changes until the transaction ends. */
export interface LockedSubject {
  readonly tx: Tx;
  readonly ref: SubjectRef;
  /** The account itself, or the author of the content; null where it is unknown. */
  readonly ownerId: string | null;
  state: SubjectState;
}

/** Why an account or content was changed: the decision that led to it, and the administrator's note. */
export interface Cause {
  readonly decisionId?: string;
  readonly note?: string | undefined;
}

/**
 * What can be moderated, and what happened to it. A change of reports, an account or content locks the subject first, then
 * the reports, then the account or content: two changes of one subject wait for each other and cannot block each other.
 */
export function createSubjectsService({
  publisher,
  clock,
}: {
  publisher: Pick<Publisher, 'toAdmins' | 'toAccount'>;
  clock: Clock;
}) {
  /**
   * Locks a subject until the transaction ends.
   * @param ownerId the author of content; null where it is unknown
   */
  async function lock(tx: Tx, ref: SubjectRef, ownerId: string | null): Promise<LockedSubject> {
    const known = ref.itemType === 'User' ? ref.itemId : ownerId;
    return { tx, ref, ...(await subjectsStore.lock(tx, ref, known)) };
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
   * Appends an event that happens now to a locked subject, whose state it changes. Who handles it from now on, and another state of
   * the account or content, are published.
   * @throws {DomainError} OWN_CASE where an administrator judges what is the administrator's own while another is active
   */
  async function append(subject: LockedSubject, event: Omit<ModerationEvent, 'at'>): Promise<void> {
    await checkNotOwn(subject, event);
    const at = clock.now();
    const stamped = { ...event, at, due: await dueOf(subject, { ...event, at }) };
    const state = applyEvent(subject.state, stamped);
    await subjectsStore.insertEvent(subject.tx, subject.ref, newId(), stamped, state);
    const hasAssignee = state.assigneeId !== null || subject.state.assigneeId !== null;
    if (hasAssignee && state.assignedAt !== subject.state.assignedAt) {
      const assignee = toAssignee(event.assignee, state.assignedAt);
      afterCommit(subject.tx, () => publisher.toAdmins(subjectAssigned, { ...subject.ref, assignee }));
    }
    subject.state = state;
    const { actor, kind } = event;
    if (STATE_KINDS.has(kind) && event.decisionId === undefined) {
      afterCommit(subject.tx, () => publisher.toAdmins(casesChanged, subject.ref));
    }
    const isByLooking = event.until !== undefined && (kind === 'assigned' || kind === 'released');
    if (actor.type !== 'administrator' || isByLooking) return;
    afterCommit(subject.tx, () => publisher.toAccount(actor.id, recentActionsChanged, {}));
  }

  /**
   * What an event says of when its subject is due. One that closes it keeps how it was. One that opens what was closed
   * gives that back, later by the time for which it was closed: nobody has less time for an undo, or more.
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

  return {
    lock,
    append,

    /** Locks a subject and appends one event. */
    async record(tx: Tx, ref: SubjectRef, ownerId: string | null, event: Omit<ModerationEvent, 'at'>): Promise<void> {
      await append(await lock(tx, ref, ownerId), event);
    },

    /**
     * Whether what a decision rests on has changed since a version of a locked subject: somebody has decided or objected, the
     * account or the content was changed, or it was reported in another state than before. A further report of the same evidence
     * does not count: what many report could not be decided otherwise.
     */
    hasChangedSince: async ({ tx, ref, state }: LockedSubject, version: number): Promise<boolean> =>
      version > state.version ||
      (version < state.version && (await subjectEventsStore.hasChangesSince(tx, ref, version))),

    find: subjectsStore.find,
    findAdministrator: subjectsStore.findAdministrator,
    findOpenOfOwner: subjectsStore.findOpenOfOwner,
    countOpenReports: subjectsStore.countOpenReports,
    findNewest: subjectEventsStore.findNewest,
    findLastValid: subjectEventsStore.findLastValid,
    findPenalty: subjectEventsStore.findPenalty,
    findLastUpTo: subjectEventsStore.findLastUpTo,
    findLastStatusVersion: subjectEventsStore.findLastStatusVersion,
    wasReportDeletedBy: subjectEventsStore.wasReportDeletedBy,
    findSeal: subjectEventsStore.findSeal,
    findHarmless: subjectEventsStore.findHarmless,
    findLastReview: subjectEventsStore.findLastReview,
    findLastDeletions: subjectEventsStore.findLastDeletions,
    findOfReport: subjectEventsStore.findOfReport,
  };
}
export type SubjectsService = ReturnType<typeof createSubjectsService>;

export const administrator = ({ id, username }: { id: string; username: string }): EventActor => ({
  type: 'administrator',
  id,
  username,
});

/** Marks the audit entry of an administrator who has judged what is the administrator's own, since no other was active. */
export const ownCaseMark = ({ ownerId }: Pick<LockedSubject, 'ownerId'>, { id }: { id: string }) =>
  ownerId === id ? { isOwnCase: true } : {};

/** When a subject is due and its place among the open ones, as they cross the wire; null without an open report. */
export const toDue = ({ dueAt, ...facts }: Omit<PriorityFacts, 'dueAt'> & { dueAt: Date | null }) => ({
  dueAt: dueAt?.toISOString() ?? null,
  priority: dueAt && priorityOf({ ...facts, dueAt }),
});
/** Who handles a subject as it crosses the wire; null for nobody. */
export const toAssignee = (assignee: EventAssignee | null | undefined, at: Date | null): Assignee | null =>
  assignee && at
    ? { _id: assignee.id, username: assignee.username, avatar: assignee.avatarUrl, at: at.toISOString() }
    : null;

/** A decision 'no violation' as it crosses the wire; null where none counts. */
export const toFoundHarmless = (found: { at: Date; by: string } | undefined): FoundHarmless | null =>
  found ? { at: found.at.toISOString(), by: found.by } : null;

/** The subject that a row is about; the database lets in no other types. */
export function toSubjectRef({ subject_type, subject_id }: { subject_type: string; subject_id: string }): SubjectRef {
  const itemType = REPORT_ITEM_TYPES.find((type) => type === subject_type);
  if (!itemType) throw new Error(`a subject of an unknown type: ${subject_type}`);
  return { itemType, itemId: subject_id };
}
