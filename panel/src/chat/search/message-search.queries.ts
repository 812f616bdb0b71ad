import type { FoundMessage, FoundMessagePage } from '@hai-dang/contract/chat/chat.schema.ts';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { chatKeys } from '../list/chat-list.keys.ts';
import { fetchFoundMessages, isUnsupported } from './message-search.api.ts';

export interface FoundMessages {
  /** Newest first. */
  readonly hits: readonly FoundMessage[];
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  /** What is shown belongs to the search before. */
  readonly isPlaceholderData: boolean;
  /** What is looked through may hold more. */
  readonly hasMore: boolean;
  readonly error: Error | null;
  /** A legacy backend cannot search. */
  readonly isUnsupported: boolean;
  readonly readMore: () => void;
  readonly retry: () => void;
}

type Pages = InfiniteData<FoundMessagePage, string | null>;

/**
 * The messages in which a term occurs.
 * @param term '' for no search
 * @param userId in whose conversation; undefined for all
 */
export function useFoundMessages(term: string, userId?: string): FoundMessages {
  const query = useInfiniteQuery<FoundMessagePage, Error, Pages, readonly unknown[], string | null>({
    queryKey: chatKeys.found(term, userId),
    queryFn: ({ pageParam, signal }) => fetchFoundMessages({ term, userId, cursor: pageParam }, signal),
    initialPageParam: null,
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
    enabled: term !== '',
    placeholderData: keepPreviousData,
    // What was found stays as it is while one goes through it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, fetchNextPage, refetch } = query;
  const hits = useMemo(
    () => (term === '' ? [] : (data?.pages.flatMap(({ messages }) => messages) ?? [])),
    [term, data],
  );
  const error = useStandingError(term, { error: query.error, isPending: query.isPending });
  return {
    hits,
    isLoading: query.isLoading,
    isFetching: query.isFetching,
    isPlaceholderData: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    error,
    isUnsupported: isUnsupported(error),
    readMore: () => {
      if (!query.isFetching) void fetchNextPage();
    },
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}
