import { listCannedReplies } from '@hai-dang/contract/chat/canned-replies.endpoints.ts';
import type { CannedReply } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../lib/api-client.ts';
import { orNull } from '../../lib/api-error.ts';
import { chatKeys } from '../chat.keys.ts';

/**
 * All canned replies, sorted by shortcut; null from a backend without canned replies.
 * @throws ApiError
 */
async function fetchCannedReplies(signal: AbortSignal): Promise<readonly CannedReply[] | null> {
  return (await orNull(callEndpoint(listCannedReplies, { signal })))?.data ?? null;
}

/** Events invalidate the list; this applies without a socket connection. */
const STALE_AFTER_MS = 300_000;

/** All canned replies; null from a backend without canned replies. */
export function useCannedReplies() {
  return useQuery({
    queryKey: chatKeys.cannedReplies,
    queryFn: ({ signal }) => fetchCannedReplies(signal),
    staleTime: STALE_AFTER_MS,
  });
}
