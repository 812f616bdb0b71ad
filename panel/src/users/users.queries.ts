import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { fetchUserDetail, fetchUserPage, fetchUserStatus } from './users.api.ts';
import type { UserQuery } from './users.filters.ts';
import { usersKeys } from './users.keys.ts';
import type { UserPage, UserPages } from './users.pages.ts';

const NOT_FOUND = 404;
/** A longer list is not read again by itself: that would be one call per page loaded so far. */
const MAX_PAGES_REFETCHED = 4;
/** How long a list, and the place in it, waits for somebody to come back from a user's page. */
export const LIST_KEPT_MS = 15 * 60_000;

const isShort = (query: { state: { data?: unknown } }) =>
  ((query.state.data as UserPages | undefined)?.pages.length ?? 0) <= MAX_PAGES_REFETCHED;

/** The list or search results, by cursor; the previous ones stay while the next are on their way. */
export function useUserPages(query: UserQuery) {
  return useInfiniteQuery<UserPage, Error, UserPages, ReturnType<typeof usersKeys.list>, string | null>({
    queryKey: usersKeys.list(query),
    queryFn: ({ pageParam, signal }) => fetchUserPage(query, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    gcTime: LIST_KEPT_MS,
    refetchOnMount: isShort,
    refetchOnReconnect: isShort,
    refetchOnWindowFocus: isShort,
  });
}

/** One page again that was let go; asked for only while `cursor` is given (null is the first page). */
export function useReleasedPage(query: UserQuery, cursor: string | null | undefined) {
  return useQuery({
    queryKey: usersKeys.listPage(query, cursor ?? null),
    queryFn: ({ signal }) => fetchUserPage(query, cursor ?? null, signal),
    enabled: cursor !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
}

/** A user's profile; null if there is no such user. */
export function useUserDetail(id: string) {
  return useQuery({
    queryKey: usersKeys.detail(id),
    queryFn: async ({ signal }) => {
      try {
        return await fetchUserDetail(id, signal);
      } catch (error) {
        if (error instanceof ApiError && error.status === NOT_FOUND) return null;
        throw error;
      }
    },
  });
}

/** Whether an account is disabled, asked for only if `wanted`. */
export function useUserStatus(id: string, wanted: boolean) {
  return useQuery({
    queryKey: usersKeys.status(id),
    queryFn: ({ signal }) => fetchUserStatus(id, signal),
    enabled: wanted,
  });
}
