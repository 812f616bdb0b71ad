import { DAY_MS, MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUCKETS, bucketOf, percentileOf } from './performance.histogram.ts';

const histogramOf = (durations: readonly number[]): number[] => {
  const counts = Array<number>(BUCKETS).fill(0);
  for (const ms of durations) counts[bucketOf(ms)] = (counts[bucketOf(ms)] ?? 0) + 1;
  return counts;
};

describe('bucketOf', () => {
  test('each duration falls into one bucket, a longer one never into a lower one', () => {
    const durations = fc.integer({ min: 0, max: 60 * DAY_MS });
    fc.assert(
      fc.property(durations, durations, (one, other) => (one <= other ? bucketOf(one) <= bucketOf(other) : true)),
    );
    expect(bucketOf(0)).toBe(0);
    expect(bucketOf(MINUTE_MS)).toBe(1);
    expect(bucketOf(400 * DAY_MS)).toBe(BUCKETS - 1);
  });
});

describe('percentileOf', () => {
  test('null without any; a clock that went backwards counts as no time', () => {
    expect(percentileOf(histogramOf([]), 0.5)).toBeNull();
    expect(percentileOf(histogramOf([-5_000]), 0.5)).toBeLessThanOrEqual(MINUTE_MS);
  });

  test('from five minutes to five days it is off by half at most', () => {
    const durations = fc.array(fc.integer({ min: 5 * MINUTE_MS, max: 5 * DAY_MS }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0.5, 0.9), (all, share) => {
        const exact = all.toSorted((a, b) => a - b)[Math.ceil(share * all.length) - 1] ?? 0;
        const estimate = percentileOf(histogramOf(all), share) ?? 0;
        expect(Math.abs(estimate - exact) / exact).toBeLessThanOrEqual(0.5);
      }),
    );
  });
});
