import path from 'node:path';
import { collect } from '@hai-dang/contract/lib/collect.ts';
import type { Samples } from './sample.ts';

const features = await collect(
  path.join(import.meta.dirname, '..'),
  '**/*.samples.ts',
  (value): value is Samples => value instanceof Object && 'endpoints' in value,
);

const merged = <Part extends keyof Samples>(part: Part): NonNullable<Samples[Part]> =>
  Object.assign({}, ...features.map((feature) => feature[part]));

export const endpointSamples = merged('endpoints');
export const eventSamples = merged('events');
export const repeatedCalls = merged('again');
export const keyedCases = merged('keyed');
export const staleCases = merged('stale');
export const auditExpectations = merged('audit');
