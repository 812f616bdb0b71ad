import { stopBulk, undoBulk } from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../lib/api-client.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { showBulk } from './bulk.cache.ts';
import { bulkStrings as strings } from './bulk.strings.ts';

interface BulkChange {
  readonly id: string;
  readonly isUndo: boolean;
  /** Why a colleague's is undone: who asks for it says what went wrong. */
  readonly reason?: string | undefined;
}

/** Stops an action, or undoes it. */
export function useChangeBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isUndo, reason }: BulkChange) =>
      isUndo
        ? callEndpoint(undoBulk, { params: { id }, body: { reason } })
        : callEndpoint(stopBulk, { params: { id } }),
    onSuccess: ({ data }) => showBulk(client, data),
    onError(error, { isUndo, reason }) {
      if (!isUnauthorized(error) && reason === undefined)
        toast.error(errorMessage(error, isUndo ? strings.undoFailed : strings.stopFailed));
    },
  });
}
