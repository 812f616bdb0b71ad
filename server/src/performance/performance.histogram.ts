import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Duration } from '@hai-dang/contract/performance/performance.schema.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * Upper ends of the buckets, the last of which has none. A percentile is interpolated within its bucket: from five minutes to five
 * days it is off by half of the value at most, and by far less where there are many. They are stored by their place: only add some at the end.
 */
const UPPER_ENDS_MS = [
  ...[1, 2, 3, 5, 7, 10, 15, 20, 30, 45],
  ...[1, 1.5, 2, 3, 4, 6, 8, 12, 18, 24, 36, 48].map((hours) => hours * HOUR),
  ...[3, 4, 5, 7, 10, 14, 21, 30].map((days) => days * DAY),
].map((minutes) => minutes * MINUTE_MS);

export const BUCKETS = UPPER_ENDS_MS.length + 1;

/** The place of the bucket that a duration falls into. */
export function bucketOf(ms: number): number {
  const place = UPPER_ENDS_MS.findIndex((end) => ms < end);
  return place === -1 ? BUCKETS - 1 : place;
}

/** The duration below which a share of those in a histogram are; null for an empty one. */
export function percentileOf(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = share * total;
  for (const [place, count] of counts.entries()) {
    if (count > 0 && left <= count) {
      const from = UPPER_ENDS_MS[place - 1] ?? 0;
      // Nothing more is known of durations beyond the last end.
      const to = UPPER_ENDS_MS[place] ?? from;
      return Math.round(from + (to - from) * (left / count));
    }
    left -= count;
  }
  return UPPER_ENDS_MS.at(-1) ?? null;
}

/** A histogram as it crosses the wire. */
export const toDuration = (counts: readonly number[]): Duration => ({
  count: counts.reduce((sum, count) => sum + count, 0),
  p50Ms: percentileOf(counts, 0.5),
  p90Ms: percentileOf(counts, 0.9),
});
