import type { Db } from '../../lib/db/database.ts';
import { isIndexed } from '../../lib/search/search-term.ts';
import type { ListedReportRow, ReportPosition } from './reports-rows.store.ts';
import { type ReportSearchPage, reportsSearchStore } from './reports-search.store.ts';

/** How many reports in order a search scans before it uses the index. */
const SEARCH_WINDOW = 2_000;
/** More matches take longer to put in order than the next windows to scan. */
const INDEX_MATCHES_MAX = 5_000;

export interface FoundReports {
  /** One more than the page's limit less one shows that there is a next page. */
  rows: ListedReportRow[];
  /** How many match from the page on; null where only those that were found are known. */
  matches: number | null;
  /** Where to go on although the page is not full. */
  resumeAt?: ReportPosition | undefined;
}

/**
 * Searching reports, a page at a time, as messages are searched (docs/decisions/016): first the next 2 000 in order, where a
 * frequent term is found; then the index, where a rare one is. A term that is neither, or has no trigrams, is searched window
 * by window: a page may be short and still have a next one.
 */
export async function searchReports(db: Db, page: ReportSearchPage): Promise<FoundReports> {
  const near = await reportsSearchStore.searchWindow(db, page, SEARCH_WINDOW);
  if (near.length >= page.limit) return { rows: near, matches: null };
  const end = await reportsSearchStore.endOfWindow(db, page, SEARCH_WINDOW);
  if (!end) return { rows: near, matches: near.length };
  const found = isIndexed(page.term)
    ? await db.transaction().execute((tx) => reportsSearchStore.searchIndex(tx, page, INDEX_MATCHES_MAX))
    : null;
  if (!found) return { rows: near, matches: null, resumeAt: end };
  const rows = found.ids.length === 0 ? [] : await reportsSearchStore.findRows(db, found.ids, page);
  return { rows, matches: found.matches };
}
