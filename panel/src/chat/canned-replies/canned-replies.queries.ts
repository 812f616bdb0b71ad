import { listCannedReplies } from '@hai-dang/contract/chat/canned-replies.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOrNull, toDataOrNull } from '../../lib/endpoint-query.ts';

/** Events invalidate the list; this applies without a socket connection. */
const STALE_AFTER_MS = 300_000;

/** All canned replies, sorted by shortcut; null from a backend without canned replies. */
export const useCannedReplies = () =>
  useQuery({ ...queryOrNull(listCannedReplies), select: toDataOrNull, staleTime: STALE_AFTER_MS });
