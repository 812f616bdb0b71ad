import {
  OPEN_REPORT_STATUSES,
  REPORT_STATUSES,
  type ReportStatus,
} from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';
import { type AssigneeRow, assigneeOf, closingCount, updatingCount } from '../reports/reports.store.ts';
import {
  allOf,
  type DueRow,
  facetConditions,
  inOrder,
  isAfter,
  isOfFewSubjects,
  type ListedReportRow,
  nextReports,
  ownFacetConditions,
  type ReportCriteria,
  type ReportPage,
  reportConditions,
  selectRows,
  subjectConditions,
  timeConditions,
} from './reports-rows.store.ts';

/** One subject's reports in numbers. */
export interface CaseCounts {
  reports: number;
  open: number;
  pending: number;
  reporters: number;
  /** Reports of a decision that are not closed yet, and count as closed. */
  closing: number;
  updating: number;
  open_appeals: number;
  /** Since when the content is hidden until somebody decides. */
  hidden_at: Date | null;
  /** Who handles it. */
  assignee: AssigneeRow | null;
  /** The subject's. */
  version: number;
}

/** How many reports of a subject give a reason. */
export interface ReasonCount {
  reason: string;
  reports: number;
}

const NOT_DUE = {
  severity: null,
  open_reports: null,
  record_closed: null,
  record_right: null,
  due_at: null,
  hidden_at: null,
  escalated_at: null,
};

