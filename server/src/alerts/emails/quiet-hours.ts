import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';

const VIETNAM_OFFSET_MINUTES = 7 * 60;
const DAY_MINUTES = 24 * 60;

/** Whether quiet hours include a moment: minutes of the day in Vietnam, maybe past midnight; never if one is null. */
export function isQuietAt(at: Date, from: number | null, until: number | null): boolean {
  if (from === null || until === null || from === until) return false;
  const minute = (Math.floor(at.getTime() / MINUTE_MS) + VIETNAM_OFFSET_MINUTES) % DAY_MINUTES;
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}
