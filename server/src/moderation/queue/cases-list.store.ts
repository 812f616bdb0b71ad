import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';
import { unprepared } from '../../lib/db/prepared-statements.ts';
import { assigneeOf, closingCount, type ReportRow, titleOfSnapshot, updatingCount } from '../reports/reports.store.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import type { CaseCounts } from './reports-list.store.ts';
import {
  allOf,
  type DueRow,
  dueColumns,
  facetConditions,
  imageOfEvidence,
  isHiddenIn,
  type ListedReportRow,
  nextReports,
  ownFacetConditions,
  type ReportCriteria,
  type ReportPage,
  reportColumns,
  reportConditions,
  selectRows,
  subjectConditions,
  timeConditions,
} from './reports-rows.store.ts';
import { hasTerm, matchingByIndex } from './reports-search.store.ts';

export interface ReportCaseRow extends ReportRow, CaseCounts, DueRow {
  title: string | null;
  author: { _id?: string; username?: string | null; avatar?: string | null; verified?: boolean | null } | null;
  image: string | null;
  newest_at: Date;
  priority: number | null;
  subject_version: number;
}

/** The orders that a subject's own row has. */
const SUBJECT_SORTS = {
  reports: { value: sql`m.reports_count`, isListed: sql`m.reports_count > 0`, direction: sql`desc`, isBeyond: sql`<` },
  priority: { value: sql`m.priority`, isListed: sql`m.priority is not null`, direction: sql`desc`, isBeyond: sql`<` },
  due: { value: sql`m.due_at`, isListed: sql`m.due_at is not null`, direction: sql`asc`, isBeyond: sql`>` },
} as const;
export type SubjectSort = keyof typeof SUBJECT_SORTS;

/** The last subject already seen, or looked at. */
export interface SubjectPosition {
  /** Whether the subject is hidden until somebody decides. */
  isHidden: boolean;
  /** The value that it is sorted by. */
  value: number | Date;
  itemType: string;
  itemId: string;
}

/** The reports that a subject must have one of. */
interface Wanted {
  criteria: ReportCriteria;
  /** '' for any. */
  term: string;
}

export interface SubjectPage extends Wanted {
  sort: SubjectSort;
  after: SubjectPosition | null;
  limit: number;
  /** These subjects alone. */
  among?: readonly SubjectRef[];
}

