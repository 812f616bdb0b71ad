import { expect, test } from 'vitest';
import { startOfWeek } from './audit-time.ts';

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-20', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
])('startOfWeek: %s is in the week of Monday %s', (day, monday) => {
  expect(startOfWeek(day)).toBe(monday);
});
