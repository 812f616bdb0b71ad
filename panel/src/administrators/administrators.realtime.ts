import { administratorsChanged } from '@hai-dang/contract/administrators/administrators.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PanelSocket } from '../lib/socket.ts';
import { administratorsKeys } from './administrators.keys.ts';

/** The socket handlers of the administrators (app/realtime-bridge.tsx): refetch them if shown, else on next use. */
export function followAdministrators(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const refetch = () => void client.invalidateQueries({ queryKey: administratorsKeys.all });
  const ends = [socket.on(administratorsChanged, refetch), socket.onConnected(refetch)];
  return () => {
    for (const end of ends) end();
  };
}
