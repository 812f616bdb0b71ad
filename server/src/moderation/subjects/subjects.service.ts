import type { SubjectRef } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { type FoundHarmless, REPORT_ITEM_TYPES } from '@hai-dang/contract/reports/reports.schema.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Tx } from '../../lib/db/database.ts';
import { newId } from '../../lib/ids.ts';
import { applyEvent, type EventActor, type ModerationEvent, type SubjectState } from './apply-event.ts';
import { subjectsStore } from './subjects.store.ts';

export type { CountChanges, EventActor, ModerationEvent, SubjectState } from './apply-event.ts';
export type { ModerationEventRow, ReportEventRow, Seal } from './subjects.store.ts';

/** A subject that nobody else changes until the transaction ends. */
export interface LockedSubject {
  readonly tx: Tx;
  readonly ref: SubjectRef;
  state: SubjectState;
}

/** Why an account or content was changed: the report or decision that led to it, and the administrator's note. */
export interface Cause {
  readonly reportId?: string;
  readonly decisionId?: string;
  readonly note?: string | undefined;
}

/**
 * What can be moderated, and what happened to it. A change of reports, an account or content locks the subject first, then
 * the reports, then the account or content: two changes of one subject wait for each other and cannot block each other.
 */
export function createSubjectsService({ clock }: { clock: Clock }) {
  /**
   * Locks a subject until the transaction ends.
   * @param ownerId the author of content; null where it is unknown
   */
  async function lock(tx: Tx, ref: SubjectRef, ownerId: string | null): Promise<LockedSubject> {
    const state = await subjectsStore.lock(tx, ref, ref.itemType === 'User' ? ref.itemId : ownerId);
    return { tx, ref, state };
  }

  /** Appends an event that happens now to a locked subject, whose state it changes. */
  async function append(subject: LockedSubject, event: Omit<ModerationEvent, 'at'>): Promise<void> {
    const stamped = { ...event, at: clock.now() };
    const state = applyEvent(subject.state, stamped);
    await subjectsStore.insertEvent(subject.tx, subject.ref, newId(), stamped, state);
    subject.state = state;
  }

  return {
    lock,
    append,

    /** Locks a subject and appends one event. */
    async record(tx: Tx, ref: SubjectRef, ownerId: string | null, event: Omit<ModerationEvent, 'at'>): Promise<void> {
      await append(await lock(tx, ref, ownerId), event);
    },

    /** Whether something has happened to a locked subject since a version; that a letter was sent does not count. */
    hasChangedSince: async ({ tx, ref, state }: LockedSubject, version: number): Promise<boolean> =>
      version > state.version || (version < state.version && (await subjectsStore.hasEventsSince(tx, ref, version))),

    find: subjectsStore.find,
    findNewest: subjectsStore.findNewest,
    findLastValid: subjectsStore.findLastValid,
    findSeal: subjectsStore.findSeal,
    findHarmless: subjectsStore.findHarmless,
    findLastReview: subjectsStore.findLastReview,
    findLastDeletions: subjectsStore.findLastDeletions,
    findOfReport: subjectsStore.findOfReport,
    findOfBulkChange: subjectsStore.findOfBulkChange,
  };
}
export type SubjectsService = ReturnType<typeof createSubjectsService>;

export const administrator = ({ id, username }: { id: string; username: string }): EventActor => ({
  type: 'administrator',
  id,
  username,
});

/** A decision 'no violation' as it crosses the wire; null where none counts. */
export const toFoundHarmless = (found: { at: Date; by: string } | undefined): FoundHarmless | null =>
  found ? { at: found.at.toISOString(), by: found.by } : null;

/** The subject that a row is about; the database lets in no other types. */
export function toSubjectRef({ subject_type, subject_id }: { subject_type: string; subject_id: string }): SubjectRef {
  const itemType = REPORT_ITEM_TYPES.find((type) => type === subject_type);
  if (!itemType) throw new Error(`a subject of an unknown type: ${subject_type}`);
  return { itemType, itemId: subject_id };
}
