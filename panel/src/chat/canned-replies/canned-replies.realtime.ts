import { cannedRepliesChanged } from '@hai-dang/contract/chat/canned-replies.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PanelSocket } from '../../lib/socket.ts';
import { chatKeys } from '../list/chat-list.keys.ts';

/** The canned replies' share of the socket (app/realtime-bridge.tsx): read again if shown, else when next wanted. */
export function followCannedReplies(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const readAgain = () => void client.invalidateQueries({ queryKey: chatKeys.cannedReplies });
  const ends = [socket.on(cannedRepliesChanged, readAgain), socket.onConnected(readAgain)];
  return () => {
    for (const end of ends) end();
  };
}
