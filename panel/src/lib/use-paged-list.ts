import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type ListPage, pageOfRow, pageStarts, releaseFarPages, restorePage, rowAt } from './list-pages.ts';
import { useDebouncedValue } from './use-debounced-value.ts';
import { LIST_GC_TIME_MS } from './use-scroll-position.ts';
import { useStandingError } from './use-standing-error.ts';

/** Rows left below the last one seen when the next page is asked for. */
const ROWS_AHEAD = 20;
/** Pages on either side of those seen that keep their rows: 20 pages of 50, a thousand rows. */
const PAGES_KEPT_AROUND = 10;
/** Pages are let go, and read again, only where one stops: what is flown over is left alone. */
const STILL_AFTER_MS = 150;
/** A longer list is not read again by itself: that would be one call per page loaded so far. */
const MAX_PAGES_REFETCHED = 4;

export interface PagedList<Row, Extra = unknown> {
  readonly rowCount: number;
  /** undefined while the row's page is on its way again. */
  readonly rowAt: (row: number) => Row | undefined;
  readonly pages: readonly ListPage<Row, Extra>[];
  /** Tells which rows are on the screen: more are read, and those far away let go, accordingly. */
  readonly onSeen: (firstRow: number, lastRow: number) => void;
  readonly total: Pick<ListPage<Row>, 'total' | 'totalRelation'> | undefined;
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  /** What is shown belongs to the query before. */
  readonly isPrevious: boolean;
  readonly isFetching: boolean;
  /** Stands in place of the rows. */
  readonly error: Error | null;
  /** What is shown could not be brought up to date. */
  readonly refreshError: Error | null;
  readonly moreError: Error | null;
  readonly hasMore: boolean;
  readonly retry: () => void;
  readonly retryMore: () => void;
}

export interface PagedListSource<Row, Extra> {
  /** Names what is listed; another subject starts at the top. */
  readonly subject: string;
  readonly queryKey: QueryKey;
  /** The key of one page again, after it was let go to save memory. */
  readonly pageKey: (cursor: string | null) => QueryKey;
  /** @param cursor where the page begins; null for the first */
  readonly fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<ListPage<Row, Extra>>;
  /** False while another list is shown in its place: nothing is read then. */
  readonly isWanted?: boolean;
  /** How long what was read is good enough; the query client's own time unless told otherwise. */
  readonly staleTimeMs?: number;
  /** Whether coming back to the window reads a short list again; true unless told otherwise. */
  readonly refetchOnFocus?: boolean;
}

type ListToRead<Row, Extra> = Pick<PagedListSource<Row, Extra>, 'queryKey' | 'fetchPage'>;
type Pages<Row, Extra> = InfiniteData<ListPage<Row, Extra>, string | null>;

const isShort = (query: { state: { data?: unknown } }) =>
  ((query.state.data as Pages<unknown, unknown> | undefined)?.pages.length ?? 0) <= MAX_PAGES_REFETCHED;

/** What the last page says, unless the rows themselves know better. */
function toTotal(pages: readonly ListPage<unknown>[], rowCount: number, hasMore: boolean): PagedList<unknown>['total'] {
  const last = pages.at(-1);
  if (last === undefined) return undefined;
  if (!hasMore) return { total: rowCount, totalRelation: 'eq' };
  return { total: Math.max(last.total, rowCount), totalRelation: last.totalRelation };
}

const listQuery = <Row, Extra>({ queryKey, fetchPage }: ListToRead<Row, Extra>) =>
  infiniteQueryOptions<ListPage<Row, Extra>, Error, Pages<Row, Extra>, QueryKey, string | null>({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    gcTime: LIST_GC_TIME_MS,
  });

/** Loads the beginning of a list into the cache; see Prefetch. */
export const prefetchList = <Row, Extra>(client: QueryClient, list: ListToRead<Row, Extra>): Promise<unknown> =>
  client.prefetchInfiniteQuery(listQuery(list));

/**
 * A list of any length: read by cursor as one scrolls, a bounded number of rows in memory. The rows shown before stay
 * while those of another query are on their way.
 */
