import { OPEN_REPORT_STATUSES, type ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { DB, Reports } from '../../lib/db/schema.generated.ts';
import { TITLE_MAX_CHARS } from '../../lib/title.ts';
import { isNeeded } from '../evidence/evidence.store.ts';

/** The present title of the rule that report `r` names; null without one. */
export const policyTitle = sql<string | null>`(select p.title from policies p where p.key = r.policy_key)`;

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
  'r.policy_key',
  policyTitle.as('policy_title'),
] as const;

/** The title of what the evidence `s` has, as `titleOf` makes it, or the account's name; null without evidence. */
export const titleOfSnapshot = sql<string | null>`left(split_part(btrim(coalesce(
  nullif(btrim(s.content #>> '{post,title}'), ''),
  s.content #>> '{user,username}', s.content #>> '{post,content}', s.content #>> '{comment,content}'
), E' \\t\\r\\n'), E'\\n', 1), ${sql.lit(TITLE_MAX_CHARS)})`;

/** The open statuses for `in (…)`. */
export const openStatuses = sql.join(OPEN_REPORT_STATUSES.map((status) => sql.lit(status)));

/** The changes of a subject whose reports follow, in their order; null without any. */
export const changesOf = (itemType: string | RawBuilder<unknown>, itemId: string | RawBuilder<unknown>) => sql`(
  select array_agg(c order by c.subject_version) from report_bulk_changes c
  where c.subject_type = ${itemType} and c.subject_id = ${itemId})`;

/** The decisions of a subject whose reports follow their undoing. */
export const undoneIds = ({ itemType, itemId }: SubjectRef) => sql`array(
  select c.undone_id from report_bulk_changes c
  where c.subject_type = ${itemType} and c.subject_id = ${itemId} and c.undone_id is not null)`;

/** Whether the report `r` of a subject is open, once all changes of it have come to it. */
export const isStillOpen = (subject: SubjectRef) => {
  const changes = changesOf(subject.itemType, subject.itemId);
  return sql<boolean>`(r.subject_type = ${subject.itemType} and r.subject_id = ${subject.itemId}
    and (r.status in (${openStatuses}) or r.decision_id = any(${undoneIds(subject)}))
    and (${changes} is null or (report_after_changes(r, ${changes})).status in (${openStatuses})))`;
};

/** Whether the facet `f` of a subject may have reports that are open then. */
export const mayHaveOpen = (subject: SubjectRef) =>
  sql<boolean>`(f.status in (${openStatuses}) or cardinality(${undoneIds(subject)}) > 0)`;

/** The rows of the subject `m` that have one of these statuses, and so many fewer than count as such. */
const excessOf = (
  statuses: RawBuilder<unknown>,
  counted: 'open_reports_count' | 'pending_reports_count',
) => sql<number>`((
  select coalesce(sum(f.reports_count), 0)::int from report_subject_facets f
  where f.subject_type = m.subject_type and f.subject_id = m.subject_id and f.status in (${statuses})) - m.${sql.raw(counted)})`;

const ifChanging = (count: RawBuilder<number>) => sql<number>`(case when exists (
  select from report_bulk_changes c where c.subject_type = m.subject_type and c.subject_id = m.subject_id) then ${count} else 0 end)`;

const openExcess = excessOf(openStatuses, 'open_reports_count');
const pendingExcess = excessOf(sql.lit('pending'), 'pending_reports_count');

/** How many reports of the subject `m` count as closed already, and their rows follow. */
export const closingCount = ifChanging(sql`greatest(${openExcess}, 0)`);

/** How many others of the subject `m` have another status already, and their rows follow: reopened. */
export const updatingCount = ifChanging(
  sql`greatest(abs(${openExcess}), abs(${pendingExcess})) - greatest(${openExcess}, 0)`,
);

/** Who handles the subject of `table`; nobody where the account is disabled or gone. */
export const assigneeOf = (table: string) => sql<AssigneeRow | null>`(
  select jsonb_build_object('id', a.id, 'username', a.username, 'avatarUrl', a.avatar_url, 'at', h.assigned_at)
  from moderation_subjects h join users a on a.id = h.assignee_id and a.role = 'admin' and not a.is_disabled
  where h.subject_type = ${sql.ref(`${table}.subject_type`)} and h.subject_id = ${sql.ref(`${table}.subject_id`)})`;

/** Reports with who filed them, in the same statement; what the account no longer has is null. */
export const selectReports = (db: DbOrTx) => withReporter(db.selectFrom('reports as r'));

/** The same of few reports, as they are once all changes of their subjects have come to them. @param which of the reports `r` */
export const selectSettled = (db: DbOrTx, which: RawBuilder<unknown>) => {
  const changes = changesOf(sql.ref('r.subject_type'), sql.ref('r.subject_id'));
  const settled = sql<Selectable<Reports>>`(
    select settled.* from reports r cross join lateral report_after_changes(r, ${changes}) settled where ${which})`;
  return withReporter(db.selectFrom(settled.as('r')));
};

