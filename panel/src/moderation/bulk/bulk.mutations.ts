import { stopBulk, undoBulk } from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../lib/api-client.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { showBulk } from './bulk.cache.ts';
import { bulkStrings as strings } from './bulk.strings.ts';

/** Stops an action, or undoes it. */
export function useChangeBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isUndo }: { readonly id: string; readonly isUndo: boolean }) =>
      callEndpoint(isUndo ? undoBulk : stopBulk, { params: { id } }),
    onSuccess: ({ data }) => showBulk(client, data),
    onError(error, { isUndo }) {
      if (!isUnauthorized(error)) toast.error(errorMessage(error, isUndo ? strings.undoFailed : strings.stopFailed));
    },
  });
}
