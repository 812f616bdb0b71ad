import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { performanceStrings as strings } from './performance.strings.ts';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

const withRest = (whole: number, unit: string, rest: number, restUnit: string): string =>
  rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${restUnit}`;

/** A duration in its two largest units: '2 giờ 5 phút'; '–' for none. */
export function durationText(ms: number | null): string {
  if (ms === null) return strings.none;
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  if (minutes < HOUR_MINUTES) return `${minutes} phút`;
  if (minutes < DAY_MINUTES) return withRest(Math.floor(minutes / HOUR_MINUTES), 'giờ', minutes % HOUR_MINUTES, 'phút');
  const hours = Math.round(minutes / HOUR_MINUTES);
  return withRest(Math.floor(hours / 24), 'ngày', hours % 24, 'giờ');
}
