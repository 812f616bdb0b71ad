import type { FoundMessage, FoundMessagePage } from '@hai-dang/contract/chat/chat.schema.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { chatKeys } from '../chat.keys.ts';
import type { FoundPages } from './found-messages.cache.ts';
import { fetchFoundMessages, isUnsupported } from './message-search.api.ts';

export interface FoundMessages {
  /** Newest first. */
  readonly hits: readonly FoundMessage[];
  /** True until the first hits are loaded. */
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  /** The hits are those of the previous search. */
  readonly isPlaceholderData: boolean;
  /** There may be more hits. */
  readonly hasMore: boolean;
  readonly error: Error | null;
  /** A legacy backend cannot search messages. */
  readonly isUnsupported: boolean;
  readonly readMore: () => void;
  readonly retry: () => void;
}

/**
 * The messages that match a term.
 * @param term '' for no search
 * @param userId the user of the conversation; undefined for all
 */
export function useFoundMessages(term: string, userId?: string): FoundMessages {
  const query = useInfiniteQuery<FoundMessagePage, Error, FoundPages, readonly unknown[], string | null>({
    queryKey: chatKeys.found(term, userId),
    queryFn: ({ pageParam, signal }) => fetchFoundMessages({ term, userId, cursor: pageParam }, signal),
    initialPageParam: null,
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
    enabled: term !== '',
    placeholderData: keepPreviousData,
    // The hits must not change while the administrator moves through them.
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
