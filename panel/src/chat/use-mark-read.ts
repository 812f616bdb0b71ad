import { adminMarkRead } from '@hai-dang/contract/chat/chat.events.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { session } from '../lib/session.ts';
import { panelSocket } from '../lib/socket.ts';
import { type ConversationView, unreadUpTo } from './conversation-store.ts';
import { useIsConnected } from './use-is-connected.ts';

function subscribeToVisibility(watcher: () => void): () => void {
  document.addEventListener('visibilitychange', watcher);
  return () => document.removeEventListener('visibilitychange', watcher);
}
const isVisible = (): boolean => document.visibilityState === 'visible';

/** Whether the page is before somebody's eyes. */
export const useIsVisible = (): boolean => useSyncExternalStore(subscribeToVisibility, isVisible);

/** Says that what the user wrote is read, as long as it stands before somebody's eyes (specification, section 4). */
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
