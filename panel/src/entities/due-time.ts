import { DAY_MS, HOUR_MS, MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';

/** The time from which on days are precise enough. */
const DAYS_FROM_MS = 2 * DAY_MS;

function lengthText(ms: number): string {
  if (ms >= DAYS_FROM_MS) return `${Math.floor(ms / DAY_MS)} ngày`;
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} giờ`;
  return `${Math.max(1, Math.floor(ms / MINUTE_MS))} phút`;
}

/** How much time is left, or how long it is over: 'Còn 3 giờ', 'Quá hạn 20 phút'. */
export function dueText(dueAt: string, now: number): { readonly text: string; readonly isOverdue: boolean } {
  const left = new Date(dueAt).getTime() - now;
  const isOverdue = left < 0;
  const length = lengthText(Math.abs(left));
  return { text: isOverdue ? `Quá hạn ${length}` : `Còn ${length}`, isOverdue };
}
