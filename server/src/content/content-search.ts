import type { Db, Tx } from '../lib/db/database.ts';
import { withIndexesOnly } from '../lib/db/indexes-only.ts';
import { isWordIndexed } from '../lib/search/search-term.ts';
import { type ContentPage, type ContentPosition, contentStore, typesOf } from './content.store.ts';

/** How many texts of each type in order are looked at for one page: with a term each is looked up in another table. */
const WINDOW = { plain: 2_000, term: 700 } as const;
/** A search that the indexes answer at once takes some milliseconds at millions of texts. */
const INDEX_LIMIT_MS = 500;
/** More matches take longer to put in order than the next windows to scan. */
const INDEX_MATCHES_MAX = 2_000;
/** The indexes are not asked where the first texts make this many times as many likely. */
const TOO_MANY_TIMES = 10;

interface FoundContent {
  /** Newest first; one more than the page shows that there is a next one. */
  found: ContentPosition[];
  /** How many match from the page on; null where only those that were found are known. */
  matches: number | null;
  /** The position at which the next page begins, although this one is not full. */
  resumeAt?: ContentPosition | undefined;
  /** Whether the indexes cannot answer: the following pages scan alone. */
  isScanOnly: boolean;
}

interface ScannedContent extends Omit<FoundContent, 'isScanOnly'> {
  /** How many match in the windows, up to a page of each type. */
  inWindows: number;
}

/** Whether `a` comes after `b` in the list, as the database orders them. */
const isAfter = (a: ContentPosition, b: ContentPosition): boolean =>
  a.createdAt.getTime() === b.createdAt.getTime() ? a.id < b.id : a.createdAt < b.createdAt;
const inOrder = (a: ContentPosition, b: ContentPosition): number => (isAfter(a, b) ? 1 : -1);

/**
 * A page of what the next texts of each type have, merged. A type of which less than a page was found may have more behind
 * its window: what other types have behind that is left to the next page.
 */
async function scanWindows(db: Db, page: ContentPage): Promise<ScannedContent> {
  const width = page.term === '' ? WINDOW.plain : WINDOW.term;
  const found = await contentStore.scan(db, page, width);
  const short = typesOf(page.criteria).filter(
    (type) => found.filter((position) => position.type === type).length < page.limit,
  );
  const ends = short.length === 0 ? [] : await contentStore.endsOfWindows(db, page, short, width);
  const [end] = ends.toSorted(inOrder);
  const merged = found.filter((position) => !end || !isAfter(position, end)).toSorted(inOrder);
  const shown = merged.slice(0, page.limit);
  const inWindows = found.length;
  if (shown.length === page.limit) return { found: shown, matches: null, inWindows };
  return { found: shown, matches: end ? null : shown.length, resumeAt: end, inWindows };
}

/** Whether a term with so many matches in the first windows is likely to have far too many for the indexes. */
async function isFrequent(db: Db, { criteria }: ContentPage, inWindows: number): Promise<boolean> {
  if (inWindows === 0) return false;
  const types = typesOf(criteria);
  const share = inWindows / (types.length * WINDOW.term);
  return share * (await contentStore.estimateTexts(db, types)) > TOO_MANY_TIMES * INDEX_MATCHES_MAX;
}

/**
 * Finds content, a page at a time, as reports are searched (docs/decisions/004): first the next of each type in order, where
 * what is frequent is found; then, for a term, the indexes. What is neither there nor there is looked for window by window: a
 * page may be short and still have a next one. An index that finds too many matches, or takes too long, is not asked again.
 */
export async function findContent(db: Db, page: ContentPage): Promise<FoundContent> {
  const { inWindows, ...scanned } = await scanWindows(db, page);
  const near = { ...scanned, isScanOnly: page.isScanOnly };
  if (!near.resumeAt || page.term === '' || !isWordIndexed(page.term)) return near;
  const search = (tx: Tx) => contentStore.searchIndex(tx, page, INDEX_MATCHES_MAX);
  if (page.isScanOnly || (await isFrequent(db, page, inWindows))) return { ...near, isScanOnly: true };
  const all = await withIndexesOnly(db, INDEX_LIMIT_MS, search);
  return all ? { ...all, isScanOnly: false } : { ...near, isScanOnly: true };
}
