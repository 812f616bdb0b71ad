import { events } from '@hai-dang/contract/events.ts';
import { defineEndpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { acknowledgementSchema } from '@hai-dang/contract/lib/envelope.ts';
import { expect, test } from 'vitest';
import { sampleOf } from './endpoint-samples.ts';
import { eventSample } from './event-samples.ts';

const newcomer = defineEndpoint({
  name: 'openTheGates',
  feature: 'gates',
  method: 'POST',
  path: '/api/admin/gates',
  access: 'admin',
  summary: 'A call that somebody has just added',
  mutates: true,
  response: acknowledgementSchema,
});

test('sampleOf, eventSample: throw for an endpoint or event without a sample', () => {
  const unused = () => Promise.reject(new Error('not to be called'));
  const target = { database: { db: undefined as never }, clock: { now: () => new Date() }, send: unused };
  expect(() => sampleOf(newcomer, target)).toThrow("knows no way to call 'openTheGates'");
  expect(() => eventSample({ name: 'open_the_gates' })).toThrow("knows no payload of 'open_the_gates'");
});

test('eventSample: every event of the contract has a sample', () => {
  for (const event of events) expect(() => eventSample(event)).not.toThrow();
});
