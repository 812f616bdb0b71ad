import type { EventPayload, ToClientEvent } from '@hai-dang/contract/lib/event.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PanelSocket } from '../lib/socket.ts';
import { createEventHandlers } from '../lib/socket-events.ts';

type Followed = Pick<PanelSocket, 'on' | 'onConnected'>;

/** The panel's end of a socket without a server: what a test sends reaches the handlers that `Following` has started. */
export function createLiveEnd() {
  const handlers = createEventHandlers();
  const socket: Followed = { on: handlers.on, onConnected: () => () => undefined };
  return {
    socket,
    send: <E extends ToClientEvent>(event: E, payload: EventPayload<E>): void => handlers.deliver(event.name, payload),
  };
}

interface FollowingProps {
  readonly socket: Followed;
  /** A feature's handlers. */
  readonly follow: (socket: Followed, client: QueryClient) => () => void;
}

/** Starts a feature's socket handlers, beside its screen. */
export function Following({ socket, follow }: FollowingProps): null {
  const client = useQueryClient();
  useEffect(() => follow(socket, client), [socket, follow, client]);
  return null;
}
