import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDebouncedValue } from '../lib/use-debounced-value.ts';
import { useStandingError } from '../lib/use-standing-error.ts';
import { formatUserQuery, type UserQuery } from './users.filters.ts';
import { usersKeys } from './users.keys.ts';
import {
  pageOfRow,
  pageStarts,
  releaseFarPages,
  restorePage,
  type UserPage,
  type UserPages,
  userInRow,
} from './users.pages.ts';
import { useReleasedPage, useUserPages } from './users.queries.ts';

/** Rows left below the last one seen when the next page is asked for. */
const ROWS_AHEAD = 20;
/** Pages on either side of those seen that keep their users: 20 pages, a thousand rows. */
const PAGES_KEPT_AROUND = 10;
/** Pages are let go, and read again, only where one stops: what is flown over is left alone. */
const STILL_AFTER_MS = 150;
const NO_PAGES: readonly UserPage[] = [];

export interface UserList {
  readonly rowCount: number;
  /** undefined while the row's page is on its way again. */
  readonly userAt: (row: number) => UserSummary | undefined;
  /** Tells which rows are on the screen: more are read, and those far away let go, accordingly. */
  readonly onSeen: (firstRow: number, lastRow: number) => void;
  readonly total: Pick<UserPage, 'total' | 'totalRelation'> | undefined;
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  /** What is shown belongs to the search before. */
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

/** What the last page says, unless the rows themselves know better. */
function toTotal(pages: readonly UserPage[], rowCount: number, hasMore: boolean): UserList['total'] {
  const last = pages.at(-1);
  if (last === undefined) return undefined;
  if (!hasMore) return { total: rowCount, totalRelation: 'eq' };
  return { total: Math.max(last.total, rowCount), totalRelation: last.totalRelation };
}

/** The user list of any length: read by cursor as one scrolls, a bounded number of rows in memory. */
export function useUserList(query: UserQuery): UserList {
  const client = useQueryClient();
  const subject = formatUserQuery(query).toString();
  const list = useUserPages(query);
  const pages = list.data?.pages ?? NO_PAGES;
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
    if (lighter !== list.data) client.setQueryData<UserPages>(usersKeys.list(query), lighter);
  }, [isStill, client, query, list.data, firstPage, lastPage]);

  const missing = pages.findIndex((page, index) => index >= firstPage && index <= lastPage && page.users === null);
  const missingCursor = isStill && missing !== -1 ? (list.data?.pageParams[missing] ?? null) : undefined;
  const released = useReleasedPage(query, missingCursor);
  const restored = released.isFetching ? undefined : released.data;
  useEffect(() => {
    if (missing === -1 || missingCursor === undefined || restored === undefined) return;
    client.setQueryData<UserPages>(usersKeys.list(query), (data) => data && restorePage(data, missing, restored));
  }, [missing, missingCursor, restored, client, query]);

  const error = useStandingError(subject, { error: rowCount === 0 ? list.error : null, isPending: list.isPending });
  const userAt = useCallback((row: number) => userInRow(pages, starts, row), [pages, starts]);
  return {
    rowCount,
    userAt,
    onSeen,
    total: toTotal(pages, rowCount, hasMore),
    isLoading: list.isPending || (rowCount === 0 && hasMore && !list.isError),
    isPrevious: isPlaceholderData,
    isFetching,
    error,
    refreshError: rowCount > 0 && !list.isFetchNextPageError ? (list.error ?? released.error) : null,
    moreError: list.isFetchNextPageError ? list.error : null,
    hasMore,
    retry: () => void (released.isError ? released.refetch() : list.refetch()),
    retryMore: () => void fetchNextPage(),
  };
}
