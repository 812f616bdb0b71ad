import type { CursorPagination } from '@hai-dang/contract/lib/paging.ts';
import type { InfiniteData } from '@tanstack/react-query';

/** A page of a list that is fetched by cursor. `Extra` are the further fields of the response. */
export interface ListPage<Row, Extra = unknown> {
  /** null once the page has been evicted to save memory; `count` keeps the row indexes valid. */
  readonly rows: readonly Row[] | null;
  readonly count: number;
  readonly total: number;
  readonly totalRelation: CursorPagination['totalRelation'];
  /** null at the end. */
  readonly nextCursor: string | null;
  readonly extra?: Extra;
}
export type InfinitePages<Row, Extra = unknown> = InfiniteData<ListPage<Row, Extra>, string | null>;

/** Pagination of a whole list on one page. */
export const wholeList = (total: number): CursorPagination => ({ total, totalRelation: 'eq', nextCursor: null });

/** Converts a response to a page. */
export function toListPage<Row, Extra = unknown>(
  rows: readonly Row[],
  { total, totalRelation, nextCursor }: CursorPagination,
  extra?: Extra,
): ListPage<Row, Extra> {
  return {
    rows,
    count: rows.length,
    total,
    totalRelation,
    nextCursor,
    ...(extra !== undefined && { extra }),
  };
}

/** The index of each page's first row, followed by the count of all rows. */
export function pageStarts(pages: readonly ListPage<unknown>[]): readonly number[] {
  const starts = [0];
  for (const page of pages) starts.push((starts.at(-1) ?? 0) + page.count);
  return starts;
}

/** The page that contains a row; rows out of range map to the first or last page. */
export function pageOfRow(starts: readonly number[], row: number): number {
  let low = 0;
  let high = Math.max(0, starts.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The row at an index; undefined while its page is evicted. */
export function rowAt<Row>(pages: readonly ListPage<Row>[], starts: readonly number[], row: number): Row | undefined {
  const page = pageOfRow(starts, row);
  return pages[page]?.rows?.[row - (starts[page] ?? 0)];
}

/**
 * Evicts the rows of pages far from the visible ones, so that a list of a million rows has a bounded number in memory.
 * @param keep pages on either side of the visible ones that retain their rows
 */
export function evictDistantPages<Row, Extra>(
  data: InfinitePages<Row, Extra>,
  firstVisible: number,
  lastVisible: number,
  keep: number,
): InfinitePages<Row, Extra> {
  const isFar = (page: ListPage<Row>, index: number) =>
    page.rows !== null && page.count > 0 && (index < firstVisible - keep || index > lastVisible + keep);
  if (!data.pages.some(isFar)) return data;
  return { ...data, pages: data.pages.map((page, index) => (isFar(page, index) ? { ...page, rows: null } : page)) };
}

/**
 * Restores an evicted page. If the list has changed meanwhile, so that the page ends elsewhere, the following pages are
 * dropped and fetched again from the new end.
 */
export function restorePage<Row, Extra>(
  data: InfinitePages<Row, Extra>,
  index: number,
  page: ListPage<Row, Extra>,
): InfinitePages<Row, Extra> {
  const joins = data.pages[index]?.nextCursor === page.nextCursor;
  return {
    pages: [...data.pages.slice(0, index), page, ...(joins ? data.pages.slice(index + 1) : [])],
    pageParams: joins ? data.pageParams : data.pageParams.slice(0, index + 1),
  };
}

/**
 * The list after one row has changed or was removed (`change` returns undefined); the same object if it has no such
 * row.
 */
export function updateRow<Row extends { readonly _id: string }, Extra>(
  data: InfinitePages<Row, Extra>,
  id: string,
  change: (row: Row) => Row | undefined,
): InfinitePages<Row, Extra> {
  const at = data.pages.findIndex((page) => page.rows?.some((row) => row._id === id));
  if (at === -1) return data;
  let removed = 0;
  const pages = data.pages.map((page, index) => {
    if (index !== at || page.rows === null) return page;
    const rows = page.rows.flatMap((row) => (row._id === id ? (change(row) ?? []) : row));
    removed = page.rows.length - rows.length;
    return { ...page, rows, count: rows.length };
  });
  if (removed === 0) return { ...data, pages };
  return { ...data, pages: pages.map((page) => ({ ...page, total: Math.max(0, page.total - removed) })) };
}
