import type { Db, Tx } from '../../lib/db/database.ts';
import { withIndexesOnly } from '../../lib/db/indexes-only.ts';
import { isWordIndexed } from '../../lib/search/search-term.ts';
import type { ListedReportRow, ListPosition } from './reports-rows.store.ts';
import { type ReportSearchPage, reportsSearchStore } from './reports-search.store.ts';

/** How many reports in order a search scans before it uses the index; where the first few have none of the term, no more. */
const SEARCH_WINDOW = 2_000;
const FIRST_WINDOW = 800;
/** A term of parts that nearly all texts have takes seconds at millions of reports; a rare one some hundredths of one. */
export const INDEX_LIMIT_MS = 500;
/** More matches take longer to put in order than the next windows to scan. */
export const INDEX_MATCHES_MAX = 2_000;

export interface FoundReports {
  /** One more than the page's limit less one shows that there is a next page. */
  rows: ListedReportRow[];
  /** How many match from the page on; null where only those that were found are known. */
  matches: number | null;
  /** The position at which the next page begins, although this one is not full. */
  resumeAt?: ListPosition | undefined;
  /** Whether the indexes cannot answer: the following pages scan alone. */
  isScanOnly: boolean;
}

/**
 * Searching reports, a page at a time, as messages are searched (docs/decisions/004): first the next ones in order, where a
 * frequent term is found; then the index, where a rare one is. A term that is neither, or too short for the indexes, is searched window
 * by window: a page may be short and still have a next one. An index that finds too many matches, or takes too long, is not asked
 * again.
 */
export async function searchReports(db: Db, page: ReportSearchPage): Promise<FoundReports> {
  const { isScanOnly } = page;
  let width = isScanOnly ? SEARCH_WINDOW : FIRST_WINDOW;
  let near = await reportsSearchStore.searchWindow(db, page, width);
  if (near.length > 0 && near.length < page.limit && width < SEARCH_WINDOW) {
    width = SEARCH_WINDOW;
    near = await reportsSearchStore.searchWindow(db, page, width);
  }
  if (near.length >= page.limit) return { rows: near, matches: null, isScanOnly };
  const end = await reportsSearchStore.endOfWindow(db, page, width);
  if (!end) return { rows: near, matches: near.length, isScanOnly };
  const search = (tx: Tx) => reportsSearchStore.searchIndex(tx, page, INDEX_MATCHES_MAX);
  const found = isScanOnly || !isWordIndexed(page.term) ? null : await withIndexesOnly(db, INDEX_LIMIT_MS, search);
  if (!found) return { rows: near, matches: null, resumeAt: end, isScanOnly: true };
  const rows = found.ids.length === 0 ? [] : await reportsSearchStore.findRows(db, found.ids, page);
  return { rows, matches: found.matches, isScanOnly };
}
