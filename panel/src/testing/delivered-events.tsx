import type { EventPayload, ToClientEvent } from '@hai-dang/contract/lib/event.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PanelSocket } from '../lib/socket.ts';
import { createEventHandlers } from '../lib/socket-events.ts';

type Handlers = ReturnType<typeof createEventHandlers>;
type Follow = (socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient) => () => void;

/** The events of a rendered screen, without a socket: what FollowEvents beside the screen receives. */
export function createEvents() {
  const handlers = createEventHandlers();
  return {
    handlers,
    deliver: <E extends ToClientEvent>(event: E, payload: EventPayload<E>) => handlers.deliver(event.name, payload),
  };
}

interface FollowEventsProps {
  readonly handlers: Handlers;
  /** The handlers of a feature, from its `.realtime.ts`. */
  readonly follow: Follow;
}

/** Applies delivered events to the cache of what is rendered beside it. */
export function FollowEvents({ handlers, follow }: FollowEventsProps): null {
  const client = useQueryClient();
  useEffect(() => follow({ on: handlers.on, onConnected: () => () => undefined }, client), [handlers, follow, client]);
  return null;
}
