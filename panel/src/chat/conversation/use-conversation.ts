import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from '../../lib/create-store.ts';
import { panelSocket } from '../../lib/socket.ts';
import { chatKeys } from '../chat.keys.ts';
import { addWork } from '../list/live-work.cache.ts';
import { selectionUrl, useSelection } from '../list/selection.ts';
import { outbox } from '../outbox/browser-outbox.ts';
import { fetchMessages } from './conversation.api.ts';
import { type ConversationState, isApart } from './conversation-state.ts';
import { type Conversation, type ConversationView, createConversation } from './conversation-store.ts';

interface OpenConversation {
  readonly view: ConversationView;
  readonly conversation: Conversation;
  /** Navigates to a message, or with undefined to the newest, and updates the URL. */
  readonly goTo: (seq: number | undefined) => void;
}

/**
 * A user's conversation while the component is mounted, at the message in the URL; use the user's id as the component's
 * key.
 */
export function useConversation(userId: string): OpenConversation {
  const client = useQueryClient();
  const [conversation] = useState(() =>
    createConversation({
      userId,
      socket: panelSocket,
      async fetch(range, signal) {
        const at = Date.now();
        const page = await fetchMessages(userId, range, signal);
        const { work } = page.conversation;
        if (work) addWork(client, [{ ...work, userId, at }]);
        return page;
      },
      onStored: outbox.onStored,
      initial: client.getQueryData<ConversationState>(chatKeys.conversation(userId)),
      initialAt: client.getQueryState(chatKeys.conversation(userId))?.dataUpdatedAt,
    }),
  );
  const { seq, visit, goTo: navigateTo } = useSelection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: also for another navigation to the same message
  useEffect(() => conversation.goTo(seq), [conversation, seq, visit]);
  useEffect(() => {
    const stop = conversation.start();
    return () => {
      stop();
      // It is opened again at its newest messages, not at a detached window.
      const { state } = conversation.get();
      if (!isApart(state)) client.setQueryData(chatKeys.conversation(userId), state);
    };
  }, [conversation, client, userId]);
  const view = useStore(conversation);
  const goTo = useCallback(
    (wanted: number | undefined) => {
      // Moving between old messages adds no history entries.
      const isInPast = selectionUrl.current().seq !== undefined;
      if (wanted !== undefined || isInPast) navigateTo(wanted, isInPast);
      else conversation.goTo(undefined);
    },
    [conversation, navigateTo],
  );
  return { view, conversation, goTo };
}
