import { DAY_MS, HOUR_MS, MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { formatDateShort, formatTime, vietnamDay } from '../../lib/format.ts';
import { chatStrings as strings } from '../chat.strings.ts';

/** The time from which on days are precise enough. */
const DAYS_FROM_MS = 2 * DAY_MS;
const DAY_MONTH_CHARS = 5;

/** How long a user has waited: 'chờ 12 phút'. */
export function waitText(since: string, now: number): string {
  const ms = Math.max(MINUTE_MS, now - Date.parse(since));
  const [unit, unitMs] =
    ms >= DAYS_FROM_MS
      ? [strings.days, DAY_MS]
      : ms >= HOUR_MS
        ? [strings.hours, HOUR_MS]
        : [strings.minutes, MINUTE_MS];
  return strings.waits(Math.floor(ms / unitMs), unit);
}

/** The time of a row's last message, as short as it can be: '10:42' today, else '20/11'; '' for none. */
export function messageTimeText(at: string, now: number): string {
  if (vietnamDay(at) === vietnamDay(now)) return formatTime(at);
  return at && formatDateShort(at).slice(0, DAY_MONTH_CHARS);
}
