import type { PreviewBulkBody, StartBulkBody } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createClientKeys } from '../../lib/client-key.ts';
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

/** Starts an action, once for each body. */
export function useStartBulk() {
  const client = useQueryClient();
  const [keys] = useState(createClientKeys);
  return useMutation({
    mutationFn: (body: StartBulkBody) => startBulk({ ...body, clientKey: keys.of(body) }),
    onSuccess(bulk) {
      keys.renew();
      showBulk(client, bulk);
    },
  });
}
