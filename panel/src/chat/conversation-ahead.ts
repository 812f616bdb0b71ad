import type { ReadAhead } from '../lib/read-ahead.ts';
import { fetchMessages } from './conversation.api.ts';
import { conversationKeys } from './conversation.keys.ts';
import { applyEvent, EMPTY_CONVERSATION } from './conversation-state.ts';
import { selectionOf } from './selection.ts';

/**
 * Reads the newest messages of a conversation as if one had been there: when it is opened, only what has come since is
 * asked for. The list is always read anew (see useChatUsers), so nothing of it is read ahead.
 */
export const readConversationAhead: ReadAhead = async (client, { params }) => {
  const { userId, seq } = selectionOf(params);
  // At a message of the past other ones are shown.
  if (userId === '' || seq !== undefined) return;
  await client.prefetchQuery({
    queryKey: conversationKeys.of(userId),
    queryFn: async ({ signal }) =>
      applyEvent(EMPTY_CONVERSATION, { kind: 'page', ...(await fetchMessages(userId, {}, signal)) }),
    // What is kept of an earlier visit is completed when it is opened.
    staleTime: Number.POSITIVE_INFINITY,
  });
};
