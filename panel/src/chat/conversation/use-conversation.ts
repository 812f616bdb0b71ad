import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from '../../lib/create-store.ts';
import { panelSocket } from '../../lib/socket.ts';
import { selectionUrl, useSelection } from '../list/selection.ts';
import { outbox } from '../outbox/browser-outbox.ts';
import { fetchMessages } from './conversation.api.ts';
import { conversationKeys } from './conversation.keys.ts';
import { type ConversationState, isApart } from './conversation-state.ts';
import { type Conversation, type ConversationView, createConversation } from './conversation-store.ts';

interface OpenConversation {
  readonly view: ConversationView;
  readonly conversation: Conversation;
  /** Leads to a message, or with undefined to the newest: so the address says afterwards. */
  readonly goTo: (seq: number | undefined) => void;
}

/**
 * A user's conversation as long as the component stands, at the message that the address names; give the component the
 * user's id as its key.
 */
export function useConversation(userId: string): OpenConversation {
  const client = useQueryClient();
  const [conversation] = useState(() =>
    createConversation({
      userId,
      socket: panelSocket,
      fetch: (range, signal) => fetchMessages(userId, range, signal),
      onStored: outbox.onStored,
      initial: client.getQueryData<ConversationState>(conversationKeys.of(userId)),
    }),
  );
  const { seq, visit, goTo: navigateTo } = useSelection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when one goes to the same message again
  useEffect(() => conversation.goTo(seq), [conversation, seq, visit]);
  useEffect(() => {
    const stop = conversation.start();
    return () => {
      stop();
      // It is opened again at its newest messages, not in the past.
      const { state } = conversation.get();
      if (!isApart(state)) client.setQueryData(conversationKeys.of(userId), state);
    };
  }, [conversation, client, userId]);
  const view = useStore(conversation);
  const goTo = useCallback(
    (wanted: number | undefined) => {
      // From one message of the past to the next is no step that one would go back by.
      const isInPast = selectionUrl.current().seq !== undefined;
      if (wanted !== undefined || isInPast) navigateTo(wanted, isInPast);
      else conversation.goTo(undefined);
    },
    [conversation, navigateTo],
  );
  return { view, conversation, goTo };
}
