import type { TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { Prefetch } from '../lib/query-client.ts';
import { fetchUserPosts, fetchUserTravelPosts } from './posts.api.ts';
import { type NumberedPage, nextPageNumber, type TravelPages } from './posts.pages.ts';
import { contentUrl } from './use-content-query.ts';

/** Query keys of the posts feature. */
export const postsKeys = {
  ofUser: (userId: string) => ['posts', 'of-user', userId] as const,
  page: (userId: string, page: number) => [...postsKeys.ofUser(userId), page] as const,
  deleteTravelOfUser: (userId: string) => ['posts', 'delete-travel-of-user', userId] as const,
  travelOfUser: (userId: string) => ['posts', 'travel-of-user', userId] as const,
};

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

/** A page of a user's posts; the previous page stays while the next is loading. */
export const useUserPosts = (userId: string, page: number) =>
  useQuery({ ...postsQuery(userId, page), placeholderData: keepPreviousData });

/** A user's travel posts, ten at first, more on request. */
export const useUserTravelPosts = (userId: string) => useInfiniteQuery(travelPostsQuery(userId));

/** Prefetches both lists. */
export const prefetchUserContent: Prefetch = (client, { id, params }) =>
  Promise.all([
    client.prefetchQuery(postsQuery(id, contentUrl.parse(params).page)),
    client.prefetchInfiniteQuery(travelPostsQuery(id)),
  ]);
