import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../lib/db/database.ts';
import type { ModerationEvents, Reports } from '../lib/db/schema.generated.ts';
import {
  applyEvent,
  type ModerationEventKind,
  NEW_SUBJECT,
  type SubjectState,
} from '../moderation/subjects/apply-event.ts';
import { changesOf } from '../reports/reports.store.ts';

/**
 * The subjects whose state is not what their events say, or whose counts are not those of their reports. Reports that a
 * change of all has not come to count as if it had.
 * @returns one line each, with what is stored and what it should be
 */
export async function findDriftedSubjects(db: Db): Promise<string[]> {
  const subjects = await db.selectFrom('moderation_subjects').selectAll().execute();
  const events = await db.selectFrom('moderation_events').selectAll().orderBy('version').execute();
  const changes = changesOf(sql.ref('r.subject_type'), sql.ref('r.subject_id'));
  const { rows: reports } = await sql<
    Pick<Selectable<Reports>, 'subject_type' | 'subject_id' | 'reporter_id' | 'status'>
  >`
    select settled.subject_type, settled.subject_id, settled.reporter_id, settled.status
    from reports r cross join lateral report_after_changes(r, ${changes}) settled`.execute(db);
  const appeals = await db.selectFrom('appeals').selectAll().where('outcome', 'is', null).execute();
  const eventsOf = Map.groupBy(events, keyOf);
  const reportsOf = Map.groupBy(reports, keyOf);
  const appealsOf = Map.groupBy(appeals, keyOf);
  const stored = new Map(
    subjects.map((row): [string, SubjectState] => [
      keyOf(row),
      {
        version: row.version,
        reports: row.reports_count,
        openReports: row.open_reports_count,
        pendingReports: row.pending_reports_count,
        reporters: row.reporters_count,
        openAppeals: row.open_appeals_count,
        takenDownAt: row.taken_down_at,
        keptUntil: row.kept_until,
        hiddenAt: row.hidden_at,
        severity: row.severity,
        recordClosed: row.record_closed,
        recordRight: row.record_right,
        dueAt: row.due_at,
        halfDueAt: row.half_due_at,
        priority: row.priority,
        assigneeId: row.assignee_id,
        assignedAt: row.assigned_at,
      },
    ]),
  );
  return [...new Set([...stored.keys(), ...eventsOf.keys(), ...reportsOf.keys()])].flatMap((key) => {
    const state = stored.get(key) ?? NEW_SUBJECT;
    const replayed = replay(eventsOf.get(key) ?? []);
    const wanted = {
      ...replayed,
      ...countsOf(reportsOf.get(key) ?? []),
      openAppeals: appealsOf.get(key)?.length ?? 0,
    };
    const isRight =
      isDeepStrictEqual(state, replayed) &&
      isDeepStrictEqual(state, wanted) &&
      (eventsOf.get(key) ?? []).every(({ version }, index) => version === index + 1);
    return isRight ? [] : [`${key}: ${JSON.stringify({ state, replayed, wanted })}`];
  });
}

const keyOf = (row: { subject_type: string; subject_id: string }) => `${row.subject_type} ${row.subject_id}`;

const replay = (events: ReadonlyArray<Selectable<ModerationEvents>>): SubjectState =>
  events.reduce(
    (state, event) =>
      applyEvent(state, {
        kind: event.kind as ModerationEventKind,
        at: event.created_at,
        ...(event.until ? { until: event.until } : {}),
        ...(event.assignee_id ? { assignee: { id: event.assignee_id } } : {}),
        changes: {
          reports: event.reports_change,
          openReports: event.open_reports_change,
          pendingReports: event.pending_reports_change,
          reporters: event.reporters_change,
          openAppeals: event.open_appeals_change,
        },
        ...(event.severity === null ? {} : { due: dueOf(event, event.severity) }),
      }),
    NEW_SUBJECT,
  );

const dueOf = (event: Selectable<ModerationEvents>, severity: number) => ({
  dueAt: event.due_at ?? undefined,
  severity,
  recordClosed: event.record_closed ?? 0,
  recordRight: event.record_right ?? 0,
});

function countsOf(reports: ReadonlyArray<{ status: string; reporter_id: string }>) {
  const open = reports.filter(({ status }) => status === 'pending' || status === 'reviewing');
  return {
    reports: reports.length,
    openReports: open.length,
    pendingReports: open.filter(({ status }) => status === 'pending').length,
    reporters: new Set(reports.map(({ reporter_id }) => reporter_id)).size,
  };
}
