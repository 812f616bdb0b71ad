import type { Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Prefetch } from '../../lib/query-client.ts';
import {
  type InfiniteList,
  type InfiniteListOptions,
  prefetchList,
  useInfiniteList,
} from '../../lib/use-infinite-list.ts';
import { fetchAppeal, fetchAppealPage } from './appeals.api.ts';
import { type AppealsFilter, appealsUrl } from './appeals.filters.ts';
import { appealsKeys } from './appeals.keys.ts';

export type AppealList = InfiniteList<Appeal>;

const listOf = (filter: AppealsFilter): InfiniteListOptions<Appeal, unknown> => ({
  listKey: `${filter.state} ${filter.assignee}`,
  queryKey: appealsKeys.list(filter),
  pageKey: (cursor) => appealsKeys.page(filter, cursor),
  fetchPage: (cursor, signal) => fetchAppealPage(filter, cursor, signal),
});

/** Those that wait, the first due first, or those that are decided, newest first. */
export const useAppealList = (filter: AppealsFilter): AppealList => useInfiniteList(listOf(filter));

export const prefetchAppealList: Prefetch = (client, { params }) =>
  prefetchList(client, listOf(appealsUrl.parse(params)));

/** Fetches the open sheet again; the rows follow the event (appeal-assignees.realtime.ts). */
export function useRefreshSheet(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: appealsKeys.details });
}

/** One appeal with its subject, fetched anew for every sheet, and when somebody decides on it. */
export function useAppeal(id: string) {
  return useQuery({
    queryKey: appealsKeys.detail(id),
    queryFn: ({ signal }) => fetchAppeal(id, signal),
    gcTime: 0,
  });
}
