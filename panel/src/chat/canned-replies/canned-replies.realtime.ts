import { cannedRepliesChanged } from '@hai-dang/contract/chat/chat.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PanelSocket } from '../../lib/socket.ts';
import { chatKeys } from '../chat.keys.ts';

/** The socket handlers of the canned replies (app/realtime-bridge.tsx): refetch them if shown, else on next use. */
export function followCannedReplies(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const refetch = () => void client.invalidateQueries({ queryKey: chatKeys.cannedReplies });
  const ends = [socket.on(cannedRepliesChanged, refetch), socket.onConnected(refetch)];
  return () => {
    for (const end of ends) end();
  };
}
