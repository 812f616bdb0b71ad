import type { Prefetch } from '../../lib/query-client.ts';
import { chatKeys } from '../chat.keys.ts';
import { selectionUrl } from '../list/selection.ts';
import { fetchMessages } from './conversation.api.ts';
import { applyEvent, EMPTY_CONVERSATION } from './conversation-state.ts';

/**
 * Caches the newest messages of a conversation as if it had been open: opening it then loads only newer ones. The list
 * is always refetched (see useChatUsers), so it is not prefetched.
 */
export const prefetchConversation: Prefetch = async (client, { params }) => {
  const { userId, seq } = selectionUrl.parse(params);
  // A link to an older message shows other messages.
  if (userId === '' || seq !== undefined) return;
  await client.prefetchQuery({
    queryKey: chatKeys.conversation(userId),
    queryFn: async ({ signal }) =>
      applyEvent(EMPTY_CONVERSATION, { kind: 'page', ...(await fetchMessages(userId, {}, signal)) }),
    // An earlier visit's cache is updated when it is opened.
    staleTime: Number.POSITIVE_INFINITY,
  });
};
