import { USER_POSTS_PAGE_SIZE, USER_TRAVEL_POSTS_PAGE_SIZE } from '@hai-dang/contract/constants.ts';
import type { EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import { listRemovedContent, listUserPosts, listUserTravelPosts } from '@hai-dang/contract/posts/posts.endpoints.ts';
import type { Post, TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { callEndpoint } from '../lib/api-client.ts';
import { pagesKeyOf, queryOf, toData } from '../lib/endpoint-query.ts';
import type { Prefetch } from '../lib/query-client.ts';
import { type NumberedPage, nextPageNumber, type TravelPages, toNumberedPage } from './posts.pages.ts';
import { contentUrl } from './use-content-query.ts';

const postsQuery = (userId: string, page: number) =>
  queryOf(listUserPosts, {
    params: { id: userId },
    body: { page, limit: USER_POSTS_PAGE_SIZE, sortBy: 'createdAt', sortOrder: -1 },
  });

const toPostPage = ({ data }: EndpointResponse<typeof listUserPosts>): NumberedPage<Post> =>
  toNumberedPage(data.posts, data.pagination);

/** The key of a user's travel posts. */
export const travelPostsKey = (userId: string): QueryKey => pagesKeyOf(listUserTravelPosts, { params: { id: userId } });

const travelPostsQuery = (userId: string) =>
  infiniteQueryOptions<NumberedPage<TravelPost>, Error, TravelPages, QueryKey, number>({
    queryKey: travelPostsKey(userId),
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await callEndpoint(listUserTravelPosts, {
        params: { id: userId },
        body: { page: pageParam, limit: USER_TRAVEL_POSTS_PAGE_SIZE },
        signal,
      });
      return toNumberedPage(data.travelPosts, data.pagination);
    },
    initialPageParam: 1,
    getNextPageParam: nextPageNumber,
  });

/** A page of a user's posts, newest first; the previous page stays while the next is loading. */
export const useUserPosts = (userId: string, page: number) =>
  useQuery({ ...postsQuery(userId, page), select: toPostPage, placeholderData: keepPreviousData });

/** A user's travel posts, newest first, ten at first, more on request. */
export const useUserTravelPosts = (userId: string) => useInfiniteQuery(travelPostsQuery(userId));

const removedQuery = (userId: string) => queryOf(listRemovedContent, { params: { id: userId } });

/** The content of a user that was removed and can be restored. */
export const useRemovedContent = (userId: string) => useQuery({ ...removedQuery(userId), select: toData });

/** Prefetches both lists, and what was removed, if the backend knows of it: only ours says how often a post was reported. */
export const prefetchUserContent: Prefetch = (client, { id, params }) => {
  const posts = postsQuery(id, contentUrl.parse(params).page);
  return Promise.all([
    client.prefetchQuery(posts).then(() => {
      const isOurs = client.getQueryData(posts.queryKey)?.data.posts.some(({ reports }) => reports !== undefined);
      return isOurs ? client.prefetchQuery(removedQuery(id)) : undefined;
    }),
    client.prefetchInfiniteQuery(travelPostsQuery(id)),
  ]);
};
