import type { UseInfiniteQueryResult } from '@tanstack/react-query';

type List = Pick<UseInfiniteQueryResult, 'isFetching' | 'isFetchingNextPage' | 'refetch' | 'fetchNextPage'>;

/** A list that loads more on request. */
export type PagedList = List & Pick<UseInfiniteQueryResult, 'error' | 'hasNextPage' | 'isFetchNextPageError'>;

/** Loads the next page of a list, as a press asks for it: after a refetch that is in flight, which it would cancel. */
export async function loadNextPage({ isFetching, isFetchingNextPage, refetch, fetchNextPage }: List): Promise<void> {
  if (isFetchingNextPage) return;
  if (isFetching) await refetch({ cancelRefetch: false });
  await fetchNextPage();
}
