import { previewBulk, startBulk } from '@hai-dang/contract/moderation/bulk-start.endpoints.ts';
import type { PreviewBulkBody, StartBulkBody } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint } from '../../lib/api-client.ts';
import { createClientKeys } from '../../lib/client-key.ts';
import { queryOf, toData } from '../../lib/endpoint-query.ts';
import { showBulk } from './bulk.cache.ts';

/** The preview of what an action would concern, counted anew for every dialog. */
export const useBulkPreview = (body: PreviewBulkBody) =>
  useQuery({
    ...queryOf(previewBulk, { body }),
    select: toData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** Starts an action, once for each body. */
export function useStartBulk() {
  const client = useQueryClient();
  const [keys] = useState(createClientKeys);
  return useMutation({
    mutationFn: (body: StartBulkBody) => callEndpoint(startBulk, { body: { ...body, clientKey: keys.of(body) } }),
    onSuccess({ data }) {
      keys.renew();
      showBulk(client, data);
    },
  });
}
