import { useConnectionState } from '../../lib/socket.ts';

/** Whether a message is sent at once. */
export function useIsConnected(): boolean {
  return useConnectionState() === 'connected';
}
