import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { DbOrTx } from '../../lib/db/database.ts';
import { applyEvent, type ModerationEventKind, NEW_SUBJECT, type SubjectState } from './apply-event.ts';
import { toSubjectRef } from './subjects.mapper.ts';
import { type StateEvent, subjectsStore } from './subjects.store.ts';

/** PostgreSQL's limit is 65 535 parameters per statement. */
const SUBJECTS_PER_INSERT = 1_000;

/** The state of a subject after an event that is stored. */
export const applyStored = (state: SubjectState, event: StateEvent): SubjectState =>
  applyEvent(state, {
    kind: event.kind as ModerationEventKind,
    at: event.created_at,
    ...(event.until && { until: event.until }),
    ...(event.assignee_id && { assignee: { id: event.assignee_id } }),
    changes: {
      reports: event.reports_change,
      openReports: event.open_reports_change,
      pendingReports: event.pending_reports_change,
      reporters: event.reporters_change,
      openAppeals: event.open_appeals_change,
    },
    ...(event.severity !== null && {
      due: {
        dueAt: event.due_at ?? undefined,
        severity: event.severity,
        recordClosed: event.record_closed ?? 0,
        recordRight: event.record_right ?? 0,
      },
    }),
  });

/**
 * Computes the state of each subject from its events. For bulk loads, which store events alone, and for repair; nobody
 * changes a subject meanwhile.
 * @param db in a transaction
 */
export async function replaySubjects(db: DbOrTx): Promise<void> {
  await subjectsStore.lockAll(db);
  let finished: Replayed[] = [];
  let current: Replayed | undefined;
  const store = async () => {
    if (finished.length > 0) await subjectsStore.storeStates(db, finished);
    finished = [];
  };
  for await (const event of subjectsStore.readEvents(db)) {
    if (current?.ref.itemId !== event.subject_id || current.ref.itemType !== event.subject_type) {
      current = { ref: toSubjectRef(event), ownerId: event.owner_id, state: NEW_SUBJECT };
      if (finished.length === SUBJECTS_PER_INSERT) await store();
      finished.push(current);
    }
    current.state = applyStored(current.state, event);
  }
  await store();
}

interface Replayed {
  readonly ref: SubjectRef;
  readonly ownerId: string | null;
  state: SubjectState;
}
