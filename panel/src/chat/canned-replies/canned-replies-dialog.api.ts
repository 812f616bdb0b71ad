import {
  createCannedReply as createEndpoint,
  deleteCannedReply as deleteEndpoint,
  updateCannedReply as updateEndpoint,
} from '@hai-dang/contract/chat/canned-replies.endpoints.ts';
import type { CannedReply, CreateCannedReplyBody } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';

const NOT_FOUND = 404;

/** @throws ApiError */
export async function createCannedReply(body: CreateCannedReplyBody): Promise<CannedReply> {
  return (await callEndpoint(createEndpoint, { body })).data;
}

/** @throws ApiError; see replyNow (canned-replies-dialog.mutations.ts) for what a refusal with status 409 tells */
export async function updateCannedReply(
  { _id: id, version }: Pick<CannedReply, '_id' | 'version'>,
  body: CreateCannedReplyBody,
): Promise<CannedReply> {
  return (await callEndpoint(updateEndpoint, { params: { id }, body: { ...body, version } })).data;
}

/** What somebody else has deleted already is gone all the same. @throws ApiError */
export async function deleteCannedReply(id: string): Promise<void> {
  try {
    await callEndpoint(deleteEndpoint, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== NOT_FOUND) throw error;
  }
}
