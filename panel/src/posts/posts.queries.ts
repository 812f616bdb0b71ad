import type { TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { Prefetch } from '../lib/query-client.ts';
import { fetchRemovedContent, fetchUserPosts, fetchUserTravelPosts } from './posts.api.ts';
import { type NumberedPage, nextPageNumber, type TravelPages } from './posts.pages.ts';
import { contentUrl } from './use-content-query.ts';

/** Query keys of the posts feature. */
export const postsKeys = {
  ofUser: (userId: string) => ['posts', 'of-user', userId] as const,
  page: (userId: string, page: number) => [...postsKeys.ofUser(userId), page] as const,
  removedOfUser: (userId: string) => ['posts', 'removed-of-user', userId] as const,
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

const removedQuery = (userId: string) =>
  queryOptions({
    queryKey: postsKeys.removedOfUser(userId),
    queryFn: ({ signal }) => fetchRemovedContent(userId, signal),
  });

/** What was removed of a user and can be restored. */
export const useRemovedContent = (userId: string) => useQuery(removedQuery(userId));

/** Prefetches both lists, and what was removed, if the backend knows of it: only ours says how often a post was reported. */
export const prefetchUserContent: Prefetch = (client, { id, params }) => {
  const posts = postsQuery(id, contentUrl.parse(params).page);
  return Promise.all([
    client.prefetchQuery(posts).then(() => {
      const isOurs = client.getQueryData(posts.queryKey)?.items.some(({ reports }) => reports !== undefined);
      return isOurs ? client.prefetchQuery(removedQuery(id)) : undefined;
    }),
    client.prefetchInfiniteQuery(travelPostsQuery(id)),
  ]);
};
