import type { TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { fetchUserPosts, fetchUserTravelPosts } from './posts.api.ts';
import { postsKeys } from './posts.keys.ts';
import { type NumberedPage, nextPageNumber, type TravelPages } from './posts.pages.ts';

/** A page of a user's posts; the page before stays while the next is on its way. */
export function useUserPosts(userId: string, page: number) {
  return useQuery({
    queryKey: postsKeys.page(userId, page),
    queryFn: ({ signal }) => fetchUserPosts(userId, page, signal),
    placeholderData: keepPreviousData,
  });
}

/** A user's travel posts, ten at first, more on request. */
export function useUserTravelPosts(userId: string) {
  return useInfiniteQuery<
    NumberedPage<TravelPost>,
    Error,
    TravelPages,
    ReturnType<typeof postsKeys.travelOfUser>,
    number
  >({
    queryKey: postsKeys.travelOfUser(userId),
    queryFn: ({ pageParam, signal }) => fetchUserTravelPosts(userId, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: nextPageNumber,
  });
}
