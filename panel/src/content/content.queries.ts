import type { ContentRef, ContentType, ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Prefetch } from '../lib/query-client.ts';
import {
  type InfiniteList,
  type InfiniteListOptions,
  prefetchList,
  useInfiniteList,
} from '../lib/use-infinite-list.ts';
import { fetchAuthorName, fetchComments, fetchContent, fetchContentPage } from './content.api.ts';
import { type ContentQuery, contentListUrl } from './content.filters.ts';
import { contentKeys } from './content.keys.ts';

export type ContentList = InfiniteList<ListedContent>;
export type PublicationRef = ContentRef & { readonly itemType: Exclude<ContentType, 'Comment'> };

const listOf = (query: ContentQuery): InfiniteListOptions<ListedContent, unknown> => ({
  listKey: contentListUrl.format(query).toString(),
  queryKey: contentKeys.list(query),
  pageKey: (cursor) => contentKeys.listPage(query, cursor),
  fetchPage: (cursor, signal) => fetchContentPage(query, cursor, signal),
});

/** All content that meets the query, newest first. */
export const useContentList = (query: ContentQuery): ContentList => useInfiniteList(listOf(query));

/** Prefetches the beginning of the list. */
export const prefetchContentList: Prefetch = (client, { params }) =>
  prefetchList(client, listOf(contentListUrl.parse(params)));

/** Content by itself; null where there is none. */
export const contentQuery = (ref: ContentRef) =>
  queryOptions({ queryKey: contentKeys.detail(ref), queryFn: ({ signal }) => fetchContent(ref, signal) });

/** The comments under a post, newest first, more on request. */
export const useComments = (ref: PublicationRef) =>
  useInfiniteQuery({
    queryKey: contentKeys.comments(ref),
    queryFn: ({ pageParam, signal }) => fetchComments(ref, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The name of the author whose content is listed; null without such an account. */
export const useAuthorName = (id: string) =>
  useQuery({ queryKey: contentKeys.author(id), queryFn: ({ signal }) => fetchAuthorName(id, signal) });
