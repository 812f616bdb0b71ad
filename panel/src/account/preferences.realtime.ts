import { preferencesChanged } from '@hai-dang/contract/account/preferences.events.ts';
import { refreshPreferences } from '../lib/preferences.ts';
import type { PanelSocket } from '../lib/socket.ts';

/**
 * Fetches the own preferences once the panel is live, and when another tab or device has changed them; gives up at the end,
 * which is that of the session.
 */
export function followPreferences(socket: Pick<PanelSocket, 'on' | 'onConnected'>): () => void {
  const ending = new AbortController();
  const refresh = () => void refreshPreferences(ending.signal);
  const ends = [socket.on(preferencesChanged, refresh), socket.onConnected(refresh)];
  return () => {
    ending.abort();
    for (const end of ends) end();
  };
}
