import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, isUnauthorized } from '../lib/api-error.ts';
import { sharedStrings } from '../lib/strings.ts';
import { notify } from '../ui/notices.ts';
import { deletePost, deleteTravelPost, restoreTravelPost } from './posts.api.ts';
import { postsKeys } from './posts.keys.ts';
import { type TravelPages, withoutTravelPost } from './posts.pages.ts';
import { postsStrings as strings } from './posts.strings.ts';

/** Deletes one of a user's posts, then reads the page that is shown again. */
export function useDeletePost(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deletePost,
    onSuccess: () => client.invalidateQueries({ queryKey: postsKeys.ofUser(userId) }),
  });
}

/** Runs from a notice that may outlive the screen, so it holds on to nothing but the cache. */
async function undoDeletion(client: QueryClient, userId: string, id: string): Promise<void> {
  try {
    await restoreTravelPost(id);
    notify.success(strings.travelPostRestored);
  } catch (error) {
    if (!isUnauthorized(error)) notify.error(errorMessage(error, strings.travelPostRestoreFailed));
  }
  await client.invalidateQueries({ queryKey: postsKeys.travelOfUser(userId) });
}

/** The title, if it has one, tells in the notice which one it was. */
interface DeletedTravelPost {
  readonly id: string;
  readonly title: string | null | undefined;
}

/**
 * Deletes one of a user's travel posts without asking (specification, section 2): it is gone from the list at once,
 * comes back if the server refuses, and can be had back from the notice for eight seconds.
 */
export function useDeleteTravelPost(userId: string) {
  const client = useQueryClient();
  const queryKey = postsKeys.travelOfUser(userId);
  return useMutation({
    mutationFn: ({ id }: DeletedTravelPost) => deleteTravelPost(id),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<TravelPages>(queryKey);
      client.setQueryData<TravelPages>(queryKey, (data) => data && withoutTravelPost(data, id));
      return before;
    },
    onSuccess: (_, { id, title }) =>
      notify.success(strings.travelPostDeleted(title), {
        durationMs: UNDO_WINDOW_MS,
        action: { label: sharedStrings.undo, onClick: () => void undoDeletion(client, userId, id) },
      }),
    onError: (error, _, before) => {
      if (before) client.setQueryData(queryKey, before);
      if (!isUnauthorized(error)) notify.error(errorMessage(error, strings.travelPostDeleteFailed));
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
