import { useConnectionState } from '../../lib/socket.ts';

/** Whether what one sends goes out at once. */
export function useIsConnected(): boolean {
  return useConnectionState() === 'connected';
}
