import type { ReportCaseSort } from '@hai-dang/contract/moderation/reports.schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';
import { assigneeOf, closingCount, type ReportRow, titleOfSnapshot, updatingCount } from '../reports/reports.store.ts';
import type { CaseCounts } from './reports-list.store.ts';
import {
  allOf,
  type DueRow,
  dueColumns,
  facetConditions,
  isHiddenIn,
  ownFacetConditions,
  type ReportCriteria,
  type ReportPosition,
  reportColumns,
  subjectConditions,
} from './reports-rows.store.ts';

export interface ReportCaseRow extends ReportRow, CaseCounts, DueRow {
  title: string | null;
  author: { _id?: string; username?: string | null; avatar?: string | null; verified?: boolean | null } | null;
  newest_at: Date;
}

/** The last subject already seen. */
export interface CasePosition extends ReportPosition {
  /** Whether the subject is hidden until somebody decides. */
  isHidden: boolean;
}
/** The same by the number of reports. */
export interface MostReportedPosition {
  isHidden: boolean;
  reports: number;
  itemType: string;
  itemId: string;
}
interface MostReportedPage {
  criteria: ReportCriteria;
  after: MostReportedPosition | null;
}

/** Subjects with the newest report that meets the criteria. @param page a query of these, in the order of `sort` */
async function selectCases(db: DbOrTx, page: RawBuilder<unknown>, sort: ReportCaseSort): Promise<ReportCaseRow[]> {
  const order =
    sort === 'newest'
      ? sql`page.is_hidden desc, page.newest_at desc, page.newest_id desc`
      : sql`page.is_hidden desc, m.reports_count desc, m.subject_type desc, m.subject_id desc`;
  const { rows } = await sql<ReportCaseRow>`
    select ${reportColumns}, page.newest_at, ${titleOfSnapshot} as title,
      case when s.id is null then null when r.subject_type = 'User' then jsonb_build_object('_id', s.content #> '{user,_id}', 'username', s.content #> '{user,username}',
          'avatar', s.content #> '{user,avatar}', 'verified', s.content #> '{user,verified}')
        when r.subject_type = 'Comment' then s.content #> '{comment,author}'
        else s.content #> '{post,author}' end as author,
      m.reports_count as reports, m.open_reports_count as open, m.pending_reports_count as pending, m.reporters_count as reporters,
      ${closingCount} as closing, ${updatingCount} as updating, m.open_appeals_count as open_appeals,
      ${dueColumns}, ${assigneeOf('m')} as assignee
    from (
      ${page}) page
    join reports r on r.id = page.newest_id
    left join users reporter on reporter.id = r.reporter_id
    left join report_snapshots s on s.id = r.snapshot_id
    join moderation_subjects m on m.subject_type = page.subject_type and m.subject_id = page.subject_id
    order by ${order}`.execute(db);
  return rows;
}

/** The facet of the subject `table`, which meets the criteria itself, with the newest report that does. */
const newestFacet = (table: string, criteria: ReportCriteria) => sql`
  select g.newest_at, g.newest_id from report_subject_facets g
  where ${allOf([
    sql`g.subject_type = ${sql.ref(`${table}.subject_type`)} and g.subject_id = ${sql.ref(`${table}.subject_id`)}`,
    ...ownFacetConditions('g', criteria),
  ])}
  order by g.newest_at desc, g.newest_id desc limit 1`;

const BY_NUMBER = sql`order by m.reports_count desc, m.subject_type desc, m.subject_id desc`;

/** Reported subjects that are hidden, or those that are not, by the number of reports, whatever their reports are. */
const mostReported = (isHidden: boolean, { criteria, after }: MostReportedPage, limit = sql``) => sql`
  select m.subject_type, m.subject_id, m.reports_count from moderation_subjects m
  where ${allOf([
    sql`m.reports_count > 0`,
    isHidden ? sql`m.hidden_at is not null` : sql`not ${isHiddenIn('m')}`,
    ...subjectConditions('m', criteria),
    ...(after?.isHidden === isHidden
      ? [sql`(m.reports_count, m.subject_type, m.subject_id) < (${after.reports}, ${after.itemType}, ${after.itemId})`]
      : []),
  ])}
  ${BY_NUMBER} ${limit}`;

