import { appealsChanged } from '@hai-dang/contract/moderation/appeals.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PanelSocket } from '../../lib/socket.ts';
import { appealsKeys } from './appeals.keys.ts';

/** The socket handlers of appeals (app/realtime-bridge.tsx): refetch them if shown, else on next use. */
export function followAppeals(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const refetch = () => void client.invalidateQueries({ queryKey: appealsKeys.all });
  const ends = [socket.on(appealsChanged, refetch), socket.onConnected(refetch)];
  return () => {
    for (const end of ends) end();
  };
}
