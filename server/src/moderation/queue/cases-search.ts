import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { Db, Tx } from '../../lib/db/database.ts';
import { withIndexesOnly } from '../../lib/db/indexes-only.ts';
import { isWordIndexed } from '../../lib/search/search-term.ts';
import { casesListStore, type ReportCaseRow, type SubjectPage, type SubjectPosition } from './cases-list.store.ts';
import { INDEX_LIMIT_MS, INDEX_MATCHES_MAX } from './reports-search.ts';

/** How many subjects in order are looked at for a page; fewer where all their reports have to be read. */
const WINDOW = 5_000;
const SEARCH_WINDOW = 800;

export interface FoundSubjects {
  /** One more than the page's limit less one shows that there is a next page. */
  rows: ReportCaseRow[];
  /** How many match; null where only those that were found are known. */
  matches: number | null;
  /** The position at which the next page begins, although this one is not full. */
  resumeAt?: SubjectPosition | undefined;
  /** Whether the indexes cannot answer: the following pages scan alone. */
  isScanOnly: boolean;
}

/**
 * A page of the subjects that have reports which meet the criteria, in an order of their own: among the next ones of that order
 * first, then, of a term that is rare, among those that the indexes of words find.
 */
export async function searchSubjects(db: Db, page: SubjectPage, isScanOnly: boolean): Promise<FoundSubjects> {
  const { term, criteria, limit } = page;
  const width = term === '' && !criteria.since && !criteria.until ? WINDOW : SEARCH_WINDOW;
  const near = await casesListStore.findBySubject(db, page, width);
  if (near.length >= limit) return { rows: near, matches: null, isScanOnly };
  const resumeAt = await casesListStore.endOfSubjects(db, page, width);
  if (!resumeAt) return { rows: near, matches: near.length, isScanOnly };
  const search = (tx: Tx): Promise<SubjectRef[] | null> => casesListStore.findByIndex(tx, page, INDEX_MATCHES_MAX);
  const among = isScanOnly || !isWordIndexed(term) ? null : await withIndexesOnly(db, INDEX_LIMIT_MS, search);
  if (!among) return { rows: near, matches: null, resumeAt, isScanOnly: true };
  const rows = await casesListStore.findBySubject(db, { ...page, among }, INDEX_MATCHES_MAX * 2);
  return { rows, matches: among.length, isScanOnly };
}
