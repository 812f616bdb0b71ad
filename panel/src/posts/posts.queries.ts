import type { TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { Prefetch } from '../lib/prefetch.ts';
import { fetchUserPosts, fetchUserTravelPosts } from './posts.api.ts';
import { postsKeys } from './posts.keys.ts';
import { type NumberedPage, nextPageNumber, type TravelPages } from './posts.pages.ts';
import { contentUrl } from './use-content-query.ts';

const postsQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: postsKeys.page(userId, page),
    queryFn: ({ signal }) => fetchUserPosts(userId, page, signal),
  });

const travelPostsQuery = (userId: string) =>
  infiniteQueryOptions<NumberedPage<TravelPost>, Error, TravelPages, ReturnType<typeof postsKeys.travelOfUser>, number>(
    {
      queryKey: postsKeys.travelOfUser(userId),
      queryFn: ({ pageParam, signal }) => fetchUserTravelPosts(userId, pageParam, signal),
      initialPageParam: 1,
      getNextPageParam: nextPageNumber,
    },
  );

/** A page of a user's posts; the page before stays while the next is on its way. */
export const useUserPosts = (userId: string, page: number) =>
  useQuery({ ...postsQuery(userId, page), placeholderData: keepPreviousData });

/** A user's travel posts, ten at first, more on request. */
export const useUserTravelPosts = (userId: string) => useInfiniteQuery(travelPostsQuery(userId));

/** Prefetches both. */
export const prefetchUserContent: Prefetch = (client, { id, params }) =>
  Promise.all([
    client.prefetchQuery(postsQuery(id, contentUrl.parse(params).page)),
    client.prefetchInfiniteQuery(travelPostsQuery(id)),
  ]);
