import { expect, test } from 'vitest';
import { vietnamDay } from '../lib/format.ts';
import { formatExactTime, startOfWeek } from './audit-time.ts';

test('formatExactTime, vietnamDay: give the time and the day in Vietnam', () => {
  expect(formatExactTime('2026-11-19T17:05:09.000Z')).toBe('20/11/2026 00:05:09');
  expect(vietnamDay('2026-11-19T17:05:09.000Z')).toBe('2026-11-20');
  expect(vietnamDay('yesterday')).toBe('');
});

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-20', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
])('startOfWeek: %s is in the week of Monday %s', (day, monday) => {
  expect(startOfWeek(day)).toBe(monday);
});
