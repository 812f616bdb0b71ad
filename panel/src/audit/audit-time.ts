import { sharedStrings } from '../lib/strings.ts';

/** Vietnam is seven hours ahead and keeps no summer time. By hand: the browser's own formatter is dear to make. */
const VIETNAM_OFFSET_MS = 7 * 3_600_000;

/** A moment as yyyy-MM-ddTHH:mm:ss in Vietnam; undefined for what is none. */
function vietnamTime(value: string | number): string | undefined {
  const shifted = new Date(new Date(value).getTime() + VIETNAM_OFFSET_MS);
  return Number.isNaN(shifted.getTime()) ? undefined : shifted.toISOString().slice(0, 19);
}

/** 'dd/MM/yyyy HH:mm:ss' in Vietnam's time; what is no date reads 'Không rõ thời gian'. */
export function formatExactTime(value: string | number): string {
  const time = vietnamTime(value);
  if (time === undefined) return sharedStrings.unknownTime;
  const [day = '', clock = ''] = time.split('T');
  return `${day.split('-').reverse().join('/')} ${clock}`;
}

const DAY_MS = 86_400_000;

/** The Monday on or before a day, both as yyyy-MM-dd: a week starts there (specification, section 9). */
export function startOfWeek(day: string): string {
  const time = Date.parse(day);
  const daysSinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - daysSinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/** The day in Vietnam as yyyy-MM-dd; '' for what is no moment. */
export const vietnamDay = (value: string | number): string => vietnamTime(value)?.slice(0, 10) ?? '';
