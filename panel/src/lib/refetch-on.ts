import type { ToClientEvent } from '@hai-dang/contract/lib/event.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PanelSocket } from './socket.ts';
import { throttle } from './throttle.ts';

/**
 * The socket handlers of features whose data is short (app/realtime-bridge.tsx): each event, and a new connection, refetches all
 * of it that is shown, and the rest on next use.
 * @param pauseMs many events within this time cause one fetch, at its end; a new connection is not waited for: what is loaded after
 *   it is up to date
 */
export const refetchOn =
  (features: readonly string[], events: readonly ToClientEvent[], pauseMs = 0) =>
  (socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): (() => void) => {
    const refetch = () => {
      for (const feature of features) void client.invalidateQueries({ queryKey: [feature] });
    };
    const refetchSoon = throttle(refetch, pauseMs);
    const onEvent = pauseMs > 0 ? refetchSoon : refetch;
    const ends = [...events.map((event) => socket.on(event, onEvent)), socket.onConnected(refetch), refetchSoon.cancel];
    return () => {
      for (const end of ends) end();
    };
  };
