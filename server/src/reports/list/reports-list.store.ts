import type { SubjectRef } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { REPORT_STATUSES } from '@hai-dang/contract/reports/reports.schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';
import {
  closingCount,
  isStillOpen,
  type ReportRow,
  revisionOfReports,
  selectReports,
  titleOfSnapshot,
} from '../reports.store.ts';

/** The filter of a list; undefined matches any value. */
export interface ReportCriteria {
  status?: string;
  itemType?: string;
  reason?: string;
  /** The owner of the subject. */
  accountId?: string;
  reporterId?: string;
}
/** The last one already seen. */
export interface ReportPosition {
  createdAt: Date;
  id: string;
  /** Of the list grouped by subject: whether the subject is hidden until somebody decides. */
  isHidden: boolean;
}
export interface ReportPage {
  criteria: ReportCriteria;
  after: ReportPosition | null;
  limit: number;
}

/** One subject's reports in numbers. */
export interface CaseCounts {
  reports: number;
  open: number;
  pending: number;
  reporters: number;
  /** Those of a decision that are not closed yet, and count as closed. */
  closing: number;
  /** Since when the content is hidden until somebody decides. */
  hidden_at: Date | null;
}

export interface ReportCaseRow extends ReportRow, CaseCounts {
  title: string | null;
  author: { _id?: string; username?: string | null; avatar?: string | null; verified?: boolean | null } | null;
  newest_at: Date;
}

/** Those of the criteria that facets know, as conditions on the columns of `table`. */
function conditions(table: string, { status, itemType, reason }: ReportCriteria): RawBuilder<unknown>[] {
  return [
    ...(status === undefined ? [] : [sql`${sql.ref(`${table}.status`)} = ${status}`]),
    ...(itemType === undefined ? [] : [sql`${sql.ref(`${table}.subject_type`)} = ${itemType}`]),
    ...(reason === undefined ? [] : [sql`${sql.ref(`${table}.reason`)} = ${reason}`]),
  ];
}

/** Those that only reports themselves know. */
function userConditions({ accountId, reporterId }: ReportCriteria): RawBuilder<unknown>[] {
  return [
    ...(accountId === undefined ? [] : [sql`r.subject_owner_id = ${accountId}`]),
    ...(reporterId === undefined ? [] : [sql`r.reporter_id = ${reporterId}`]),
  ];
}

