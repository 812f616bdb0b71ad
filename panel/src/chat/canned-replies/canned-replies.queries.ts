import { useQuery } from '@tanstack/react-query';
import { chatKeys } from '../list/chat-list.keys.ts';
import { fetchCannedReplies } from './canned-replies.api.ts';

/** Events say when it is out of date; this is for a socket that stays away. */
const STALE_AFTER_MS = 300_000;

/** All canned replies; null where the backend keeps none. */
export function useCannedReplies() {
  return useQuery({
    queryKey: chatKeys.cannedReplies,
    queryFn: ({ signal }) => fetchCannedReplies(signal),
    staleTime: STALE_AFTER_MS,
  });
}
