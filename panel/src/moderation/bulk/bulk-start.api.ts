import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import {
  previewBulk as previewEndpoint,
  startBulk as startEndpoint,
} from '@hai-dang/contract/moderation/bulk-start.endpoints.ts';
import type { BulkPreview, PreviewBulkBody, StartBulkBody } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';

/** What a start would concern. @throws ApiError */
export async function previewBulk(body: PreviewBulkBody, signal: AbortSignal): Promise<BulkPreview> {
  return (await callEndpoint(previewEndpoint, { body, signal })).data;
}

/** @throws ApiError, with BULK_TOTAL_CHANGED where another number was confirmed than matches now */
export async function startBulk(body: StartBulkBody): Promise<Bulk> {
  return (await callEndpoint(startEndpoint, { body })).data;
}
