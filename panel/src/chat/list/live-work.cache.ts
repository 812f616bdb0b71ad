import type { QueryClient } from '@tanstack/react-query';
import { chatKeys } from '../chat.keys.ts';
import type { WorkEvent } from './live-work.ts';

/** The oldest are dropped: the next fetch has what they say. */
const EVENTS_MAX = 2_000;

/** Adds what events and responses say of conversations: the list and the open conversation show it. */
export function addWork(client: QueryClient, events: readonly WorkEvent[]): void {
  client.setQueryData<readonly WorkEvent[]>(chatKeys.work, (before = []) => [...before, ...events].slice(-EVENTS_MAX));
}
