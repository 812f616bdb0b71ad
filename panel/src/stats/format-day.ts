import { formatDateLong } from '../lib/format.ts';

/** '2026-11-20', a day in Vietnam → '20 tháng 11, 2026'. */
export function formatDay(date: string): string {
  return formatDateLong(`${date}T00:00:00+07:00`);
}
