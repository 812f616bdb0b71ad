import type { ToClientEvent } from '@hai-dang/contract/lib/event.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PanelSocket } from './socket.ts';

/**
 * The socket handlers of features whose data is short (app/realtime-bridge.tsx): each event, and a new connection, refetches all
 * of it that is shown, and the rest on next use.
 */
export const refetchOn =
  (features: readonly string[], ...events: readonly ToClientEvent[]) =>
  (socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): (() => void) => {
    const refetch = () => {
      for (const feature of features) void client.invalidateQueries({ queryKey: [feature] });
    };
    const ends = [...events.map((event) => socket.on(event, refetch)), socket.onConnected(refetch)];
    return () => {
      for (const end of ends) end();
    };
  };
