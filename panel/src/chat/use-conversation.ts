import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { panelSocket } from '../lib/socket.ts';
import { outbox } from './browser-outbox.ts';
import { fetchMessages } from './conversation.api.ts';
import { conversationKeys } from './conversation.keys.ts';
import type { ConversationState } from './conversation-state.ts';
import { type Conversation, type ConversationView, createConversation } from './conversation-store.ts';

/** A user's conversation as long as the component stands; give the component the user's id as its key. */
export function useConversation(userId: string): { view: ConversationView; conversation: Conversation } {
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
  useEffect(() => {
    const stop = conversation.start();
    return () => {
      stop();
      client.setQueryData(conversationKeys.of(userId), conversation.get().state);
    };
  }, [conversation, client, userId]);
  const view = useSyncExternalStore(conversation.subscribe, conversation.get);
  return { view, conversation };
}
