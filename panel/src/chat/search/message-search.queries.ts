import { searchMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { FoundMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callEndpoint } from '../../lib/api-client.ts';
import { hasCode, isNotFound } from '../../lib/api-error.ts';
import { pagesKeyOf } from '../../lib/endpoint-query.ts';
import { useStandingError } from '../../lib/use-standing-error.ts';

/** Whether a legacy backend rejected the call: it takes it for another endpoint, or has no such endpoint. */
const isUnsupported = (error: unknown): boolean => isNotFound(error) || hasCode(error, 'MALFORMED_RESPONSE');

/** The cursor is in the data, where pagesOf does not look for it. */
function foundMessagesQuery(term: string, userId: string | undefined) {
  const body = { searchTerm: term, ...(userId !== undefined && { userId }) };
  return infiniteQueryOptions({
    queryKey: pagesKeyOf(searchMessages, { body }),
    queryFn: ({ pageParam: cursor, signal }) =>
      callEndpoint(searchMessages, { body: { ...body, ...(cursor !== null && { cursor }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ data }) => data.pagination.nextCursor,
  });
}

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
  const query = useInfiniteQuery({
    ...foundMessagesQuery(term, userId),
    enabled: term !== '',
    placeholderData: keepPreviousData,
    // The hits must not change while the administrator moves through them.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, fetchNextPage, refetch } = query;
  const hits = useMemo(
    () => (term === '' ? [] : (data?.pages.flatMap((page) => page.data.messages) ?? [])),
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
