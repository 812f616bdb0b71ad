import type { TrendPoint } from '@hai-dang/contract/stats/stats.schema.ts';
import { formatDay, formatNumber } from '../lib/format.ts';
import { statsStrings as strings } from './stats.strings.ts';
import { busiestDay, sumOf, TREND_KEYS } from './trend.ts';

/** Says in words what the chart shows. */
export function describeTrend(points: readonly TrendPoint[]): string {
  if (sumOf(points, TREND_KEYS) === 0) return strings.trendEmpty(points.length);
  const parts = TREND_KEYS.map((key) => `${formatNumber(sumOf(points, [key]))} ${strings.trendParts[key]}`);
  const summary = strings.trendSummary(points.length, `${parts.slice(0, -1).join(', ')} và ${parts.at(-1)}`);
  const busiest = busiestDay(points);
  if (!busiest) return summary;
  return `${summary} ${strings.trendPeak(formatDay(busiest.date), formatNumber(busiest.posts))}`;
}
