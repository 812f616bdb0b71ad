import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchRecentActions, sendUndo } from './recent-actions.api.ts';
import { recentActionsKeys } from './recent-actions.keys.ts';

/** The administrator's own actions, newest first, a page at a time; events keep them right (recent-actions.realtime.ts). */
export const useRecentActions = () =>
  useInfiniteQuery({
    queryKey: recentActionsKeys.list,
    queryFn: ({ pageParam, signal }) => fetchRecentActions({ cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: 'always',
  });

/** How many reports the administrator has closed today. */
export const useClosedToday = () =>
  useQuery({
    queryKey: recentActionsKeys.today,
    queryFn: async ({ signal }) => (await fetchRecentActions({ limit: 1 }, signal)).closedToday,
    refetchOnMount: 'always',
  });

/** Undoes an action. What it was done to is fetched again wherever it is shown, also after a conflict. */
export function useUndoRecentAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendUndo,
    onSuccess: () => client.invalidateQueries(),
    onError: () => void client.invalidateQueries(),
  });
}
