import type { SocketEvent } from '@hai-dang/contract/lib/event.ts';
import type { EventMeans } from './sample.ts';
import { eventSamples } from './samples.ts';

/** @throws for an event without a sample */
export function eventSample(
  event: Pick<SocketEvent, 'name'>,
  means: EventMeans = { senderId: 's1', userId: 'u1' },
): unknown {
  const sample = eventSamples[event.name];
  if (!sample) throw new Error(`its feature's .samples.ts knows no payload of '${event.name}'`);
  return sample(means);
}

/** Whether a payload of the event contains its sender. */
export const namesSender = (event: Pick<SocketEvent, 'name'>): boolean =>
  JSON.stringify(eventSample(event, { senderId: 'the sender', userId: 'u1' }))?.includes('the sender') ?? false;
