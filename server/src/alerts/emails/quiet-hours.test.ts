import { expect, test } from 'vitest';
import { isQuietAt } from './quiet-hours.ts';

const at = (time: string) => new Date(`2026-03-01T${time}:00.000+07:00`);

test.each<[string, number | null, number | null, boolean]>([
  ['22:00', 22 * 60, 7 * 60, true],
  ['21:59', 22 * 60, 7 * 60, false],
  ['00:00', 22 * 60, 7 * 60, true],
  ['06:59', 22 * 60, 7 * 60, true],
  ['07:00', 22 * 60, 7 * 60, false],
  ['12:30', 12 * 60, 13 * 60, true],
  ['13:00', 12 * 60, 13 * 60, false],
  ['12:30', 12 * 60, 12 * 60, false],
  ['03:00', null, null, false],
])('isQuietAt: %s in Vietnam, from minute %s until %s: %s', (time, from, until, expected) => {
  expect(isQuietAt(at(time), from, until)).toBe(expected);
});
