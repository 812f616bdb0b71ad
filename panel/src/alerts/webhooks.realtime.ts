import { webhooksChanged } from '@hai-dang/contract/alerts/webhooks.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PanelSocket } from '../lib/socket.ts';
import { webhooksKey } from './webhooks.keys.ts';

/** The socket handlers of the webhooks (app/realtime-bridge.tsx): refetch them if shown, else on next use. */
export function followWebhooks(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const refetch = () => void client.invalidateQueries({ queryKey: webhooksKey });
  const ends = [socket.on(webhooksChanged, refetch), socket.onConnected(refetch)];
  return () => {
    for (const end of ends) end();
  };
}
