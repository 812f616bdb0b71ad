import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import type { ContentType } from '@hai-dang/contract/content/content.schema.ts';
import { listRemovedContent, listUserPosts } from '@hai-dang/contract/posts/posts.endpoints.ts';
import type { RemovedContent } from '@hai-dang/contract/posts/posts.schema.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, isUnauthorized } from '../lib/api-error.ts';
import { keyOf } from '../lib/endpoint-query.ts';
import { sharedStrings } from '../lib/strings.ts';
import { deleteContent, restoreContent } from '../moderation/actions/content-actions.ts';
import { toast } from '../ui/toast.ts';
import { placeOfTravelPost, type TravelPages, withoutTravelPost, withTravelPost } from './posts.pages.ts';
import { travelPostsKey } from './posts.queries.ts';
import { postsStrings as strings } from './posts.strings.ts';

/** Deletes one of a user's posts, then refetches the current page. */
export function useDeletePost(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => deleteContent('Post', id),
    onSuccess: () => refetchPosts(client, userId),
  });
}

const removedKey = (userId: string) => keyOf(listRemovedContent, { params: { id: userId } });

/** The posts, and what was removed of them. */
const refetchPosts = (client: QueryClient, userId: string): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: keyOf(listUserPosts, { params: { id: userId } }) }),
    client.invalidateQueries({ queryKey: removedKey(userId) }),
  ]);

/** Restores what was removed of a user. */
export function useRestoreContent(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ itemType, _id: id }: RemovedContent) => restoreContent(itemType, id),
    onSuccess: (_, { itemType }) => void toast.success(strings.restored[itemType]),
    onError: (error) => {
      if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.restoreFailed));
    },
    onSettled: () =>
      Promise.all([refetchPosts(client, userId), client.invalidateQueries({ queryKey: travelPostsKey(userId) })]),
  });
}

interface Undo {
  readonly itemType: ContentType;
  readonly id: string;
  readonly restored: string;
  readonly failed: string;
  readonly userId: string;
}

/** Runs from a toast that may outlive the screen, so it uses only the cache. */
async function undoDeletion(client: QueryClient, { itemType, id, restored, failed, userId }: Undo): Promise<void> {
  try {
    await restoreContent(itemType, id);
    toast.success(restored);
  } catch (error) {
    if (!isUnauthorized(error)) toast.error(errorMessage(error, failed));
  }
  await refetchPosts(client, userId);
  await client.invalidateQueries({ queryKey: travelPostsKey(userId) });
}

/** Shows a toast that one of a user's posts was deleted, with an undo for eight seconds. */
export function useDeletedPostToast(userId: string): (id: string) => void {
  const client = useQueryClient();
  return (id) => {
    const undo: Undo = {
      itemType: 'Post',
      id,
      restored: strings.postRestored,
      failed: strings.postRestoreFailed,
      userId,
    };
    toast.success(strings.postDeleted, {
      durationMs: UNDO_WINDOW_MS,
      action: { label: sharedStrings.undo, onClick: () => void undoDeletion(client, undo) },
    });
  };
}

/** The title, if it has one, identifies the post in the toast. */
interface DeletedTravelPost {
  readonly id: string;
  readonly title: string | null | undefined;
}

/**
 * Deletes one of a user's travel posts without a confirmation (specification, section 2): it is removed from the list
 * at once, added again if the server rejects it, and can be restored from the toast for eight seconds.
 */
export function useDeleteTravelPost(userId: string) {
  const client = useQueryClient();
  const queryKey = travelPostsKey(userId);
  const mutationKey = ['delete travel posts', userId];
  return useMutation({
    mutationKey,
    mutationFn: ({ id }: DeletedTravelPost) => deleteContent('TravelPost', id),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<TravelPages>(queryKey);
      const place = before && placeOfTravelPost(before, id);
      client.setQueryData<TravelPages>(queryKey, (data) => data && withoutTravelPost(data, id));
      return place;
    },
    onSuccess: (_, { id, title }) => {
      const undo: Undo = {
        itemType: 'TravelPost',
        id,
        restored: strings.travelPostRestored,
        failed: strings.travelPostRestoreFailed,
        userId,
      };
      toast.success(strings.travelPostDeleted(title), {
        durationMs: UNDO_WINDOW_MS,
        action: { label: sharedStrings.undo, onClick: () => void undoDeletion(client, undo) },
      });
    },
    onError: (error, _, place) => {
      client.setQueryData<TravelPages>(queryKey, (data) => data && place && withTravelPost(data, place));
      if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.travelPostDeleteFailed));
    },
    // Only the last of several concurrent deletions refetches: an earlier refetch would show the other posts again.
    onSettled: () =>
      client.isMutating({ mutationKey }) === 1
        ? Promise.all([
            client.invalidateQueries({ queryKey }),
            client.invalidateQueries({ queryKey: removedKey(userId) }),
          ])
        : undefined,
  });
}
