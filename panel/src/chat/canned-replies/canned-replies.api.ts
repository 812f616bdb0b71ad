import { listCannedReplies } from '@hai-dang/contract/chat/canned-replies.endpoints.ts';
import type { CannedReply } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';

const NOT_FOUND = 404;

/** All canned replies, by shortcut; null from a backend that keeps none. @throws ApiError */
export async function fetchCannedReplies(signal: AbortSignal): Promise<readonly CannedReply[] | null> {
  try {
    return (await callEndpoint(listCannedReplies, { signal })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return null;
    throw error;
  }
}
