import { settingsChanged } from '@hai-dang/contract/moderation/settings.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PanelSocket } from '../../lib/socket.ts';
import { settingsKeys } from './settings.keys.ts';

/** The socket handlers of the settings (app/realtime-bridge.tsx): refetch them if shown, else on next use. */
export function followSettings(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const refetch = () => void client.invalidateQueries({ queryKey: settingsKeys.all });
  const ends = [socket.on(settingsChanged, refetch), socket.onConnected(refetch)];
  return () => {
    for (const end of ends) end();
  };
}
