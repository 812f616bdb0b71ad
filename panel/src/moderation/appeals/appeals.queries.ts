import type { Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { useQuery } from '@tanstack/react-query';
import type { Prefetch } from '../../lib/query-client.ts';
import {
  type InfiniteList,
  type InfiniteListOptions,
  prefetchList,
  useInfiniteList,
} from '../../lib/use-infinite-list.ts';
import { fetchAppeal, fetchAppealPage } from './appeals.api.ts';
import { type AppealState, appealsUrl } from './appeals.filters.ts';
import { appealsKeys } from './appeals.keys.ts';

export type AppealList = InfiniteList<Appeal>;

const listOf = (state: AppealState): InfiniteListOptions<Appeal, unknown> => ({
  listKey: state,
  queryKey: appealsKeys.list(state),
  pageKey: (cursor) => appealsKeys.page(state, cursor),
  fetchPage: (cursor, signal) => fetchAppealPage(state, cursor, signal),
});

/** Those that wait, the first due first, or those that are decided, newest first. */
export const useAppealList = (state: AppealState): AppealList => useInfiniteList(listOf(state));

export const prefetchAppealList: Prefetch = (client, { params }) =>
  prefetchList(client, listOf(appealsUrl.parse(params).state));

/** One objection with its subject, fetched anew for every sheet, and when somebody decides on it. */
export function useAppeal(id: string) {
  return useQuery({
    queryKey: appealsKeys.detail(id),
    queryFn: ({ signal }) => fetchAppeal(id, signal),
    gcTime: 0,
  });
}
