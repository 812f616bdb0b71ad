import {
  conversationStateChanged,
  conversationUpdated,
  receiveMessage,
} from '@hai-dang/contract/chat/conversations.events.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useStore } from '../../lib/create-store.ts';
import { isPageVisible } from '../../lib/page-visible.ts';
import { useSession } from '../../lib/session.ts';
import { panelSocket } from '../../lib/socket.ts';
import { throttle } from '../../lib/throttle.ts';
import { announcedStrings as strings } from '../announced.strings.ts';
import { createMessageFilter, type MessageFilter, type NewMessage } from './message-filter.ts';

/** Messages are collected for this long, and announced together. */
const BATCH_MS = 300;
const CHAT_PATH = '/admin/chat';

/** The part of the chat that the administrator sees. */
interface ChatInSight {
  readonly isShown: boolean;
  /** The user whose conversation is open; null for nobody. */
  readonly openId: string | null;
}

function useChatInSight(): ChatInSight {
  const { pathname, search } = useLocation();
  const isShown = useStore(isPageVisible) && pathname === CHAT_PATH;
  return { isShown, openId: isShown ? new URLSearchParams(search).get('userId') : null };
}

/**
 * Follows what users write: not in the conversation that is open in sight.
 * @param onNew called with the messages to announce, the newest last, and whether the chat is in sight
 * @returns how many users have written since the administrator last saw the chat, and were not answered
 */
export function useNewMessages(onNew: (messages: readonly NewMessage[], isChatShown: boolean) => void): number {
  const chat = useChatInSight();
  const adminId = useSession()?.adminId;
  const filter = useRef<MessageFilter>(undefined);
  const [unseen, setUnseen] = useState(0);
  const chatNow = useEffectEvent(() => chat);
  const announce = useEffectEvent(onNew);

  useEffect(() => {
    const current = createMessageFilter(adminId);
    filter.current = current;
    let arrived: NewMessage[] = [];
    const flushSoon = throttle(() => {
      const messages = arrived;
      arrived = [];
      const { isShown } = chatNow();
      if (isShown) current.onSeen();
      setUnseen(current.unseen());
      if (messages.length > 0) announce(messages, isShown);
    }, BATCH_MS);
    const ends = [
      panelSocket.on(receiveMessage, ({ sender, isAdminMessage, type, content }) => {
        const userId = sender._id;
        if (isAdminMessage || userId === chatNow().openId || !current.take(userId)) return;
        const name = sender.username?.trim() || strings.unknownSender;
        arrived.push({ userId, name, text: type === 'image' ? strings.image : content });
        flushSoon();
      }),
      panelSocket.on(conversationUpdated, ({ userId, senderId }) => {
        if (senderId === userId) return;
        current.onAnswered(userId);
        flushSoon();
      }),
      panelSocket.on(conversationStateChanged, ({ userId, assignee }) => {
        current.onAssigned(userId, assignee?._id ?? null);
        flushSoon();
      }),
    ];
    return () => {
      flushSoon.cancel();
      for (const end of ends) end();
    };
  }, [adminId]);

  useEffect(() => {
    if (!chat.isShown) return;
    filter.current?.onSeen();
    setUnseen(0);
  }, [chat.isShown]);

  return unseen;
}
