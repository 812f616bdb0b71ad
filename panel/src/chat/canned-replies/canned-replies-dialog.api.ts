import {
  createCannedReply as createEndpoint,
  deleteCannedReply as deleteEndpoint,
  updateCannedReply as updateEndpoint,
} from '@hai-dang/contract/chat/canned-replies.endpoints.ts';
import type { CannedReply, CreateCannedReplyBody } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { orNull } from '../../lib/api-error.ts';

/** @throws ApiError */
export async function createCannedReply(body: CreateCannedReplyBody): Promise<CannedReply> {
  return (await callEndpoint(createEndpoint, { body })).data;
}

/** @throws ApiError with CHANGED where a colleague has changed it meanwhile */
export async function updateCannedReply(
  { _id: id, version }: Pick<CannedReply, '_id' | 'version'>,
  body: CreateCannedReplyBody,
): Promise<CannedReply> {
  return (await callEndpoint(updateEndpoint, { params: { id }, body: { ...body, version } })).data;
}

/**
 * Succeeds also if another administrator has already deleted it.
 * @throws ApiError
 */
export async function deleteCannedReply(id: string): Promise<void> {
  await orNull(callEndpoint(deleteEndpoint, { params: { id } }));
}