export function usePagedList<Row, Extra = unknown>(source: PagedListSource<Row, Extra>): PagedList<Row, Extra> {
  const { subject, queryKey, fetchPage } = source;
  const client = useQueryClient();
  const list = useInfiniteQuery({
    ...listQuery(source),
    placeholderData: keepPreviousData,
    enabled: source.isWanted ?? true,
    ...(source.staleTimeMs !== undefined && { staleTime: source.staleTimeMs }),
    refetchOnMount: isShort,
    refetchOnReconnect: isShort,
    refetchOnWindowFocus: (source.refetchOnFocus ?? true) && isShort,
  });
  const pages = useMemo(() => list.data?.pages ?? [], [list.data]);
  const starts = useMemo(() => pageStarts(pages), [pages]);
  const rowCount = starts.at(-1) ?? 0;
  // The query's own word is about the search that is running, while the pages may still be those of the one before.
  const hasMore = (pages.at(-1)?.nextCursor ?? null) !== null;

  const [seen, setSeen] = useState({ subject, first: 0, last: 0 });
  if (seen.subject !== subject) setSeen({ subject, first: 0, last: 0 });
  const onSeen = useCallback(
    (first: number, last: number) =>
      setSeen((before) => (before.first === first && before.last === last ? before : { ...before, first, last })),
    [],
  );

  const { fetchNextPage, isFetching, isPlaceholderData } = list;
  const settled = !isFetching && !isPlaceholderData && !list.isError;
  // A page may come back empty and yet not be the last.
  const wantsMore = settled && hasMore && (rowCount === 0 || seen.last >= rowCount - ROWS_AHEAD);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an empty page changes nothing but the number of pages
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, pages.length, fetchNextPage]);

  const still = useDebouncedValue(seen, STILL_AFTER_MS);
  const isStill = settled && still.subject === subject && still.last > 0;
  const firstPage = pageOfRow(starts, still.first);
  const lastPage = pageOfRow(starts, still.last);
  useEffect(() => {
    if (!isStill || list.data === undefined) return;
    const lighter = releaseFarPages(list.data, firstPage, lastPage, PAGES_KEPT_AROUND);
    if (lighter !== list.data) client.setQueryData<Pages<Row, Extra>>(queryKey, lighter);
  }, [isStill, client, queryKey, list.data, firstPage, lastPage]);

  const missing = pages.findIndex((page, index) => index >= firstPage && index <= lastPage && page.rows === null);
  const missingCursor = isStill && missing !== -1 ? (list.data?.pageParams[missing] ?? null) : undefined;
  const released = useQuery({
    queryKey: source.pageKey(missingCursor ?? null),
    queryFn: ({ signal }) => fetchPage(missingCursor ?? null, signal),
    enabled: missingCursor !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const restored = released.isFetching ? undefined : released.data;
  useEffect(() => {
    if (missing === -1 || missingCursor === undefined || restored === undefined) return;
    client.setQueryData<Pages<Row, Extra>>(queryKey, (data) => data && restorePage(data, missing, restored));
  }, [missing, missingCursor, restored, client, queryKey]);

  const error = useStandingError(subject, { error: rowCount === 0 ? list.error : null, isPending: list.isPending });
  const { isPending, isError, isFetchNextPageError, error: listError, refetch } = list;
  const { isError: hasReleasedFailed, error: releasedError, refetch: refetchReleased } = released;
  const rowAtIndex = useCallback((row: number) => rowAt(pages, starts, row), [pages, starts]);
  const retry = useCallback(
    () => void (hasReleasedFailed ? refetchReleased() : refetch()),
    [hasReleasedFailed, refetchReleased, refetch],
  );
  const retryMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const total = useMemo(() => toTotal(pages, rowCount, hasMore), [pages, rowCount, hasMore]);
  const refreshError = rowCount > 0 && !isFetchNextPageError ? (listError ?? releasedError) : null;
  const moreError = isFetchNextPageError ? listError : null;
  const isLoading = isPending || (rowCount === 0 && hasMore && !isError);
  // The same object as long as nothing in it has changed: lists are drawn behind what is typed, by what they are given.
  return useMemo(
    () => ({
      rowCount,
      rowAt: rowAtIndex,
      pages,
      onSeen,
      total,
      isLoading,
      isPrevious: isPlaceholderData,
      isFetching,
      error,
      refreshError,
      moreError,
      hasMore,
      retry,
      retryMore,
    }),
    [
      rowCount,
      rowAtIndex,
      pages,
      onSeen,
      total,
      isLoading,
      isPlaceholderData,
      isFetching,
      error,
      refreshError,
      moreError,
      hasMore,
      retry,
      retryMore,
    ],
  );
}
