import { useConnectionState } from '../../lib/socket.ts';

/** Whether what is sent goes out at once. */
export function useIsConnected(): boolean {
  return useConnectionState() === 'connected';
}
