import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStandingError } from '../lib/use-standing-error.ts';
import { type AuditQuery, formatAuditQuery } from './audit.filters.ts';
import { useAuditPages } from './audit.queries.ts';

/** Entries left below the last one seen when the next page is asked for. */
const ENTRIES_AHEAD = 20;

export interface AuditList {
  readonly entries: readonly AuditEntry[];
  /** Tells which entry is the last on the screen: more are read accordingly. */
  readonly onSeen: (lastEntry: number) => void;
  readonly total: { readonly total: number; readonly isExact: boolean } | undefined;
  readonly isLoading: boolean;
  /** What is shown belongs to the filters before. */
  readonly isPrevious: boolean;
  readonly isFetching: boolean;
  /** Stands in place of the entries. */
  readonly error: Error | null;
  /** What is shown could not be brought up to date. */
  readonly refreshError: Error | null;
  readonly moreError: Error | null;
  readonly hasMore: boolean;
  readonly retry: () => void;
  readonly retryMore: () => void;
}

/** The trail of any length: read by cursor as one scrolls. */
export function useAuditList(query: AuditQuery): AuditList {
  const subject = formatAuditQuery(query).toString();
  const list = useAuditPages(query);
  const pages = list.data?.pages;
  const entries = useMemo(() => pages?.flatMap((page) => page.data) ?? [], [pages]);
  const last = pages?.at(-1)?.pagination;
  const hasMore = (last?.nextCursor ?? null) !== null;

  const [seen, setSeen] = useState({ subject, last: 0 });
  const onSeen = useCallback((lastEntry: number) => setSeen({ subject, last: lastEntry }), [subject]);

  const { fetchNextPage, isFetching, isPlaceholderData } = list;
  const isNearEnd = seen.subject === subject && seen.last >= entries.length - ENTRIES_AHEAD;
  const wantsMore = !isFetching && !isPlaceholderData && !list.isError && hasMore && isNearEnd;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);

  const isEmpty = entries.length === 0;
  return {
    entries,
    onSeen,
    total: last && {
      total: Math.max(hasMore ? last.total : 0, entries.length),
      isExact: !hasMore || last.totalRelation === 'eq',
    },
    isLoading: list.isPending,
    isPrevious: isPlaceholderData,
    isFetching,
    error: useStandingError(subject, { error: isEmpty ? list.error : null, isPending: list.isPending }),
    refreshError: !isEmpty && !list.isFetchNextPageError ? list.error : null,
    moreError: list.isFetchNextPageError ? list.error : null,
    hasMore,
    retry: () => void list.refetch(),
    retryMore: () => void fetchNextPage(),
  };
}
