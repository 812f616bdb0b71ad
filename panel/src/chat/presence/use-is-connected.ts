import { createExternalStore, useStore } from '../../lib/create-store.ts';
import { panelSocket, useConnectionState } from '../../lib/socket.ts';

/** Whether a message is sent at once. */
export function useIsConnected(): boolean {
  return useConnectionState() === 'connected';
}

let wasConnected = false;
const isPresenceUnknown = createExternalStore(() => {
  const isConnected = panelSocket.state.get() === 'connected';
  wasConnected ||= isConnected;
  return wasConnected && !isConnected;
}, panelSocket.state.subscribe);

/** Whether the connection that says who is online is lost; false for a backend that has never accepted one. */
export const useIsPresenceUnknown = (): boolean => useStore(isPresenceUnknown);
