import { preferencesChanged } from '@hai-dang/contract/account/preferences.events.ts';
import { refreshPreferences } from '../lib/preferences.ts';
import type { PanelSocket } from '../lib/socket.ts';

/** Fetches the own preferences once the panel is live, and when another tab or device has changed them. */
export function followPreferences(socket: Pick<PanelSocket, 'on' | 'onConnected'>): () => void {
  const refresh = () => void refreshPreferences();
  const ends = [socket.on(preferencesChanged, refresh), socket.onConnected(refresh)];
  return () => {
    for (const end of ends) end();
  };
}
