import { letterTemplatesChanged } from '@hai-dang/contract/moderation/letters.events.ts';
import { policiesChanged } from '@hai-dang/contract/moderation/policies.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PanelSocket } from '../../lib/socket.ts';
import { policiesKeys } from './policies.keys.ts';

/** The socket handlers of the rules (app/realtime-bridge.tsx): refetch them if shown, else on next use. */
export function followPolicies(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const refetch = () => void client.invalidateQueries({ queryKey: policiesKeys.all });
  const ends = [
    socket.on(policiesChanged, refetch),
    socket.on(letterTemplatesChanged, refetch),
    socket.onConnected(refetch),
  ];
  return () => {
    for (const end of ends) end();
  };
}
