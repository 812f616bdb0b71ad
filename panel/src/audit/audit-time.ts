import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { dateFormat } from '../lib/format.ts';

/** 'dd/MM/yyyy HH:mm:ss', in Vietnam's time; an invalid date gives 'Không rõ thời gian'. */
export const formatExactTime = dateFormat((local) => {
  const [day = '', clock = ''] = local.toISOString().slice(0, 19).split('T');
  return `${day.split('-').reverse().join('/')} ${clock}`;
});

/** The Monday on or before a day, both as yyyy-MM-dd: a week starts on Monday (specification, section 9). */
export function startOfWeek(day: string): string {
  const time = Date.parse(day);
  const daysSinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - daysSinceMonday * DAY_MS).toISOString().slice(0, 10);
}
