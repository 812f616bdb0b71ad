import { DAY_MS, HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Random } from '../../../server/src/lib/random.ts';

const DEMO_DAYS = 120;

/** Vietnam has no daylight saving time. */
const VIETNAM_OFFSET_MS = 7 * HOUR_MS;

/** How busy the app is by day of the week, Sunday first. */
const WEEKDAY_WEIGHTS = [1.3, 0.72, 0.7, 0.74, 0.8, 1, 1.4];
/** And by hour in Vietnam: lowest at three, a peak at lunch, highest in the evening. */
const HOUR_WEIGHTS = [
  0.12, 0.06, 0.04, 0.03, 0.05, 0.15, 0.35, 0.55, 0.6, 0.5, 0.5, 0.75, 0.9, 0.7, 0.5, 0.5, 0.55, 0.65, 0.75, 0.9, 1, 1,
  0.75, 0.35,
];
const WEIGHT_MAX = Math.max(...WEEKDAY_WEIGHTS) * Math.max(...HOUR_WEIGHTS);
/** The first day's share of the last day's traffic. */
const GROWTH_START = 0.3;

/** A span of time in milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

/** The days of the demo data: they end now. */
export function demoSpan(now: Date): Span {
  return { from: now.getTime() - DEMO_DAYS * DAY_MS, to: now.getTime() };
}

/** How busy the app is at a moment, from 0 to 1, by hour and weekday. */
export function busyness(at: number): number {
  const local = new Date(at + VIETNAM_OFFSET_MS);
  const weight = (WEEKDAY_WEIGHTS[local.getUTCDay()] ?? 0) * (HOUR_WEIGHTS[local.getUTCHours()] ?? 0);
  return weight / WEIGHT_MAX;
}

/** A moment of a span, likelier in busy hours. */
export function busyMoment(random: Random, { from, to }: Span): number {
  for (;;) {
    const at = from + random.fraction() * (to - from);
    if (random.fraction() < busyness(at)) return Math.floor(at);
  }
}

/** A moment of a span, likelier in busy hours and, as the app grows, towards the end. */
export function growingMoment(random: Random, span: Span): number {
  for (;;) {
    const at = busyMoment(random, span);
    const progress = (at - span.from) / (span.to - span.from);
    if (random.fraction() < GROWTH_START + (1 - GROWTH_START) * progress) return at;
  }
}

/** A moment soon after `start`, a `meanMs` later on average, never past `end`. */
export function momentSoonAfter(random: Random, start: number, meanMs: number, end: number): number {
  const later = start + random.exponential(meanMs);
  return Math.floor(later < end ? later : start + random.fraction() * (end - start));
}
