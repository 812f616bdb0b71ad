import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../lib/db/database.ts';
import type { Reports } from '../lib/db/schema.generated.ts';
import { changesOf } from '../moderation/reports/reports.store.ts';
import { NEW_SUBJECT, type SubjectState } from '../moderation/subjects/apply-event.ts';
import { applyStored } from '../moderation/subjects/replay-subjects.ts';
import { toState } from '../moderation/subjects/subjects.store.ts';

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
  const stored = new Map(subjects.map((row): [string, SubjectState] => [keyOf(row), toState(row)]));
  return [...new Set([...stored.keys(), ...eventsOf.keys(), ...reportsOf.keys()])].flatMap((key) => {
    const state = stored.get(key) ?? NEW_SUBJECT;
    const replayed = (eventsOf.get(key) ?? []).reduce(applyStored, NEW_SUBJECT);
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

function countsOf(reports: ReadonlyArray<{ status: string; reporter_id: string }>) {
  const open = reports.filter(({ status }) => status === 'pending' || status === 'reviewing');
  return {
    reports: reports.length,
    openReports: open.length,
    pendingReports: open.filter(({ status }) => status === 'pending').length,
    reporters: new Set(reports.map(({ reporter_id }) => reporter_id)).size,
  };
}
