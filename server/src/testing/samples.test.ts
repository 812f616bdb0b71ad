import { events } from '@hai-dang/contract/events.ts';
import { defineEndpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { acknowledgementSchema } from '@hai-dang/contract/lib/envelope.ts';
import { expect, test } from 'vitest';
import { sampleOf } from './endpoint-samples.ts';
import { eventSample } from './event-samples.ts';

const newcomer = defineEndpoint({
  name: 'openTheGates',
  method: 'POST',
  path: '/api/admin/gates',
  access: 'admin',
  summary: 'A call that somebody has just added',
  changes: true,
  answer: acknowledgementSchema,
});

test('a call or an event that is new to the contract and has no sample fails whatever tries all of them', () => {
  const unused = () => Promise.reject(new Error('not to be called'));
  const target = { database: { db: undefined as never }, clock: { now: () => new Date() }, send: unused };
  expect(() => sampleOf(newcomer, target)).toThrow("knows no way to call 'openTheGates'");
  expect(() => eventSample({ name: 'open_the_gates' })).toThrow("knows no payload of 'open_the_gates'");
});

test('every event of the contract has one', () => {
  for (const event of events) expect(() => eventSample(event)).not.toThrow();
});
