import {
  hashKey,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { formatNumber } from './format.ts';
import {
  evictDistantPages,
  type InfinitePages,
  type ListPage,
  pageOfRow,
  pageStarts,
  restorePage,
  rowAt,
} from './infinite-pages.ts';
import { hasFewPages } from './query-client.ts';
import { sharedStrings } from './strings.ts';
import { useDebouncedValue } from './use-debounced-value.ts';
import { LIST_GC_TIME_MS } from './use-scroll-position.ts';
import { useStandingError } from './use-standing-error.ts';

/** The next page is fetched when fewer rows than this follow the last visible one. */
const ROWS_AHEAD = 20;
/** Pages on either side of the visible ones that retain their rows: 20 pages of 50, a thousand rows. */
const PAGES_KEPT_AROUND = 10;
/** Pages are evicted and refetched only where scrolling stops, not for the rows that it passes. */
const STILL_AFTER_MS = 150;

export interface InfiniteList<Row, Extra = unknown> {
  readonly rowCount: number;
  /** undefined while the row's page is being fetched again. */
  readonly rowAt: (row: number) => Row | undefined;
  readonly pages: readonly ListPage<Row, Extra>[];
  /** Call it with the rows on the screen: the next page is fetched, and distant ones are evicted, accordingly. */
  readonly onVisibleRangeChange: (firstRow: number, lastRow: number) => void;
  readonly total: Pick<ListPage<Row>, 'total' | 'totalRelation'> | undefined;
  /** True until the first rows are loaded. */
  readonly isLoading: boolean;
  /** The rows are those of the previous query. */
  readonly isPlaceholderData: boolean;
  readonly isFetching: boolean;
  /** Shown in place of the rows. */
  readonly error: Error | null;
  /** A refetch failed; the rows may be outdated. */
  readonly refreshError: Error | null;
  readonly nextPageError: Error | null;
  readonly hasMore: boolean;
  readonly retry: () => void;
  readonly retryNextPage: () => void;
}

export interface InfiniteListOptions<Row, Extra> {
  /** Identifies the list; another one starts at the top. */
  readonly queryKey: QueryKey;
  /** The query key of one page that is refetched after it was evicted. */
  readonly pageKey: (cursor: string | null) => QueryKey;
  /** @param cursor the start of the page; null for the first */
  readonly fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<ListPage<Row, Extra>>;
  /** False while another list is shown instead: nothing is fetched then. */
  readonly enabled?: boolean;
  /** Default: the query client's. */
  readonly staleTimeMs?: number;
  /** Whether a short list is refetched when the window gets the focus. Default: true. */
  readonly refetchOnFocus?: boolean;
}

type ListQueryOptions<Row, Extra> = Pick<InfiniteListOptions<Row, Extra>, 'queryKey' | 'fetchPage'>;

/** The last page's total, unless more rows are already loaded. */
function toTotal(
  pages: readonly ListPage<unknown>[],
  rowCount: number,
  hasMore: boolean,
): InfiniteList<unknown>['total'] {
  const last = pages.at(-1);
  if (last === undefined) return undefined;
  if (!hasMore) return { total: rowCount, totalRelation: 'eq' };
  return { total: Math.max(last.total, rowCount), totalRelation: last.totalRelation };
}

const listQuery = <Row, Extra>({ queryKey, fetchPage }: ListQueryOptions<Row, Extra>) =>
  infiniteQueryOptions<ListPage<Row, Extra>, Error, InfinitePages<Row, Extra>, QueryKey, string | null>({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    gcTime: LIST_GC_TIME_MS,
  });

/** Loads the beginning of a list into the cache; see Prefetch. */
export const prefetchList = <Row, Extra>(client: QueryClient, list: ListQueryOptions<Row, Extra>): Promise<unknown> =>
  client.prefetchInfiniteQuery(listQuery(list));

/**
 * A list of any length, fetched by cursor as it is scrolled, with a bounded number of rows in memory. The rows of the
 * previous query stay until those of the new one are loaded.
 */
export function useInfiniteList<Row, Extra = unknown>(
  source: InfiniteListOptions<Row, Extra>,
): InfiniteList<Row, Extra> {
  const { queryKey, fetchPage } = source;
  const listKey = hashKey(queryKey);
  const client = useQueryClient();
  const list = useInfiniteQuery({
    ...listQuery(source),
    placeholderData: keepPreviousData,
    enabled: source.enabled ?? true,
    ...(source.staleTimeMs !== undefined && { staleTime: source.staleTimeMs }),
    refetchOnMount: hasFewPages,
    refetchOnReconnect: hasFewPages,
    refetchOnWindowFocus: (source.refetchOnFocus ?? true) && hasFewPages,
  });
  const pages = useMemo(() => list.data?.pages ?? [], [list.data]);
  const starts = useMemo(() => pageStarts(pages), [pages]);
  const rowCount = starts.at(-1) ?? 0;
  // The query's hasNextPage does not say it: the pages may still be those of the previous query.
  const hasMore = (pages.at(-1)?.nextCursor ?? null) !== null;

  const [visible, setVisible] = useState({ listKey, first: 0, last: 0 });
  if (visible.listKey !== listKey) setVisible({ listKey, first: 0, last: 0 });
  const onVisibleRangeChange = useCallback(
    (first: number, last: number) =>
      setVisible((before) => (before.first === first && before.last === last ? before : { ...before, first, last })),
    [],
  );

  const { fetchNextPage, isFetching, isPlaceholderData } = list;
  const settled = !isFetching && !isPlaceholderData && !list.isError;
  // A page may be empty and yet not be the last.
  const wantsMore = settled && hasMore && (rowCount === 0 || visible.last >= rowCount - ROWS_AHEAD);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an empty page changes nothing but the number of pages
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, pages.length, fetchNextPage]);

  const still = useDebouncedValue(visible, STILL_AFTER_MS);
  const isStill = settled && still.listKey === listKey && still.last > 0;
  const firstPage = pageOfRow(starts, still.first);
  const lastPage = pageOfRow(starts, still.last);
  useEffect(() => {
    if (!isStill || list.data === undefined) return;
    const lighter = evictDistantPages(list.data, firstPage, lastPage, PAGES_KEPT_AROUND);
    if (lighter !== list.data) client.setQueryData<InfinitePages<Row, Extra>>(queryKey, lighter);
  }, [isStill, client, queryKey, list.data, firstPage, lastPage]);

  const missing = pages.findIndex((page, index) => index >= firstPage && index <= lastPage && page.rows === null);
  const missingCursor = isStill && missing !== -1 ? (list.data?.pageParams[missing] ?? null) : undefined;
  const evicted = useQuery({
    queryKey: source.pageKey(missingCursor ?? null),
    queryFn: ({ signal }) => fetchPage(missingCursor ?? null, signal),
    enabled: missingCursor !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const restored = evicted.isFetching ? undefined : evicted.data;
  useEffect(() => {
    if (missing === -1 || missingCursor === undefined || restored === undefined) return;
    client.setQueryData<InfinitePages<Row, Extra>>(queryKey, (data) => data && restorePage(data, missing, restored));
  }, [missing, missingCursor, restored, client, queryKey]);

  const error = useStandingError(listKey, { error: rowCount === 0 ? list.error : null, isPending: list.isPending });
  const { isPending, isError, isFetchNextPageError, error: listError, refetch } = list;
  const { isError: hasEvictedFailed, error: evictedError, refetch: refetchEvicted } = evicted;
  const rowAtIndex = useCallback((row: number) => rowAt(pages, starts, row), [pages, starts]);
  const retry = useCallback(
    () => void (hasEvictedFailed ? refetchEvicted() : refetch()),
    [hasEvictedFailed, refetchEvicted, refetch],
  );
  const retryNextPage = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const total = useMemo(() => toTotal(pages, rowCount, hasMore), [pages, rowCount, hasMore]);
  const refreshError = rowCount > 0 && !isFetchNextPageError ? (listError ?? evictedError) : null;
  const nextPageError = isFetchNextPageError ? listError : null;
  const isLoading = isPending || (rowCount === 0 && hasMore && !isError);
  const infiniteList = {
    rowCount,
    rowAt: rowAtIndex,
    pages,
    onVisibleRangeChange,
    total,
    isLoading,
    isPlaceholderData,
    isFetching,
    error,
    refreshError,
    nextPageError,
    hasMore,
    retry,
    retryNextPage,
  };
  // A stable object: the screens pass it through useDeferredValue to a memoised table.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it consists of
  return useMemo(() => infiniteList, Object.values(infiniteList));
}

/**
 * The total of a list as a text; '' while it is not known.
 * @param words makes the text of a formatted number
 */
export function totalText(list: InfiniteList<unknown>, words: (count: string) => string): string {
  const { total, isLoading, error } = list;
  if (error || isLoading || total === undefined) return '';
  return words(sharedStrings.totals[total.totalRelation](formatNumber(total.total)));
}
