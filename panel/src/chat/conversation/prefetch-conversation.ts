import type { Prefetch } from '../../lib/prefetch.ts';
import { selectionUrl } from '../list/selection.ts';
import { fetchMessages } from './conversation.api.ts';
import { conversationKeys } from './conversation.keys.ts';
import { applyEvent, EMPTY_CONVERSATION } from './conversation-state.ts';

/**
 * Loads the newest messages of a conversation as if it had been open: when it is opened, only what has come since is
 * loaded. The list is always loaded anew (see useChatUsers), so nothing of it is prefetched.
 */
export const prefetchConversation: Prefetch = async (client, { params }) => {
  const { userId, seq } = selectionUrl.parse(params);
  // At a message of the past other ones are shown.
  if (userId === '' || seq !== undefined) return;
  await client.prefetchQuery({
    queryKey: conversationKeys.of(userId),
    queryFn: async ({ signal }) =>
      applyEvent(EMPTY_CONVERSATION, { kind: 'page', ...(await fetchMessages(userId, {}, signal)) }),
    // What is cached of an earlier visit is completed when it is opened.
    staleTime: Number.POSITIVE_INFINITY,
  });
};