/** Subjects with one of their reports. @param page a query of both, and of the place of each */
async function selectCases(db: DbOrTx, page: RawBuilder<unknown>): Promise<ReportCaseRow[]> {
  const { rows } = await sql<ReportCaseRow>`
    select ${reportColumns}, page.newest_at, ${titleOfSnapshot} as title, ${imageOfEvidence} as image, m.priority, m.version as subject_version,
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
    order by page.place ${unprepared}`.execute(db);
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

/** The newest report of the subject `m` that is wanted. Facets know neither words nor days: of each its reports are read, newest first. */
const newestWanted = ({ criteria, term }: Wanted) =>
  term === '' && !criteria.since && !criteria.until
    ? newestFacet('m', criteria)
    : sql`
  select x.created_at as newest_at, x.id as newest_id from report_subject_facets f
  cross join lateral (
    select r.id, r.created_at from reports r
    where r.subject_type = f.subject_type and r.subject_id = f.subject_id and r.status = f.status and r.reason = f.reason
      and ${allOf([...timeConditions(criteria), hasTerm('r', term)])}
    order by r.created_at desc, r.id desc limit 1) x
  where ${allOf([
    sql`f.subject_type = m.subject_type and f.subject_id = m.subject_id`,
    ...ownFacetConditions('f', criteria),
  ])}
  order by x.created_at desc, x.id desc limit 1`;

const bySubject = (sort: SubjectSort) => {
  const { value, direction } = SUBJECT_SORTS[sort];
  return sql`order by ${value} ${direction}, m.subject_type ${direction}, m.subject_id ${direction}`;
};

/** The next subjects in order that are hidden, or those that are not, whatever their reports are. */
const nextSubjects = (isHidden: boolean, { sort, criteria, after, among }: SubjectPage, limit = sql``) => {
  const { value, isListed, isBeyond } = SUBJECT_SORTS[sort];
  const { itemType } = criteria;
  const conditions = [
    isListed,
    isHidden ? sql`m.hidden_at is not null` : sql`not ${isHiddenIn('m')}`,
    ...(itemType === undefined ? [] : [sql`m.subject_type = ${itemType}`]),
    ...subjectConditions('m', criteria),
    ...(among
      ? [
          sql`(m.subject_type, m.subject_id) in (select * from unnest(
            ${among.map((subject) => subject.itemType)}::text[], ${among.map(({ itemId }) => itemId)}::text[]))`,
        ]
      : []),
    ...(after?.isHidden === isHidden
      ? [sql`(${value}, m.subject_type, m.subject_id) ${isBeyond} (${after.value}, ${after.itemType}, ${after.itemId})`]
      : []),
  ];
  return sql`
    select m.subject_type, m.subject_id, ${value} as value from moderation_subjects m
    where ${allOf(conditions)} ${bySubject(sort)} ${limit}`;
};

/** The same of what `nextSubjects` selects. */
const inTurn = (sort: SubjectSort) => {
  const { direction } = SUBJECT_SORTS[sort];
  return sql`value ${direction}, subject_type ${direction}, subject_id ${direction}`;
};

export const casesListStore = {
  /**
   * The first reports of one page of the subjects that have reports which meet the criteria: first those that are hidden until
   * somebody decides, which are few, then the others, both in the order of the newest of those reports. A subject has a facet
   * for each status and reason, and is listed once, at the one with the newest report; its others are skipped.
   */
  findNewest(db: DbOrTx, { criteria, after, limit }: ReportPage, isHiddenPast: boolean): Promise<ListedReportRow[]> {
    const isNewest = sql`f.newest_id = (select n.newest_id from (${newestFacet('f', criteria)}) n)`;
    const isAfterHidden = after !== null && !isHiddenPast;
    const pageOf = (isHidden: boolean, table: RawBuilder<unknown>) => {
      const isNext =
        after && isAfterHidden === isHidden
          ? [sql`(f.newest_at, f.newest_id) < (${after.createdAt}, ${after.id})`]
          : [];
      return sql`
        select f.newest_id as id, f.newest_at as created_at, ${sql.lit(isHidden)} as is_hidden from ${table}
        where ${allOf([...facetConditions('f', criteria), isNewest, ...isNext])}`;
    };
    const order = sql`order by f.newest_at desc, f.newest_id desc limit ${limit}`;
    const ofFacet = sql`h.subject_type = f.subject_type and h.subject_id = f.subject_id and h.hidden_at is not null`;
    const hidden = sql`${pageOf(true, sql`moderation_subjects h join report_subject_facets f on ${ofFacet}`)} ${order}`;
    const others = sql`${pageOf(false, sql`report_subject_facets f`)} and not ${isHiddenIn('f')} ${order}`;
    const both = sql`(${hidden}) union all (${others}) order by is_hidden desc, created_at desc, id desc limit ${limit}`;
    return selectRows(db, isHiddenPast ? others : both, {
      order: sql`order by page.is_hidden desc, page.created_at desc, page.id desc`,
    });
  },

  /** The subjects of reports, in their order, each with the newest report that is wanted. */
  findCases: (db: DbOrTx, reports: readonly ListedReportRow[], wanted: Wanted): Promise<ReportCaseRow[]> =>
    selectCases(
      db,
      sql`select m.subject_type, m.subject_id, m.place, n.newest_at, n.newest_id
        from unnest(${reports.map((row) => row.subject_type)}::text[], ${reports.map((row) => row.subject_id)}::text[])
          with ordinality as m(subject_type, subject_id, place)
        cross join lateral (${newestWanted(wanted)}) n`,
    ),

  /**
   * The same in an order of the subjects themselves; of those that are not hidden the next `width`
   * only: whether one has a report that is wanted is no part of that order.
   */
  findBySubject(db: DbOrTx, page: SubjectPage, width: number): Promise<ReportCaseRow[]> {
    const { sort, after, limit } = page;
    const pageOf = (isHidden: boolean, looked: RawBuilder<unknown>) => sql`
      select m.subject_type, m.subject_id, m.value, n.newest_at, n.newest_id, ${sql.lit(isHidden)} as is_hidden
      from (${looked}) m cross join lateral (${newestWanted(page)}) n
      order by ${inTurn(sort)} limit ${limit}`;
    const hidden = pageOf(true, nextSubjects(true, page));
    const others = pageOf(false, nextSubjects(false, page, sql`limit ${width}`));
    const found =
      after && !after.isHidden
        ? others
        : sql`(${hidden}) union all (${others}) order by is_hidden desc, ${inTurn(sort)} limit ${limit}`;
    return selectCases(
      db,
      sql`select p.*, row_number() over (order by is_hidden desc, ${inTurn(sort)}) as place from (${found}) p`,
    );
  },

  /** Where the next `width` subjects that are not hidden end; undefined where there are fewer. */
  async endOfSubjects(db: DbOrTx, page: SubjectPage, width: number): Promise<SubjectPosition | undefined> {
    const { rows } = await sql<SubjectPosition>`
      select false as "isHidden", m.value, m.subject_type as "itemType", m.subject_id as "itemId"
      from (${nextSubjects(false, page, sql`limit ${width}`)}) m order by ${inTurn(page.sort)}
      offset ${width - 1} limit 1`.execute(db);
    return rows[0];
  },

  /**
   * The subjects with a wanted report, through the indexes of words.
   * @param tx by `withIndexesOnly`
   * @returns null where more than `most` reports have the term
   */
  async findByIndex(tx: DbOrTx, { criteria, term }: Wanted, most: number): Promise<SubjectRef[] | null> {
    const { rows } = await sql<{ is_whole: boolean; subject_type: string; subject_id: string }>`
      ${matchingByIndex(term, reportConditions(criteria), most)}
      select l.is_whole, x.subject_type, x.subject_id from looked l
      left join (select distinct subject_type, subject_id from matching) x on true ${unprepared}`.execute(tx);
    if (!rows[0]?.is_whole) return null;
    return rows.filter((row) => row.subject_id !== null).map(toSubjectRef);
  },

  /**
   * How many subjects there are among the first `most` facets that meet the criteria; of days, among the first reports.
   * @returns also whether those were all
   */
  async countCases(db: DbOrTx, criteria: ReportCriteria, most: number): Promise<{ subjects: number; isAll: boolean }> {
    const first =
      criteria.since || criteria.until
        ? nextReports({ criteria, sort: 'newest', after: null }, most, { columns: sql`, r.subject_type, r.subject_id` })
        : sql`select f.subject_type, f.subject_id from report_subject_facets f
          where ${allOf(facetConditions('f', criteria))}
          order by f.newest_at desc, f.newest_id desc limit ${most}`;
    const { rows } = await sql<{ subjects: number; facets: number }>`
      select count(*) as subjects, coalesce(sum(per_subject.facets), 0)::bigint as facets
      from (
        select looked.subject_type, looked.subject_id, count(*) as facets
        from (${first}) looked
        group by 1, 2) per_subject`.execute(db);
    const { subjects = 0, facets = 0 } = rows[0] ?? {};
    return { subjects, isAll: facets < most };
  },
};
