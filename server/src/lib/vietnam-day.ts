import { TIME_ZONE } from '@hai-dang/contract/constants.ts';
import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';

/** Vietnam keeps no summer time. */
const VIETNAM_OFFSET = '+07:00';

const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000${VIETNAM_OFFSET}`);

/** A range of time, without its end; what is absent has no bound. */
export interface TimeRange {
  since?: Date;
  until?: Date;
}

/**
 * The time from one day of Vietnam to another, both included.
 * @param from yyyy-MM-dd; '', null or absent means no bound, as for `to`
 */
export const rangeOfDays = (from: string | null | undefined, to: string | null | undefined): TimeRange => ({
  ...(from ? { since: startOfDay(from) } : {}),
  ...(to ? { until: new Date(startOfDay(to).getTime() + DAY_MS) } : {}),
});

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' });

/** The day of Vietnam at a moment, as yyyy-MM-dd. */
export const dayOf = (at: Date): string => dayFormat.format(at);

/** When the day of Vietnam at a moment began. */
export const startOfToday = (now: Date): Date => startOfDay(dayOf(now));
