import { NEW_WINDOW_DAYS, TREND_WINDOWS_DAYS } from '@hai-dang/contract/constants.ts';
import type { TrendPoint, TrendWindowDays } from '@hai-dang/contract/stats/stats.schema.ts';
import { formatDay, formatNumber } from '../lib/format.ts';
import { statsStrings as strings } from './stats.strings.ts';

/** The lines of the chart, in the order in which they are drawn, named and tabulated. */
export const TREND_KEYS = ['users', 'feeds', 'travelPosts', 'reports'] as const;
export type TrendKey = (typeof TREND_KEYS)[number];

export const DEFAULT_TREND_WINDOW_DAYS: TrendWindowDays = 30;

/**
 * Requested for every window: switching the window then needs no call, and the week before last is available for the
 * comparison.
 */
export const REQUESTED_TREND_DAYS: TrendWindowDays = 90;

/** A line's count on a day. */
export const countOn = (point: TrendPoint, key: TrendKey): number => point[key];

/** Parses `?days=`; any value but an offered window gives the default one. */
export function parseTrendWindow(value: string | null): TrendWindowDays {
  return TREND_WINDOWS_DAYS.find((days) => String(days) === value) ?? DEFAULT_TREND_WINDOW_DAYS;
}

/** The newest `days` points, oldest first; fewer if there are not as many. */
export function newestDays(series: readonly TrendPoint[], days: number): readonly TrendPoint[] {
  return series.slice(-days);
}

/** Sum of one or more lines over some days. */
export function sumOf(points: readonly TrendPoint[], keys: readonly TrendKey[]): number {
  return points.reduce((sum, point) => sum + keys.reduce((daySum, key) => daySum + countOn(point, key), 0), 0);
}

/**
 * The change of the last seven days from the seven before: 0.12 is 12 % more. Undefined if the series is too short, or
 * the earlier count is zero.
 */
export function changeOverWindow(
  series: readonly TrendPoint[] | undefined,
  keys: readonly TrendKey[],
): number | undefined {
  if (series === undefined || series.length < 2 * NEW_WINDOW_DAYS) return undefined;
  const before = sumOf(series.slice(-2 * NEW_WINDOW_DAYS, -NEW_WINDOW_DAYS), keys);
  if (before === 0) return undefined;
  return sumOf(series.slice(-NEW_WINDOW_DAYS), keys) / before - 1;
}

/** The day with the most posts of both kinds, the newest of equals; undefined if there is no post at all. */
export function busiestDay(points: readonly TrendPoint[]): { date: string; posts: number } | undefined {
  let busiest: { date: string; posts: number } | undefined;
  for (const { date, feeds, travelPosts } of points) {
    const posts = feeds + travelPosts;
    if (posts > 0 && posts >= (busiest?.posts ?? 0)) busiest = { date, posts };
  }
  return busiest;
}

/** '2026-11-20' → '20/11'. */
export function formatDayShort(date: string): string {
  const [, month = '', day = ''] = date.split('-');
  return `${day}/${month}`;
}

/** 0.12 → '+12%'. */
export function formatChange(ratio: number): string {
  const percent = Math.round(ratio * 100);
  return `${percent > 0 ? '+' : ''}${formatNumber(percent)}%`;
}

/** A text summary of the chart. */
export function describeTrend(points: readonly TrendPoint[]): string {
  if (sumOf(points, TREND_KEYS) === 0) return strings.trendEmpty(points.length);
  const parts = TREND_KEYS.map((key) => `${formatNumber(sumOf(points, [key]))} ${strings.trendParts[key]}`);
  const summary = strings.trendSummary(points.length, `${parts.slice(0, -1).join(', ')} và ${parts.at(-1)}`);
  const busiest = busiestDay(points);
  if (!busiest) return summary;
  return `${summary} ${strings.trendPeak(formatDay(busiest.date), formatNumber(busiest.posts))}`;
}
