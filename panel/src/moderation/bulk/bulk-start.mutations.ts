import type { PreviewBulkBody } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showBulk } from './bulk.cache.ts';
import { bulkKeys } from './bulk.keys.ts';
import { previewBulk, startBulk } from './bulk-start.api.ts';

/** What an action would concern, counted anew for every dialog. */
export const useBulkPreview = (body: PreviewBulkBody) =>
  useQuery({
    queryKey: bulkKeys.preview(body),
    queryFn: ({ signal }) => previewBulk(body, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export function useStartBulk() {
  const client = useQueryClient();
  return useMutation({ mutationFn: startBulk, onSuccess: (bulk) => showBulk(client, bulk) });
}
