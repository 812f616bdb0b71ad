import { collect } from './lib/collect.ts';
import type { KeyedEvent, SocketEvent } from './lib/event.ts';

const isEvent = (value: unknown): value is SocketEvent | KeyedEvent => value instanceof Object && 'payload' in value;

const stated = await collect(import.meta.dirname, '**/*.events.ts', isEvent);

/** Every socket event of the wire contract. The server is not built without a handler for each it receives. */
export const events: readonly SocketEvent[] = stated.filter((event) => 'direction' in event);

/** Every event of the wire contract whose name ends with a key that the client chose. */
export const keyedEvents: readonly KeyedEvent[] = stated.filter((event) => 'key' in event);