const withReporter = (from: SelectQueryBuilder<DB & { r: Reports }, 'r', object>) =>
  from.leftJoin('users as reporter', 'reporter.id', 'r.reporter_id').select(COLUMNS);

const withTitle = (from: ReturnType<typeof withReporter>) =>
  from
    .leftJoin('report_snapshots as s', 's.id', 'r.snapshot_id')
    .select(['r.snapshot_id', 'r.decision_id', titleOfSnapshot.as('title')]);

export const reportsStore = {
  /** A report, and keeps others from changing it until the transaction ends. */
  findForUpdate: (db: DbOrTx, id: string) =>
    withTitle(selectReports(db)).where('r.id', '=', id).forNoKeyUpdate('r').executeTakeFirst(),

  /** A report for the detail: with its evidence, and as it is once all changes of its subject have come to it. */
  findDetail: (db: DbOrTx, id: string) =>
    withTitle(selectSettled(db, sql`r.id = ${id}`))
      .select(['s.content as snapshot', 'r.subject_likes_count', 'r.subject_comments_count'])
      .executeTakeFirst(),

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

  /** Sets the rule that a report names beside its reason. */
  async setPolicy(tx: Tx, id: string, key: string | null): Promise<void> {
    await tx.updateTable('reports').set({ policy_key: key }).where('id', '=', id).execute();
  },

  /** Finds the open reports of a subject that name a rule, and of the others the first of each reason. */
  async findOpenDues(tx: Tx, subject: SubjectRef): Promise<OpenReportDue[]> {
    const ofSubject = sql`e.subject_type = ${subject.itemType} and e.subject_id = ${subject.itemId}`;
    const { rows } = await sql<OpenReportDue>`
      with open as (
        select first.* from report_subject_facets f
        cross join lateral (
          select r.id, r.reason, r.policy_key, r.created_at from reports r
          where ${isStillOpen(subject)} and r.status = f.status and r.reason = f.reason and r.policy_key is null
          order by r.created_at, r.id limit 1) first
        where f.subject_type = ${subject.itemType} and f.subject_id = ${subject.itemId} and ${mayHaveOpen(subject)}
        union all
        select r.id, r.reason, r.policy_key, r.created_at from reports r
        where ${isStillOpen(subject)} and r.policy_key is not null
      ), closed as (
        select e.created_at, opened.created_at - e.created_at as duration from moderation_events e
        cross join lateral (
          select o.created_at from moderation_events o
          where o.subject_type = e.subject_type and o.subject_id = e.subject_id and o.version > e.version
            and o.open_reports_change > 0
          order by o.version limit 1) opened
        where ${ofSubject} and e.open_reports_change < 0 and e.due_at is not null
      )
      select open.created_at as "filedAt", filed.severity as "givenSeverity", filed.due_at as "givenDueAt",
        coalesce((select max(p.severity) from policies p where p.key in (open.reason, open.policy_key)), 1)::int as severity,
        coalesce((select sum(1000 * extract(epoch from c.duration)) from closed c where c.created_at >= open.created_at), 0)::float8
          as "closedMs"
      from open left join moderation_events filed on filed.report_id = open.id and filed.kind = 'reported'`.execute(tx);
    return rows;
  },

  /** Finds the subject of a report, which never changes, and its owner. */
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
  async delete(db: DbOrTx, id: string, snapshotId: string | null, at: Date): Promise<void> {
    // Lock the snapshot first (as createReport does), so that a concurrent report is either visible below or waits.
    await sql`select id from report_snapshots where id = ${snapshotId} for update`.execute(db);
    await db.deleteFrom('reports').where('id', '=', id).execute();
    if (snapshotId === null) return;
    await db
      .deleteFrom('report_snapshots as s')
      .where('s.id', '=', snapshotId)
      .where(sql<boolean>`not ${isNeeded(at)}`)
      .execute();
  },
};
/** When an open report is due. */
export interface OpenReportDue {
  filedAt: Date;
  /** The severity of the rule of its reason or the one that it names, whichever is graver, as they are now. */
  severity: number;
  /** The severity and due time when it was filed; null for what former releases filed. */
  givenSeverity: number | null;
  givenDueAt: Date | null;
  /** How long its subject was closed since. */
  closedMs: number;
}
/** An administrator who handles a subject. */
export interface AssigneeRow {
  id: string;
  username: string;
  avatarUrl: string | null;
  at: string;
}
/** Reports that went from one status to another. */
export interface StatusMove {
  from: ReportStatus;
  to: ReportStatus;
  count: number;
}
export type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>;
export type ReportWithTitle = NonNullable<Awaited<ReturnType<typeof reportsStore.findForUpdate>>>;
export type ReportDetailRow = NonNullable<Awaited<ReturnType<typeof reportsStore.findDetail>>>;
