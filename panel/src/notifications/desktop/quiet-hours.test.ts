import { expect, test } from 'vitest';
import { isQuietNow } from './quiet-hours.ts';

const NIGHT = { from: '22:00', until: '07:00' };
const at = (time: string) => Date.parse(`2026-03-01T${time}:00+07:00`);

test.each([
  ['21:59', false],
  ['22:00', true],
  ['00:00', true],
  ['06:59', true],
  ['07:00', false],
])('isQuietNow: %s, from 22:00 until 07:00: %s', (time, expected) => {
  expect(isQuietNow(NIGHT, at(time))).toBe(expected);
});

test('isQuietNow: without quiet hours, and with empty ones, never', () => {
  expect(isQuietNow(null, at('03:00'))).toBe(false);
  expect(isQuietNow({ from: '03:00', until: '03:00' }, at('03:00'))).toBe(false);
});
