import {
  getBulk,
  listBulks,
  stopBulk as stopEndpoint,
  undoBulk as undoEndpoint,
} from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import type { Bulk, BulkDetail } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';

/** Those that run, and the newest of the last day. @throws ApiError */
export async function fetchBulks(signal: AbortSignal): Promise<readonly Bulk[]> {
  return (await callEndpoint(listBulks, { body: {}, signal })).data;
}

/** One of them, with the first of those that were left alone. @throws ApiError */
export async function fetchBulk(id: string, signal: AbortSignal): Promise<BulkDetail> {
  return (await callEndpoint(getBulk, { params: { id }, body: {}, signal })).data;
}

/** @throws ApiError */
export async function stopBulk(id: string): Promise<Bulk> {
  return (await callEndpoint(stopEndpoint, { params: { id }, body: {} })).data;
}

/** @throws ApiError */
export async function undoBulk(id: string): Promise<Bulk> {
  return (await callEndpoint(undoEndpoint, { params: { id }, body: {} })).data;
}
