import { type RawBuilder, sql } from 'kysely';
import type { Db, DbOrTx } from '../../lib/db/database.ts';
import { unprepared } from '../../lib/db/prepared-statements.ts';
import { containsText, wordMatch } from '../../lib/db/sql-expressions.ts';
import {
  allOf,
  inOrder,
  isAfter,
  type ListedReportRow,
  nextReports,
  ownFacetConditions,
  type ReportPage,
  type ReportPosition,
  reportConditions,
  selectRows,
  timeConditions,
} from './reports-rows.store.ts';

export interface ReportSearchPage extends ReportPage {
  /** '' for all reports. */
  term: string;
  /** Whether each subject is listed once, at the first of its reports that match. */
  isPerSubject?: boolean | undefined;
  /** The subject whose reports alone are searched. */
  itemId?: string | undefined;
  /** Whether the indexes could not answer for a page before. */
  isScanOnly: boolean;
}

const TEXT = sql.ref<string>('t.search_text');
/** The first line of what is searched for of an account. */
const NAME = sql<string>`split_part(a.search_text, E'\\n', 1)`;

/** The next `width` reports that meet the criteria, in order. */
const windowOf = (page: ReportSearchPage, width: number) =>
  nextReports(page, width, {
    columns: sql`, r.reporter_id, r.subject_type, r.subject_id`,
    itemId: page.itemId,
  });

/**
 * Whether the report of `table` has the term. Text and reporter are fetched by its ids, as values: a join, or EXISTS, might
 * be planned as reading all texts.
 */
export const hasTerm = (table: string, term: string): RawBuilder<unknown> =>
  term === ''
    ? sql`true`
    : sql`((select ${containsText(TEXT, term)} from report_texts t where t.report_id = ${sql.ref(`${table}.id`)})
        or (select ${containsText(NAME, term)} from users a where a.id = ${sql.ref(`${table}.reporter_id`)}))`;

/** Whether no other report of its subject that matches comes before the one of `w`. */
const isFirstOfSubject = ({ criteria, term, sort }: ReportSearchPage) => sql`not exists (
  select from reports r where r.subject_type = w.subject_type and r.subject_id = w.subject_id
    and (r.created_at, r.id) ${sort === 'oldest' ? sql`<` : sql`>`} (w.created_at, w.id)
    and ${allOf([...ownFacetConditions('r', criteria), ...timeConditions(criteria), hasTerm('r', term)])})`;

/**
 * The first parts of a statement, up to `matching`: the reports that the indexes of words find, of those that meet `conditions`;
 * `looked` says whether those are all. Up to `most` texts and `most` reports of reporters are looked at, whatever the criteria.
 */
export const matchingByIndex = (term: string, conditions: RawBuilder<unknown>[], most: number) => sql`
  with texts as materialized (
    select t.report_id as id from report_texts t where ${wordMatch(TEXT, term)} limit ${most + 1}
  ), names as materialized (
    select a.id from users a where ${wordMatch(NAME, term)} limit ${most + 1}
  ), of_reporters as materialized (
    select r.id from names n join reports r on r.reporter_id = n.id
    where (select count(*) from names) <= ${most} limit ${most + 1}
  ), looked as materialized (
    select (select count(*) from texts) <= ${most} and (select count(*) from names) <= ${most}
      and (select count(*) from of_reporters) <= ${most} as is_whole
  ), matching as materialized (
    select r.id, r.created_at, r.subject_type, r.subject_id from (select id from texts union select id from of_reporters) f
    join reports r on r.id = f.id
    where (select is_whole from looked) and ${allOf(conditions)}
  )`;

export const reportsSearchStore = {
  /**
   * Searches only the next `width` reports of the order; stops once the page is full.
   */
  searchWindow: (db: Db, page: ReportSearchPage, width: number): Promise<ListedReportRow[]> =>
    selectRows(
      db,
      sql`select w.id, w.created_at from (${windowOf(page, width)}) w
        where ${allOf([hasTerm('w', page.term), ...(page.isPerSubject ? [isFirstOfSubject(page)] : [])])}
        ${inOrder('w', page.sort)} limit ${page.limit}`,
      { order: inOrder('page', page.sort) },
      unprepared,
    ),

  /** Where the next `width` reports end; undefined where there are fewer. */
  async endOfWindow(db: Db, page: ReportSearchPage, width: number): Promise<ReportPosition | undefined> {
    const { rows } = await sql<ReportPosition>`
      select w.id, w.created_at as "createdAt" from (${windowOf(page, width)}) w
      ${inOrder('w', page.sort)} offset ${width - 1} limit 1`.execute(db);
    return rows[0];
  },

  /**
   * Finds a term through the indexes of the words of texts and of names.
   * @param tx by `withIndexesOnly`
   * @returns null where there are more: those are in no order; else the ids of the page and how many reports match
   */
  async searchIndex(
    tx: DbOrTx,
    page: ReportSearchPage,
    most: number,
  ): Promise<{ ids: string[]; matches: number } | null> {
    const { term, criteria, itemId, sort, limit, isPerSubject } = page;
    const next = isAfter('r', page);
    const conditions = [...reportConditions(criteria, itemId), ...(isPerSubject ? [] : next)];
    const inSubject = sql`${sql.raw(sort === 'oldest' ? 'asc' : 'desc')}`;
    const listed = isPerSubject
      ? sql`(select r.id, r.created_at from (
          select distinct on (subject_type, subject_id) id, created_at from matching
          order by subject_type, subject_id, created_at ${inSubject}, id ${inSubject}) r where ${allOf(next)})`
      : sql`matching`;
    const { rows: found } = await sql<{ is_whole: boolean; matches: number; ids: string[] }>`
      ${matchingByIndex(term, conditions, most)}, listed as materialized (select id, created_at from ${listed} l)
      select is_whole, (select count(*) from listed) as matches,
        array(select p.id from (select id, created_at from listed as w ${inOrder('w', sort)} limit ${limit}) p) as ids
      from looked ${unprepared}`.execute(tx);
    const [first] = found;
    return first?.is_whole ? { ids: first.ids, matches: first.matches } : null;
  },

  findRows: (db: Db, ids: readonly string[], page: Pick<ReportPage, 'sort'>): Promise<ListedReportRow[]> =>
    selectRows(db, sql`select r.id, r.created_at from reports r where r.id = any(${ids}::text[])`, {
      order: inOrder('page', page.sort),
    }),
};
