import { sharedStrings } from './strings.ts';

/** UTC+7 without summer time since 1975; the panel shows no earlier dates. */
const VIETNAM_AHEAD_MS = 7 * 60 * 60_000;

type Moment = string | number | Date | null | undefined;

/**
 * Formats times in Vietnam's time zone, regardless of the machine's. Hand-written, like formatNumber: `write` gets a
 * date whose UTC fields are Vietnam's local time.
 */
export function dateFormat(
  write: (local: Date) => string,
  otherwise: string = sharedStrings.unknownTime,
): (value: Moment) => string {
  return (value) => {
    const time = value === null || value === undefined ? Number.NaN : new Date(value).getTime();
    return Number.isNaN(time) ? otherwise : write(new Date(time + VIETNAM_AHEAD_MS));
  };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const writeDateLong = (local: Date) =>
  `${local.getUTCDate()} tháng ${local.getUTCMonth() + 1}, ${local.getUTCFullYear()}`;
const writeDateShort = (local: Date) =>
  `${twoDigits(local.getUTCDate())}/${twoDigits(local.getUTCMonth() + 1)}/${local.getUTCFullYear()}`;
const writeTime = (local: Date) => `${twoDigits(local.getUTCHours())}:${twoDigits(local.getUTCMinutes())}`;

/**
 * A whole number with Vietnamese grouping: 1234567 → '1.234.567'. Hand-written, because creating an Intl formatter
 * takes 50 ms on a phone, and nearly every screen needs it at its first paint.
 */
export const formatNumber = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, '.');

/** '20 tháng 11, 2026', in Vietnam's time; an invalid date gives 'Không rõ thời gian'. */
export const formatDateLong = dateFormat(writeDateLong);

/** '14:05', in Vietnam's time. */
export const formatTime = dateFormat(writeTime);

/** '14:05, 20 tháng 11, 2026', in Vietnam's time. */
export const formatDateTimeLong = dateFormat((local) => `${writeTime(local)}, ${writeDateLong(local)}`);

/** 'dd/MM/yyyy', in Vietnam's time. */
export const formatDateShort = dateFormat(writeDateShort);

/** 'dd/MM/yyyy HH:mm', in Vietnam's time. */
export const formatDateTimeShort = dateFormat((local) => `${writeDateShort(local)} ${writeTime(local)}`);

/** 'HH:mm dd/MM/yyyy', in Vietnam's time: until when something holds. */
export const formatMoment = dateFormat((local) => `${writeTime(local)} ${writeDateShort(local)}`);

/** The day in Vietnam as yyyy-MM-dd; '' for an invalid date. */
export const vietnamDay = dateFormat((local) => local.toISOString().slice(0, 10), '');

/** A day in Vietnam: '2026-11-20' → '20 tháng 11, 2026'. */
export const formatDay = (day: string): string => formatDateLong(`${day}T00:00:00+07:00`);

/** 'HH:mm - dd/MM/yyyy', in Vietnam's time; an invalid date gives 'Thời gian không hợp lệ'. */
export const formatTimeThenDate = dateFormat(
  (local) => `${writeTime(local)} - ${writeDateShort(local)}`,
  sharedStrings.invalidTime,
);

/** The label of a value; an unknown value is returned as it is. */
export const labelIn = (labels: Readonly<Record<string, string | undefined>>, value: string): string =>
  (Object.hasOwn(labels, value) && labels[value]) || value;
