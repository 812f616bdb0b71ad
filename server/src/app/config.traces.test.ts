import { describe, expect, test } from 'vitest';
import { parseConfig } from './config.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const tracesOf = (environment: Record<string, string>) => parseConfig({ ...ENDPOINT, ...environment }).traces;

test('traces: off without a collector, whatever else is set', () => {
  expect(parseConfig({ OTEL_TRACES_SAMPLER: 'always_on', OTEL_SERVICE_NAME: 'x' }).traces).toBeNull();
});

test("traces: all are recorded unless the caller's sampling flag says otherwise", () => {
  expect(tracesOf({})).toEqual({ protocol: 'http/json', ratio: 1, callerDecides: true, delayMs: 5_000 });
});

test.each([
  ['always_on', '0.5', { ratio: 1, callerDecides: false }],
  ['always_off', '0.5', { ratio: 0, callerDecides: false }],
  ['traceidratio', '0.25', { ratio: 0.25, callerDecides: false }],
  ['parentbased_always_off', '1', { ratio: 0, callerDecides: true }],
  ['parentbased_traceidratio', '.05', { ratio: 0.05, callerDecides: true }],
])('traces: %s with %s', (sampler, argument, settings) => {
  expect(tracesOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument })).toMatchObject(settings);
});

test.each(['http/json', 'http/protobuf', 'grpc'] as const)(
  'OTEL_EXPORTER_OTLP_PROTOCOL=%s, set for a fleet: starts with and without a collector',
  (protocol) => {
    expect(tracesOf({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol })).toMatchObject({ protocol });
    expect(parseConfig({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol }).traces).toBeNull();
  },
);

describe('traces: rejected', () => {
  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'carrier-pigeon'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '-1'],
    ['OTEL_BSP_SCHEDULE_DELAY', '0'],
  ])('%s=%s', (key, value) => {
    expect(() => tracesOf({ [key]: value })).toThrow(new RegExp(`\n${key} must be `));
  });
});
