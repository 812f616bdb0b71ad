import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import type { ContentRef } from '@hai-dang/contract/content/content.schema.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, isUnauthorized } from '../lib/api-error.ts';
import { hasFewPages } from '../lib/query-client.ts';
import { sharedStrings } from '../lib/strings.ts';
import { deleteContent, restoreContent } from '../moderation/actions/content-actions.ts';
import { toast } from '../ui/toast.ts';
import { fetchContent } from './content.api.ts';
import { LISTS_KEY, showContent } from './content.cache.ts';
import { contentStrings as strings } from './content.strings.ts';

/** Shows what became of a text; lists are refetched when they are opened again. */
async function refresh(client: QueryClient, ref: ContentRef): Promise<void> {
  showContent(client, ref, await fetchContent(ref));
  await client.invalidateQueries({ queryKey: LISTS_KEY, refetchType: 'none' });
  await client.refetchQueries({ queryKey: LISTS_KEY, type: 'active', predicate: hasFewPages });
}

/** Runs from a toast that may outlive the screen, so it uses only the cache. */
async function undoDeletion(client: QueryClient, ref: ContentRef): Promise<void> {
  try {
    await restoreContent(ref.itemType, ref.itemId);
    toast.success(strings.restored);
    await refresh(client, ref);
  } catch (error) {
    if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.restoreFailed));
  }
}

/** Deletes content; a toast then offers to undo it. */
export function useDeleteContent(ref: ContentRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await deleteContent(ref.itemType, ref.itemId);
      toast.success(strings.deleted, {
        durationMs: UNDO_WINDOW_MS,
        action: { label: sharedStrings.undo, onClick: () => void undoDeletion(client, ref) },
      });
    },
    onSettled: () => refresh(client, ref).catch(() => undefined),
  });
}
