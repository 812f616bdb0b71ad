import { PERFORMANCE_MAX_DAYS } from '@hai-dang/contract/constants.ts';
import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { isDay } from '../lib/day.ts';
import { vietnamDay } from '../lib/format.ts';
import { defineUrlQuery, textParam } from '../lib/url-query.ts';

export const PERIODS_DAYS = [7, 30, 90] as const;
const DEFAULT_PERIOD_DAYS = 30;

/** Either the last days, today included, or from one day to another. */
export interface PerformanceQuery {
  readonly days: number;
  /** '' without an own period. */
  readonly from: string;
  readonly to: string;
}

const cleanDay = (text: string): string => (isDay(text) ? text : '');

/** The period in the URL. */
export const performanceUrl = defineUrlQuery<PerformanceQuery>({
  days: {
    name: 'days',
    parse: (text) => PERIODS_DAYS.find((days) => String(days) === text) ?? DEFAULT_PERIOD_DAYS,
    format: (days) => (days === DEFAULT_PERIOD_DAYS ? '' : String(days)),
  },
  from: textParam('from', cleanDay),
  to: textParam('to', cleanDay),
});

const before = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** Whether days of one's own are chosen. */
export const isOwnPeriod = ({ from, to }: PerformanceQuery): boolean => from !== '' && to !== '';

/** The first and the last day: a period that is too long begins later. */
export function periodOf(query: PerformanceQuery, now = Date.now()): { from: string; to: string } {
  const today = vietnamDay(now);
  if (!isOwnPeriod(query)) return { from: before(today, query.days - 1), to: today };
  const [from, to] = query.from <= query.to ? [query.from, query.to] : [query.to, query.from];
  const earliest = before(to, PERFORMANCE_MAX_DAYS - 1);
  // Days as text sort like days.
  return { from: [from, earliest].toSorted().at(-1) ?? from, to };
}
