import { TIME_ZONE } from '@hai-dang/contract/constants.ts';
import { sharedStrings } from './strings.ts';

const LOCALE = 'vi-VN';
const numberFormat = new Intl.NumberFormat(LOCALE);

/** Formatters are dear to make and rows are many: each is made once, on first use. */
function dateFormat(options: Intl.DateTimeFormatOptions): (value: string | number | Date | null | undefined) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (value) => {
    const date = value === null || value === undefined ? undefined : new Date(value);
    if (date === undefined || Number.isNaN(date.getTime())) return sharedStrings.unknownTime;
    format ??= new Intl.DateTimeFormat(LOCALE, { timeZone: TIME_ZONE, ...options });
    return format.format(date);
  };
}

/** 1234567 → '1.234.567'. */
export const formatNumber = (value: number): string => numberFormat.format(value);

/** '20 tháng 11, 2026', in Vietnam's time; what is no date reads 'Không rõ thời gian'. */
export const formatDateLong = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' });

const longTime = dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** '14:05, 20 tháng 11, 2026', in Vietnam's time. */
export function formatDateTimeLong(value: string | number | Date | null | undefined): string {
  const date = formatDateLong(value);
  return date === sharedStrings.unknownTime ? date : `${longTime(value)}, ${date}`;
}

const shortDate = dateFormat({ day: '2-digit', month: '2-digit', year: 'numeric' });

/** 'dd/MM/yyyy HH:mm', in Vietnam's time. */
export function formatDateTimeShort(value: string | number | Date | null | undefined): string {
  const date = shortDate(value);
  return date === sharedStrings.unknownTime ? date : `${date} ${longTime(value)}`;
}
