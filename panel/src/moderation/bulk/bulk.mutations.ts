import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { stopBulk, undoBulk } from './bulk.api.ts';
import { showBulk } from './bulk.cache.ts';
import { bulkStrings as strings } from './bulk.strings.ts';

/** Stops an action, or undoes it. */
export function useChangeBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isUndo }: { readonly id: string; readonly isUndo: boolean }) =>
      isUndo ? undoBulk(id) : stopBulk(id),
    onSuccess: (bulk) => showBulk(client, bulk),
    onError(error, { isUndo }) {
      if (!isUnauthorized(error)) toast.error(errorMessage(error, isUndo ? strings.undoFailed : strings.stopFailed));
    },
  });
}
