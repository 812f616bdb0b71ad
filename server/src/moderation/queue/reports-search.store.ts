import { sql } from 'kysely';
import type { Db, DbOrTx } from '../../lib/db/database.ts';
import { unprepared } from '../../lib/db/prepared-statements.ts';
import { containsText, wordMatch } from '../../lib/db/sql-expressions.ts';
import {
  allOf,
  inOrder,
  isAfter,
  type ListedReportRow,
  type ReportPage,
  type ReportPosition,
  reportConditions,
  selectRows,
} from './reports-rows.store.ts';

export interface ReportSearchPage extends ReportPage {
  term: string;
  /** The subject whose reports alone are searched. */
  itemId?: string | undefined;
  /** Whether the indexes could not answer for a page before. */
  isScanOnly: boolean;
}

const TEXT = sql.ref<string>('t.search_text');
/** The first line of what is searched for of an account. */
const NAME = sql<string>`split_part(a.search_text, E'\\n', 1)`;

/** The next `width` reports that meet the criteria, in order. */
const windowOf = (page: ReportSearchPage, width: number) => sql`
  select r.id, r.created_at, r.reporter_id from reports r
  where ${allOf([...reportConditions(page.criteria, page.itemId), ...isAfter('r', page)])}
  ${inOrder('r', page.sort)} limit ${width}`;

export const reportsSearchStore = {
  /**
   * Searches only the next `width` reports of the order; stops once the page is full. Text and reporter of each are fetched
   * by its ids, as values: a join, or EXISTS, might be planned as reading all texts.
   */
  searchWindow: (db: Db, page: ReportSearchPage, width: number): Promise<ListedReportRow[]> =>
    selectRows(
      db,
      sql`select w.id, w.created_at from (${windowOf(page, width)}) w
        where (select ${containsText(TEXT, page.term)} from report_texts t where t.report_id = w.id)
          or (select ${containsText(NAME, page.term)} from users a where a.id = w.reporter_id)
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
   * Finds a term through the indexes of the words of texts and of names; up to `most` texts and `most` reports
   * of reporters are looked at, whatever the criteria.
   * @param tx by `withIndexesOnly`
   * @returns null where there are more: those are in no order; else the ids of the page and how many reports match
   */
  async searchIndex(
    tx: DbOrTx,
    page: ReportSearchPage,
    most: number,
  ): Promise<{ ids: string[]; matches: number } | null> {
    const { term, criteria, itemId, sort, limit } = page;
    const { rows: found } = await sql<{ is_whole: boolean; matches: number; ids: string[] }>`
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
        select r.id, r.created_at from (select id from texts union select id from of_reporters) f
        join reports r on r.id = f.id
        where (select is_whole from looked) and ${allOf([...reportConditions(criteria, itemId), ...isAfter('r', page)])}
      )
      select is_whole, (select count(*) from matching) as matches,
        array(select p.id from (select id, created_at from matching as w ${inOrder('w', sort)} limit ${limit}) p) as ids
      from looked ${unprepared}`.execute(tx);
    const [first] = found;
    return first?.is_whole ? { ids: first.ids, matches: first.matches } : null;
  },

  findRows: (db: Db, ids: readonly string[], page: Pick<ReportPage, 'sort'>): Promise<ListedReportRow[]> =>
    selectRows(db, sql`select r.id, r.created_at from reports r where r.id = any(${ids}::text[])`, {
      order: inOrder('page', page.sort),
    }),
};
