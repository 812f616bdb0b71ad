import { adminMarkRead } from '@hai-dang/contract/chat/chat.events.ts';
import { useEffect } from 'react';
import { createExternalStore, useStore } from '../../lib/create-store.ts';
import { session } from '../../lib/session.ts';
import { panelSocket } from '../../lib/socket.ts';
import { useIsConnected } from '../presence/use-is-connected.ts';
import { type ConversationView, unreadUpTo } from './conversation-store.ts';

const isPageVisible = createExternalStore(
  () => document.visibilityState === 'visible',
  (notify) => {
    document.addEventListener('visibilitychange', notify);
    return () => document.removeEventListener('visibilitychange', notify);
  },
);

/** Whether the page is visible. */
export const useIsVisible = (): boolean => useStore(isPageVisible);

/** Marks the user's messages as read while the page is visible (specification, section 4). */
export function useMarkRead(userId: string, { state, isCurrent }: ConversationView): void {
  const isSeen = useIsVisible();
  const isConnected = useIsConnected();
  const upToSeq = unreadUpTo(state);
  useEffect(() => {
    if (!isSeen || !isConnected || !isCurrent || upToSeq === undefined) return;
    const adminId = session.get()?.adminId;
    panelSocket.send(adminMarkRead, { userId, adminId, ...(upToSeq > 0 && { upToSeq }) });
  }, [userId, isSeen, isConnected, isCurrent, upToSeq]);
}