const allOf = (list: RawBuilder<unknown>[]): RawBuilder<boolean> =>
  list.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(list, sql` and `)}`;

const ofSubject = (itemId: string | undefined): RawBuilder<unknown>[] =>
  itemId === undefined ? [] : [sql`r.subject_id = ${itemId}`];

const isAfter = (after: ReportPosition | null, at: string, id: string) =>
  after ? [sql`(${sql.ref(at)}, ${sql.ref(id)}) < (${after.createdAt}, ${after.id})`] : [];

/** The reporter's columns of `selectReports`, for statements written by hand. */
const reportColumns = sql`r.id, r.reporter_id, r.subject_type, r.subject_id, r.subject_owner_id, r.reason, r.description,
  r.status, r.version, r.created_at, reporter.username as reporter_name, reporter.email as reporter_email,
  reporter.avatar_url as reporter_avatar`;

export const reportsListingStore = {
  /**
   * One page of the reports that meet the criteria, newest first. Each combination of status, type and reason has its
   * index, a person has one, and one with the status for whose reports are many.
   * @param itemId only those of this subject; without a person findPageBySubject reads less
   */
  findPage(db: DbOrTx, { criteria, after, limit }: ReportPage, itemId?: string): Promise<ReportRow[]> {
    const wanted = [...conditions('r', criteria), ...userConditions(criteria), ...ofSubject(itemId)];
    return selectReports(db)
      .where(allOf([...wanted, ...isAfter(after, 'r.created_at', 'r.id')]))
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(limit)
      .execute();
  },

  /**
   * The same of one subject: the newest of each of its facets, put in order. One index serves all criteria, and no more
   * than a page of each facet is read.
   */
  async findPageBySubject(
    db: DbOrTx,
    subject: SubjectRef,
    { criteria, after, limit }: ReportPage,
  ): Promise<ReportRow[]> {
    const facets = allOf([sql`f.subject_id = ${subject.itemId}`, ...conditions('f', { ...criteria, ...subject })]);
    const { rows } = await sql<ReportRow>`
      select ${reportColumns}
      from (
        select x.id, x.created_at from report_subject_facets f
        cross join lateral (
          select r.id, r.created_at from reports r
          where r.subject_type = f.subject_type and r.subject_id = f.subject_id and r.status = f.status and r.reason = f.reason
            and ${allOf(isAfter(after, 'r.created_at', 'r.id'))}
          order by r.created_at desc, r.id desc limit ${limit}) x
        where ${facets}
        order by x.created_at desc, x.id desc limit ${limit}) page
      join reports r on r.id = page.id
      left join users reporter on reporter.id = r.reporter_id
      order by page.created_at desc, page.id desc`.execute(db);
    return rows;
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
   * The same of one person's reports, perhaps of one subject only.
   * @param most more of a status are not counted
   */
  async countByStatusForUser(
    db: DbOrTx,
    { status: _, ...criteria }: ReportCriteria,
    most: number,
    itemId?: string,
  ): Promise<Array<{ status: string; count: number }>> {
    const wanted = allOf([...conditions('r', criteria), ...userConditions(criteria), ...ofSubject(itemId)]);
    const { rows } = await sql<{ status: string; count: number }>`
      select s.status, (
        select count(*) from (
          select 1 from reports r where r.status = s.status and ${wanted} limit ${most}) counted) as count
      from unnest(${[...REPORT_STATUSES]}::text[]) as s(status)`.execute(db);
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
   * One page of the subjects that have reports which meet the criteria: first those that are hidden until somebody decides,
   * which are few, then the others, both in the order of the newest of those reports. A subject has a facet for each status
   * and reason, and is listed once, at the one with the newest report; its others are skipped.
   */
  async findCases(db: DbOrTx, { criteria, after, limit }: ReportPage): Promise<ReportCaseRow[]> {
    const newest = allOf([
      ...conditions('f', criteria),
      sql`f.newest_id = (
        select g.newest_id from report_subject_facets g
        where ${allOf([sql`g.subject_type = f.subject_type and g.subject_id = f.subject_id`, ...conditions('g', criteria)])}
        order by g.newest_at desc, g.newest_id desc limit 1)`,
    ]);
    const pageOf = (isHidden: boolean, table: RawBuilder<unknown>) => sql`
      select f.subject_type, f.subject_id, f.newest_at, f.newest_id, ${sql.lit(isHidden)} as is_hidden from ${table}
      where ${allOf([newest, ...isAfter(after?.isHidden === isHidden ? after : null, 'f.newest_at', 'f.newest_id')])}`;
    const inOrder = sql`order by f.newest_at desc, f.newest_id desc limit ${limit}`;
    const ofFacet = sql`h.subject_type = f.subject_type and h.subject_id = f.subject_id and h.hidden_at is not null`;
    const hidden = sql`${pageOf(true, sql`moderation_subjects h join report_subject_facets f on ${ofFacet}`)} ${inOrder}`;
    const others = sql`${pageOf(false, sql`report_subject_facets f`)}
      and not exists (select from moderation_subjects h where ${ofFacet}) ${inOrder}`;
    const both = sql`(${hidden}) union all (${others})
      order by is_hidden desc, newest_at desc, newest_id desc limit ${limit}`;
    const { rows } = await sql<ReportCaseRow>`
      select ${reportColumns}, page.newest_at, ${titleOfSnapshot} as title,
        case r.subject_type
          when 'User' then jsonb_build_object('_id', s.content #> '{user,_id}', 'username', s.content #> '{user,username}',
            'avatar', s.content #> '{user,avatar}', 'verified', s.content #> '{user,verified}')
          when 'Comment' then s.content #> '{comment,author}'
          else s.content #> '{post,author}' end as author,
        m.reports_count as reports, m.open_reports_count as open, m.pending_reports_count as pending, m.reporters_count as reporters,
        ${closingCount} as closing, m.hidden_at
      from (
        ${after && !after.isHidden ? others : both}) page
      join reports r on r.id = page.newest_id
      left join users reporter on reporter.id = r.reporter_id
      left join report_snapshots s on s.id = r.snapshot_id
      join moderation_subjects m on m.subject_type = page.subject_type and m.subject_id = page.subject_id
      order by page.is_hidden desc, page.newest_at desc, page.newest_id desc`.execute(db);
    return rows;
  },

  /**
   * How many subjects there are among the first `most` facets that meet the criteria.
   * @returns also whether those were all
   */
  async countCases(db: DbOrTx, criteria: ReportCriteria, most: number): Promise<{ subjects: number; isAll: boolean }> {
    const { rows } = await sql<{ subjects: number; facets: number }>`
      select count(*) as subjects, coalesce(sum(per_subject.facets), 0)::bigint as facets
      from (
        select looked.subject_type, looked.subject_id, count(*) as facets
        from (
          select f.subject_type, f.subject_id from report_subject_facets f
          where ${allOf(conditions('f', criteria))}
          order by f.newest_at desc, f.newest_id desc limit ${most}) looked
        group by 1, 2) per_subject`.execute(db);
    const { subjects = 0, facets = 0 } = rows[0] ?? {};
    return { subjects, isAll: facets < most };
  },

  /** One subject's reports in numbers. */
  async countCase(db: DbOrTx, { itemType, itemId }: SubjectRef): Promise<CaseCounts> {
    const row = await db
      .selectFrom('moderation_subjects as m')
      .select([
        'm.reports_count as reports',
        'm.open_reports_count as open',
        'm.pending_reports_count as pending',
        'm.reporters_count as reporters',
        closingCount.as('closing'),
        'm.hidden_at',
      ])
      .where('m.subject_type', '=', itemType)
      .where('m.subject_id', '=', itemId)
      .executeTakeFirst();
    return row ?? { reports: 0, open: 0, pending: 0, reporters: 0, closing: 0, hidden_at: null };
  },

  /** A revision of a subject's open reports as they are now; null without any. All of them are read: count them first. */
  async findOpenRevision(db: DbOrTx, subject: SubjectRef): Promise<string | null> {
    const { rows } = await sql<{ revision: string | null }>`
      select ${revisionOfReports} as revision from reports r where ${isStillOpen(subject)}`.execute(db);
    return rows[0]?.revision ?? null;
  },
};
