import { adminMarkRead } from '@hai-dang/contract/chat/chat.events.ts';
import { useEffect, useRef } from 'react';
import { useStore } from '../../lib/create-store.ts';
import { isPageVisible } from '../../lib/page-visible.ts';
import { session } from '../../lib/session.ts';
import { panelSocket } from '../../lib/socket.ts';
import { useIsConnected } from '../presence/use-is-connected.ts';
import { lastSeqOf } from './conversation-state.ts';
import { type ConversationView, unreadUpTo } from './conversation-store.ts';

/**
 * Marks the user's messages as read while the page is visible (specification, section 4).
 * @param unreadCount of the list: what was marked as unread is marked as read when the conversation is opened, and not while
 * it is open, where a colleague may be the one who marks it
 */
export function useMarkRead(userId: string, { state, isCurrent }: ConversationView, unreadCount: number): void {
  const isSeen = useStore(isPageVisible);
  const isConnected = useIsConnected();
  const isMarkedUnread = useRef(unreadCount > 0);
  const upToSeq = unreadUpTo(state);
  const lastSeq = lastSeqOf(state);
  useEffect(() => {
    if (!isSeen || !isConnected || !isCurrent) return;
    const seq = upToSeq ?? (isMarkedUnread.current ? lastSeq : undefined);
    if (seq === undefined) return;
    isMarkedUnread.current = false;
    const adminId = session.get()?.adminId;
    panelSocket.send(adminMarkRead, { userId, adminId, ...(seq > 0 && { upToSeq: seq }) });
  }, [userId, isSeen, isConnected, isCurrent, upToSeq, lastSeq]);
}
