import type { QuietHours } from '@hai-dang/contract/account/preferences.schema.ts';
import { formatTime } from '../../lib/format.ts';

/** Whether a time is in the quiet hours, which may go over midnight; both sides are 'HH:mm' in Vietnam. */
export function isQuietNow(quietHours: QuietHours | null, now: number): boolean {
  if (!quietHours || quietHours.from === quietHours.until) return false;
  const { from, until } = quietHours;
  const time = formatTime(now);
  return from < until ? time >= from && time < until : time >= from || time < until;
}
