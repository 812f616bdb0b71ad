import type { SubjectRef } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { OPEN_REPORT_STATUSES, type ReportStatus } from '@hai-dang/contract/reports/reports.schema.ts';
import { sql } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';
import { TITLE_MAX_CHARS } from '../lib/title.ts';

const COLUMNS = [
  'r.id',
  'r.reporter_id',
  'r.subject_type',
  'r.subject_id',
  'r.subject_owner_id',
  'r.reason',
  'r.description',
  'r.status',
  'r.version',
  'r.created_at',
  'reporter.username as reporter_name',
  'reporter.email as reporter_email',
  'reporter.avatar_url as reporter_avatar',
] as const;

/** As `titleOf`, of what the evidence `s` has, or the account's name; null without evidence. */
export const titleOfSnapshot = sql<string | null>`left(split_part(btrim(coalesce(
  nullif(btrim(s.content #>> '{post,title}'), ''),
  s.content #>> '{user,username}', s.content #>> '{post,content}', s.content #>> '{comment,content}'
), E' \\t\\r\\n'), E'\\n', 1), ${sql.lit(TITLE_MAX_CHARS)})`;

/** Names a set of reports (id, version): any change of one of them, or of which they are, gives another value. */
export const revisionOfReports = sql<string | null>`md5(string_agg(id || ':' || version, ',' order by id))`;

/** For `in (…)`. */
export const openStatuses = sql.join(OPEN_REPORT_STATUSES.map((status) => sql.lit(status)));

/** Whether the report `r` waits to be closed by the decision of `c`: it counts as closed, its row follows. */
export const isInClosing = sql<boolean>`(c.subject_type = r.subject_type and c.subject_id = r.subject_id
  and r.status in (${openStatuses}) and r.subject_version <@ c.versions)`;

/** Whether the report `r` of a subject is open, and does not wait to be closed by a decision. */
export const isStillOpen = ({ itemType, itemId }: SubjectRef) => sql<boolean>`(r.subject_type = ${itemType}
  and r.subject_id = ${itemId} and r.status in (${openStatuses}) and not r.subject_version <@ (
    select coalesce(range_agg(c.versions), '{}') from report_closings c
    where c.subject_type = ${itemType} and c.subject_id = ${itemId}))`;

/** How many reports of the subject `m` wait to be closed: rows that are open, but for those that count as open. */
export const closingCount = sql<number>`(case
  when exists (select from report_closings c where c.subject_type = m.subject_type and c.subject_id = m.subject_id) then (
    select sum(f.reports_count)::int from report_subject_facets f
    where f.subject_type = m.subject_type and f.subject_id = m.subject_id and f.status in (${openStatuses})
  ) - m.open_reports_count else 0 end)`;

/** Reports with who filed them, in the same statement; what the account no longer has is null. */
export const selectReports = (db: DbOrTx) =>
  db.selectFrom('reports as r').leftJoin('users as reporter', 'reporter.id', 'r.reporter_id').select(COLUMNS);

const selectTitled = (db: DbOrTx) =>
  selectReports(db)
    .leftJoin('report_snapshots as s', 's.id', 'r.snapshot_id')
    .select(['r.snapshot_id', titleOfSnapshot.as('title')]);

export const reportsStore = {
  /** A report, and keeps others from changing it until the transaction ends. */
  findForUpdate: (db: DbOrTx, id: string) =>
    selectTitled(db).where('r.id', '=', id).forNoKeyUpdate('r').executeTakeFirst(),

  /** A report for the detail: with its evidence. One that waits to be closed is as it will be then. */
  async findDetail(db: DbOrTx, id: string) {
    const row = await selectTitled(db)
      .leftJoin('report_closings as c', (join) => join.on(isInClosing))
      .select([
        's.content as snapshot',
        'r.subject_likes_count',
        'r.subject_comments_count',
        'c.status as status_to_be',
      ])
      .where('r.id', '=', id)
      .executeTakeFirst();
    return row && (row.status_to_be === null ? row : { ...row, status: row.status_to_be, version: row.version + 1 });
  },

  /**
   * Gives a report that is held a new state.
   * @param change `version` is the one it has from now on, `subjectVersion` the present one of its subject
   */
  async update(
    db: DbOrTx,
    id: string,
    { status, version, subjectVersion, at }: { status: string; version: number; subjectVersion: number; at: Date },
  ): Promise<void> {
    const fields = {
      status,
      version,
      subject_version: subjectVersion,
      updated_at: at,
      decision_id: null,
      status_before_decision: null,
    };
    await db.updateTable('reports').set(fields).where('id', '=', id).execute();
  },

  /** What a report is of, which never changes, and whose it is. */
  findSubject: (db: DbOrTx, id: string) =>
    db
      .selectFrom('reports')
      .select(['subject_type', 'subject_id', 'subject_owner_id'])
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Whether a reporter has a report of a subject. */
  async hasReported(
    db: DbOrTx,
    { reporterId, itemType, itemId }: { reporterId: string; itemType: string; itemId: string },
  ): Promise<boolean> {
    const row = await db
      .selectFrom('reports')
      .select('id')
      .where('reporter_id', '=', reporterId)
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  /**
   * Deletes a report, and its evidence unless another report rests on it. Its images go
   * later, unless something else names them.
   * @param db a transaction
   */
  async delete(db: DbOrTx, id: string, snapshotId: string | null): Promise<void> {
    // Lock the snapshot first (as createReport does), so that a concurrent report is either visible below or waits.
    await sql`select id from report_snapshots where id = ${snapshotId} for update`.execute(db);
    await db.deleteFrom('reports').where('id', '=', id).execute();
    if (snapshotId === null) return;
    await db
      .deleteFrom('report_snapshots as s')
      .where('s.id', '=', snapshotId)
      .where((eb) => eb.not(eb.exists(eb.selectFrom('reports').select('id').where('snapshot_id', '=', snapshotId))))
      .execute();
  },
};
/** Reports that went from one status to another. */
export interface StatusMove {
  from: ReportStatus;
  to: ReportStatus;
  count: number;
}
export type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>;
export type ReportWithTitle = NonNullable<Awaited<ReturnType<typeof reportsStore.findForUpdate>>>;
export type ReportDetailRow = NonNullable<Awaited<ReturnType<typeof reportsStore.findDetail>>>;
