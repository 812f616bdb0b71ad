import { listCannedReplies } from '@hai-dang/contract/chat/canned-replies.endpoints.ts';
import type { CannedReply } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { orNull } from '../../lib/api-error.ts';

/** All canned replies, by shortcut; null from a backend that keeps none. @throws ApiError */
export async function fetchCannedReplies(signal: AbortSignal): Promise<readonly CannedReply[] | null> {
  return (await orNull(callEndpoint(listCannedReplies, { signal })))?.data ?? null;
}
