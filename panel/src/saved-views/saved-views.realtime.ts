import { savedViewsChanged } from '@hai-dang/contract/saved-views/saved-views.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PanelSocket } from '../lib/socket.ts';
import { SAVED_VIEWS_KEY } from './saved-views.queries.ts';

/** The socket handlers of saved views (app/realtime-bridge.tsx): refetch them if shown, else on next use. */
export function followSavedViews(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const refetch = () => void client.invalidateQueries({ queryKey: SAVED_VIEWS_KEY });
  const ends = [socket.on(savedViewsChanged, refetch), socket.onConnected(refetch)];
  return () => {
    for (const end of ends) end();
  };
}