export const casesListStore = {
  /**
   * One page of the subjects that have reports which meet the criteria: first those that are hidden until somebody decides,
   * which are few, then the others, both in the order of the newest of those reports. A subject has a facet for each status
   * and reason, and is listed once, at the one with the newest report; its others are skipped.
   */
  findNewest(
    db: DbOrTx,
    { criteria, after, limit }: { criteria: ReportCriteria; after: CasePosition | null; limit: number },
  ): Promise<ReportCaseRow[]> {
    const isNewest = sql`f.newest_id = (select n.newest_id from (${newestFacet('f', criteria)}) n)`;
    const pageOf = (isHidden: boolean, table: RawBuilder<unknown>) => {
      const isNext =
        after?.isHidden === isHidden ? [sql`(f.newest_at, f.newest_id) < (${after.createdAt}, ${after.id})`] : [];
      return sql`
        select f.subject_type, f.subject_id, f.newest_at, f.newest_id, ${sql.lit(isHidden)} as is_hidden from ${table}
        where ${allOf([...facetConditions('f', criteria), isNewest, ...isNext])}`;
    };
    const inOrder = sql`order by f.newest_at desc, f.newest_id desc limit ${limit}`;
    const ofFacet = sql`h.subject_type = f.subject_type and h.subject_id = f.subject_id and h.hidden_at is not null`;
    const hidden = sql`${pageOf(true, sql`moderation_subjects h join report_subject_facets f on ${ofFacet}`)} ${inOrder}`;
    const others = sql`${pageOf(false, sql`report_subject_facets f`)} and not ${isHiddenIn('f')} ${inOrder}`;
    const both = sql`(${hidden}) union all (${others})
      order by is_hidden desc, newest_at desc, newest_id desc limit ${limit}`;
    return selectCases(db, after && !after.isHidden ? others : both, 'newest');
  },

  /**
   * The same, both in the order of the number of all reports of a subject; of those that are not hidden the next `width`
   * only: whether one has a report that meets the criteria is no part of that order.
   */
  findMostReported(
    db: DbOrTx,
    { limit, ...page }: MostReportedPage & { limit: number },
    width: number,
  ): Promise<ReportCaseRow[]> {
    const { criteria, after } = page;
    const pageOf = (isHidden: boolean, looked: RawBuilder<unknown>) => sql`
      select m.subject_type, m.subject_id, m.reports_count, n.newest_at, n.newest_id, ${sql.lit(isHidden)} as is_hidden
      from (${looked}) m cross join lateral (${newestFacet('m', criteria)}) n
      ${BY_NUMBER} limit ${limit}`;
    const hidden = pageOf(true, mostReported(true, page));
    const others = pageOf(false, mostReported(false, page, sql`limit ${width}`));
    const both = sql`(${hidden}) union all (${others})
      order by is_hidden desc, reports_count desc, subject_type desc, subject_id desc limit ${limit}`;
    return selectCases(db, after && !after.isHidden ? others : both, 'reports');
  },

  /** Where the next `width` subjects that are not hidden end; undefined where there are fewer. */
  async endOfMostReported(
    db: DbOrTx,
    page: MostReportedPage,
    width: number,
  ): Promise<MostReportedPosition | undefined> {
    const { rows } = await sql<MostReportedPosition>`
      select false as "isHidden", m.reports_count as reports, m.subject_type as "itemType", m.subject_id as "itemId"
      from (${mostReported(false, page, sql`limit ${width}`)}) m ${BY_NUMBER} offset ${width - 1} limit 1`.execute(db);
    return rows[0];
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
          where ${allOf(facetConditions('f', criteria))}
          order by f.newest_at desc, f.newest_id desc limit ${most}) looked
        group by 1, 2) per_subject`.execute(db);
    const { subjects = 0, facets = 0 } = rows[0] ?? {};
    return { subjects, isAll: facets < most };
  },
};