export const reportsListingStore = {
  /**
   * One page of the reports that meet the criteria, in order. A person has an index, and one with the status for whose
   * reports are many.
   * @param itemId only those of this subject; without a person findPageByFacets reads less
   */
  findPage(db: DbOrTx, page: ReportPage, itemId?: string): Promise<ListedReportRow[]> {
    return selectRows(db, nextReports(page, page.limit, { itemId }), { order: inOrder('page', page.sort) });
  },

  /**
   * The same of one subject, or of those few that an administrator handles, that are hidden, or on which an appeal waits: the first of
   * each of their facets, put in order. One index serves all criteria, and no more than a page of each facet is read.
   */
  findPageByFacets(db: DbOrTx, subject: SubjectRef | null, page: ReportPage): Promise<ListedReportRow[]> {
    const { criteria, sort, limit } = page;
    const facets = allOf([
      ...(subject ? [sql`f.subject_id = ${subject.itemId}`] : []),
      ...facetConditions('f', { ...criteria, ...subject }),
    ]);
    return selectRows(
      db,
      sql`select x.id, x.created_at from report_subject_facets f
        cross join lateral (
          select r.id, r.created_at from reports r
          where r.subject_type = f.subject_type and r.subject_id = f.subject_id and r.status = f.status and r.reason = f.reason
            and ${allOf([...timeConditions(criteria), ...isAfter('r', page)])}
          ${inOrder('r', sort)} limit ${limit}) x
        where ${facets}
        ${inOrder('x', sort)} limit ${limit}`,
      { order: inOrder('page', sort) },
    );
  },

  /** How many subjects with open reports are overdue, counted up to `most`, and since when the first of them is. */
  async countOverdue(db: DbOrTx, at: Date, most: number): Promise<{ count: number; since: Date | null }> {
    const { rows } = await sql<{ count: number; since: Date | null }>`
      select count(*) as count, min(due_at) as since from (
        select due_at from moderation_subjects where due_at < ${at} order by due_at limit ${most}) overdue`.execute(db);
    return rows[0] ?? { count: 0, since: null };
  },

  /** When the oldest report with a status was filed; null without any. */
  async findOldest(db: DbOrTx, status: ReportStatus): Promise<Date | null> {
    const row = await db
      .selectFrom('reports')
      .select('created_at')
      .where('status', '=', status)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.created_at ?? null;
  },

  /** How many reports each status has under the criteria but the status. */
  countByStatus(db: DbOrTx, { itemType, reason }: ReportCriteria): Promise<Array<{ status: string; count: number }>> {
    let query = db
      .selectFrom('report_group_counts')
      .select(['status', sql<number>`sum(count)::bigint`.as('count')])
      .groupBy('status');
    if (itemType !== undefined) query = query.where('subject_type', '=', itemType);
    if (reason !== undefined) query = query.where('reason', '=', reason);
    return query.execute();
  },

  /**
   * The same of one person's reports, perhaps of one subject only, or of those of a time.
   * @param most more of a status are not counted
   */
  async countByStatusUpTo(
    db: DbOrTx,
    { status: _, isOpen: __, ...criteria }: ReportCriteria,
    most: number,
    itemId?: string,
  ): Promise<Array<{ status: string; count: number }>> {
    const { rows } = await sql<{ status: string; count: number }>`
      select s.status, (
        select count(*) from (
          select 1 from reports r where r.status = s.status and ${allOf(reportConditions(criteria, itemId))} limit ${most}) counted) as count
      from unnest(${[...(criteria.dueBefore ? OPEN_REPORT_STATUSES : REPORT_STATUSES)]}::text[]) as s(status)`.execute(
      db,
    );
    return rows;
  },

  /** The same of one subject. */
  countByStatusOfSubject(
    db: DbOrTx,
    { itemType, itemId }: SubjectRef,
    { reason }: ReportCriteria,
  ): Promise<Array<{ status: string; count: number }>> {
    let query = db
      .selectFrom('report_subject_facets')
      .select(['status', sql<number>`sum(reports_count)::bigint`.as('count')])
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .groupBy('status');
    if (reason !== undefined) query = query.where('reason', '=', reason);
    return query.execute();
  },

  /**
   * The same by who handles the subject, and by whether an appeal waits on it. Few are handled or appealed; the others are
   * all but those few.
   */
  async countByStatusOfSubjects(
    db: DbOrTx,
    { status: _, isOpen: __, ...criteria }: ReportCriteria,
  ): Promise<Array<{ status: string; count: number }>> {
    const isOfFew = isOfFewSubjects(criteria);
    const all = isOfFew ? [] : await reportsListingStore.countByStatus(db, criteria);
    const isWanted = allOf(subjectConditions('m', criteria));
    const { rows } = await sql<{ status: string; count: number }>`
      select f.status, sum(f.reports_count)::bigint as count
      from moderation_subjects m
      join report_subject_facets f on f.subject_type = m.subject_type and f.subject_id = m.subject_id
      where ${isOfFew ? isWanted : sql`not (${isWanted})`} and ${allOf(ownFacetConditions('f', criteria))}
      group by 1`.execute(db);
    if (isOfFew) return rows;
    const few = new Map(rows.map(({ status, count }) => [status, count]));
    return all
      .filter(({ status }) => criteria.assignee !== 'none' || OPEN_REPORT_STATUSES.some((open) => open === status))
      .map(({ status, count }) => ({ status, count: count - (few.get(status) ?? 0) }));
  },

  /** One subject's reports in numbers, also by reason, and the first due of the appeals that wait on it. */
  async countCase(
    db: DbOrTx,
    { itemType, itemId }: SubjectRef,
  ): Promise<CaseCounts & DueRow & { open_appeal_id: string | null; reasons: ReasonCount[] }> {
    const row = await db
      .selectFrom('moderation_subjects as m')
      .select([
        'm.reports_count as reports',
        'm.open_reports_count as open',
        'm.pending_reports_count as pending',
        'm.reporters_count as reporters',
        closingCount.as('closing'),
        updatingCount.as('updating'),
        'm.open_appeals_count as open_appeals',
        sql<string | null>`(select a.id from appeals a
          where a.subject_type = m.subject_type and a.subject_id = m.subject_id and a.outcome is null
          order by a.due_at, a.id limit 1)`.as('open_appeal_id'),
        sql<ReasonCount[]>`(select coalesce(jsonb_agg(g order by g.reports desc, g.reason), '[]') from (
          select f.reason, sum(f.reports_count)::int as reports from report_subject_facets f
          where f.subject_type = m.subject_type and f.subject_id = m.subject_id
          group by f.reason having sum(f.reports_count) > 0) g)`.as('reasons'),
        'm.hidden_at',
        'm.version',
        assigneeOf('m').as('assignee'),
        'm.severity',
        'm.open_reports_count as open_reports',
        'm.record_closed',
        'm.record_right',
        'm.due_at',
        'm.escalated_at',
      ])
      .where('m.subject_type', '=', itemType)
      .where('m.subject_id', '=', itemId)
      .executeTakeFirst();
    return (
      row ?? {
        reports: 0,
        open: 0,
        pending: 0,
        reporters: 0,
        closing: 0,
        updating: 0,
        open_appeals: 0,
        open_appeal_id: null,
        reasons: [],
        version: 0,
        assignee: null,
        ...NOT_DUE,
      }
    );
  },
};
