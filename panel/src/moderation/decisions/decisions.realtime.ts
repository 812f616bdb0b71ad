import { getSubject } from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import {
  casesChanged,
  reportAdded,
  reportChanged,
  reportRemoved,
} from '@hai-dang/contract/moderation/reports.events.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from '../../lib/endpoint-query.ts';
import type { PanelSocket } from '../../lib/socket.ts';
import { throttle } from '../../lib/throttle.ts';

/** Many events in a row cause one fetch. */
const PAUSE_MS = 1_000;

const isOfAccount = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  (queryKey[2] as { readonly params: SubjectRef }).params.itemType === 'User';

/**
 * The socket handlers of the sheet of an account (app/realtime-bridge.tsx): the reports of what it published are counted again.
 * An event does not say whose content it is about.
 */
export function followDecisions(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const refetch = throttle(() => {
    void client.refetchQueries({ queryKey: keyOf(getSubject), type: 'active', predicate: isOfAccount });
  }, PAUSE_MS);
  const events = [reportAdded, reportChanged, reportRemoved, casesChanged];
  const ends = [...events.map((event) => socket.on(event, refetch)), socket.onConnected(refetch), refetch.cancel];
  return () => {
    for (const end of ends) end();
  };
}
