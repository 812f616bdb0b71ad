import { listRecentActions, undoRecentAction } from '@hai-dang/contract/moderation/recent-actions.endpoints.ts';
import type { RecentActionsOf } from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { pagesOf, queryOf } from '../../lib/endpoint-query.ts';
import { useEndpointMutation } from '../../lib/use-endpoint-mutation.ts';

/** The administrator's own actions or those of colleagues, newest first, a page at a time; events keep them right (app/realtime-handlers.ts). */
export const useRecentActions = (of: RecentActionsOf) =>
  useInfiniteQuery({ ...pagesOf(listRecentActions, { body: { of } }), refetchOnMount: 'always' });

const toClosedToday = ({ closedToday }: { readonly closedToday: number }): number => closedToday;

/** How many reports the administrator has closed today. */
export const useClosedToday = () =>
  useQuery({
    ...queryOf(listRecentActions, { body: { limit: 1 } }),
    select: toClosedToday,
    refetchOnMount: 'always',
  });

/** Undoes an action. What it was done to is fetched again wherever it is shown, also after a conflict. */
export function useUndoRecentAction() {
  const client = useQueryClient();
  return useEndpointMutation(undoRecentAction, {
    onSuccess: () => client.invalidateQueries(),
    onError: () => void client.invalidateQueries(),
  });
}
