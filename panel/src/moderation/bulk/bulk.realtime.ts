import { getBulk, listBulks } from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import { bulkChanged } from '@hai-dang/contract/moderation/bulk.events.ts';
import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from '../../lib/endpoint-query.ts';
import type { PanelSocket } from '../../lib/socket.ts';
import { refreshScreens } from '../decisions/decisions.cache.ts';
import { showBulk } from './bulk.cache.ts';

/** Whether neither the action nor its undo runs. */
const isAtRest = ({ state, undo }: Bulk): boolean => state !== 'running' && undo.state !== 'running';

/** The socket handlers of actions on many subjects (app/realtime-bridge.tsx): the screens are refetched once one has ended. */
export function followBulks(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const ends = [
    socket.on(bulkChanged, (bulk) => {
      showBulk(client, bulk);
      void client.invalidateQueries({ queryKey: keyOf(getBulk, { params: { id: bulk._id } }) });
      if (isAtRest(bulk)) void refreshScreens(client);
    }),
    socket.onConnected(() => void client.invalidateQueries({ queryKey: keyOf(listBulks) })),
  ];
  return () => {
    for (const end of ends) end();
  };
}
