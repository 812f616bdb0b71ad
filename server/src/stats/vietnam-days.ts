import { TIME_ZONE } from '@hai-dang/contract/constants.ts';

/** en-CA writes a date as yyyy-MM-dd. */
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE });
const DAY_MS = 24 * 3_600_000;

/** The last `count` days in Vietnam up to the one `now` falls on, oldest first, as yyyy-MM-dd. */
export function lastDays(now: Date, count: number): string[] {
  // Vietnam keeps no summer time, so going back by 24 hours never skips or repeats a day.
  return Array.from({ length: count }, (_, index) =>
    dayFormat.format(new Date(now.getTime() - (count - 1 - index) * DAY_MS)),
  );
}
