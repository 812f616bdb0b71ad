import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type AuditPage, fetchAuditActors, fetchAuditPage } from './audit.api.ts';
import type { AuditQuery } from './audit.filters.ts';
import { auditKeys } from './audit.keys.ts';

/** A longer list is not read again by itself: that would be one call per page loaded so far. */
const MAX_PAGES_REFETCHED = 4;

const isShort = (query: { state: { data?: { pages: readonly AuditPage[] } | undefined } }) =>
  (query.state.data?.pages.length ?? 0) <= MAX_PAGES_REFETCHED;

/** The trail by cursor; what was shown stays while other filters are asked for. */
export function useAuditPages(query: AuditQuery) {
  return useInfiniteQuery({
    queryKey: auditKeys.entries(query),
    queryFn: ({ pageParam, signal }) => fetchAuditPage(query, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.pagination.nextCursor,
    placeholderData: keepPreviousData,
    refetchOnMount: isShort,
    refetchOnReconnect: isShort,
    refetchOnWindowFocus: isShort,
  });
}

/** Administrators to filter by; without them the other filters still work. */
export function useAuditActors() {
  return useQuery({ queryKey: auditKeys.actors, queryFn: ({ signal }) => fetchAuditActors(signal) });
}
