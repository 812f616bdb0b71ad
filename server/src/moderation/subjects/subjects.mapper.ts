import type { Assignee } from '@hai-dang/contract/moderation/assignments.schema.ts';
import { type PriorityFacts, priorityOf } from '@hai-dang/contract/moderation/priority.ts';
import { REPORT_ITEM_TYPES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { FoundHarmless } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { EventAssignee } from './apply-event.ts';

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
