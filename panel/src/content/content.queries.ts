import { listContent } from '@hai-dang/contract/content/content.endpoints.ts';
import type { ContentRef, ContentType, ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import { getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listOf, pagesOf, queryOrNull } from '../lib/endpoint-query.ts';
import { toListPage } from '../lib/infinite-pages.ts';
import type { Prefetch } from '../lib/query-client.ts';
import { type InfiniteList, prefetchList, useInfiniteList } from '../lib/use-infinite-list.ts';
import { fetchContent } from './content.api.ts';
import { commentsKey, detailKey } from './content.cache.ts';
import { type ContentQuery, contentListUrl } from './content.filters.ts';

const COMMENTS_PAGE_SIZE = 30;

export type ContentList = InfiniteList<ListedContent>;
export type PublicationRef = ContentRef & { readonly itemType: Exclude<ContentType, 'Comment'> };

const contentOf = (query: ContentQuery) =>
  listOf(listContent, { body: query }, ({ data, pagination }) => toListPage(data, pagination));

/** All content that meets the query, newest first. */
export const useContentList = (query: ContentQuery): ContentList => useInfiniteList(contentOf(query));

/** Prefetches the beginning of the list. */
export const prefetchContentList: Prefetch = (client, { params }) =>
  prefetchList(client, contentOf(contentListUrl.parse(params)));

/** Content by itself; null where there is none. */
export const contentQuery = (ref: ContentRef) =>
  queryOptions({ queryKey: detailKey(ref), queryFn: ({ signal }) => fetchContent(ref, signal) });

/** The comments under a post, newest first, more on request. */
export const useComments = ({ itemType, itemId }: PublicationRef) =>
  useInfiniteQuery({
    ...pagesOf(listContent, { body: { parent: { itemType, itemId }, limit: COMMENTS_PAGE_SIZE } }),
    queryKey: commentsKey({ itemType, itemId }),
  });

/** The name of the author whose content is listed; null without such an account. */
export const useAuthorName = (id: string) =>
  useQuery({
    ...queryOrNull(getUserDetail, { params: { id } }),
    select: (response) => response?.data.username ?? null,
  });
