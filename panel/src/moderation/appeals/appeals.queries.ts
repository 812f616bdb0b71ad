import { getAppeal, listAppeals } from '@hai-dang/contract/moderation/appeals.endpoints.ts';
import type { Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf, listOf, queryOf, toData } from '../../lib/endpoint-query.ts';
import { toListPage } from '../../lib/infinite-pages.ts';
import type { Prefetch } from '../../lib/query-client.ts';
import { type InfiniteList, prefetchList, useInfiniteList } from '../../lib/use-infinite-list.ts';
import { type AppealsFilter, appealsUrl } from './appeals.filters.ts';

export type AppealList = InfiniteList<Appeal>;

const appealsOf = ({ state, assignee }: AppealsFilter) =>
  listOf(listAppeals, { body: { state: state || 'open', assignee } }, ({ data, pagination }) =>
    toListPage(data, pagination),
  );

/** The appeals that wait, the first due first, or those that are decided, newest first. */
export const useAppealList = (filter: AppealsFilter): AppealList => useInfiniteList(appealsOf(filter));

export const prefetchAppealList: Prefetch = (client, { params }) =>
  prefetchList(client, appealsOf(appealsUrl.parse(params)));

/** Fetches the open sheet again; the rows follow the event (appeal-assignees.realtime.ts). */
export function useRefreshSheet(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keyOf(getAppeal) });
}

/** One appeal with its subject, fetched anew for every sheet, and when somebody decides on it. */
export const useAppeal = (id: string) =>
  useQuery({ ...queryOf(getAppeal, { params: { id } }), select: toData, gcTime: 0 });
