import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import type { Db } from '../lib/db/database.ts';
import type { ModerationEvents } from '../lib/db/schema.generated.ts';
import {
  applyEvent,
  type ModerationEventKind,
  NEW_SUBJECT,
  type SubjectState,
} from '../moderation/subjects/apply-event.ts';
import { isInClosing } from '../reports/reports.store.ts';

/**
 * The subjects whose state is not what their events say, or whose counts are not those of their reports. Reports that wait
 * to be closed by a decision count as closed.
 * @returns one line each, with what is stored and what it should be
 */
export async function findDriftedSubjects(db: Db): Promise<string[]> {
  const subjects = await db.selectFrom('moderation_subjects').selectAll().execute();
  const events = await db.selectFrom('moderation_events').selectAll().orderBy('version').execute();
  const reports = await db
    .selectFrom('reports as r')
    .leftJoin('report_closings as c', (join) => join.on(isInClosing))
    .select(['r.subject_type', 'r.subject_id', 'r.reporter_id'])
    .select((eb) => eb.fn.coalesce('c.status', 'r.status').as('status'))
    .execute();
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
        changes: {
          reports: event.reports_change,
          openReports: event.open_reports_change,
          pendingReports: event.pending_reports_change,
          reporters: event.reporters_change,
          openAppeals: event.open_appeals_change,
        },
      }),
    NEW_SUBJECT,
  );

function countsOf(reports: ReadonlyArray<{ status: string; reporter_id: string }>) {
  const open = reports.filter(({ status }) => status === 'pending' || status === 'reviewing');
  return {
    reports: reports.length,
    openReports: open.length,
    pendingReports: open.filter(({ status }) => status === 'pending').length,
    reporters: new Set(reports.map(({ reporter_id }) => reporter_id)).size,
  };
}
