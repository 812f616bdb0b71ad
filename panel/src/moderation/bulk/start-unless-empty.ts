import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { previewBulk, startBulk } from '@hai-dang/contract/moderation/bulk-start.endpoints.ts';
import type { StartBulkBody } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../lib/api-client.ts';
import { hasCode } from '../../lib/api-error.ts';
import { showBulk } from './bulk.cache.ts';

const PREVIEW_TIMEOUT_MS = 30_000;

/**
 * Starts an action on many subjects without its dialog.
 * @returns null where there is nothing that it could change
 */
export async function startUnlessEmpty(client: QueryClient, body: StartBulkBody): Promise<Bulk | null> {
  const { action, target } = body;
  // Asked for first: an error of the call would be in the browser's console, where nothing is wrong.
  const signal = AbortSignal.timeout(PREVIEW_TIMEOUT_MS);
  const { data: preview } = await callEndpoint(previewBulk, { body: { action, target }, signal });
  if (preview.total === 0) return null;
  try {
    const { data: bulk } = await callEndpoint(startBulk, { body });
    showBulk(client, bulk);
    return bulk;
  } catch (error) {
    if (hasCode(error, 'BULK_EMPTY')) return null;
    throw error;
  }
}
