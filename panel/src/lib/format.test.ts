import { TIME_ZONE } from '@hai-dang/contract/constants.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatDateLong,
  formatDateTimeLong,
  formatDateTimeShort,
  formatDay,
  formatNumber,
  formatTimeThenDate,
  labelIn,
} from './format.ts';

// 17:05 UTC is already the next day in Vietnam.
const MOMENT = '2026-11-19T17:05:09.000Z';

describe('formats', () => {
  it('formatNumber: groups digits the Vietnamese way', () => {
    expect(formatNumber(1_234_567)).toBe('1.234.567');
    expect(formatNumber(0)).toBe('0');
  });

  it('formatNumber: groups any whole number as Intl does', () => {
    const intl = new Intl.NumberFormat('vi-VN');
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => formatNumber(value) === intl.format(value)));
  });

  it('dates are in Vietnam’s time zone, regardless of the machine’s', () => {
    expect(formatDateLong(MOMENT)).toBe('20 tháng 11, 2026');
    expect(formatDateTimeLong(MOMENT)).toBe('00:05, 20 tháng 11, 2026');
    expect(formatDateTimeShort(MOMENT)).toBe('20/11/2026 00:05');
    expect(formatTimeThenDate(MOMENT)).toBe('00:05 - 20/11/2026');
    expect(formatDay('2026-11-20')).toBe('20 tháng 11, 2026');
  });

  it('labelIn: a value without a label is returned as it is', () => {
    expect(labelIn({ other: 'Khác' }, 'other')).toBe('Khác');
    expect(labelIn({ other: 'Khác' }, 'toString')).toBe('toString');
  });

  it('dates: the same time as Intl for Asia/Ho_Chi_Minh', () => {
    const intl = new Intl.DateTimeFormat('en-GB', {
      timeZone: TIME_ZONE,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
    const moments = fc.date({ min: new Date('1976-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(fc.property(moments, (moment) => formatDateTimeShort(moment) === intl.format(moment).replace(',', '')));
  });

  it.each([null, undefined, '', 'yesterday', Number.NaN])('%s: not a date', (value) => {
    for (const format of [formatDateLong, formatDateTimeLong, formatDateTimeShort]) {
      expect(format(value)).toBe('Không rõ thời gian');
    }
  });
});
