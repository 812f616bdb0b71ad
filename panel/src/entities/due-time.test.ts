import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { expect, test } from 'vitest';
import { dueText } from './due-time.ts';

const NOW = Date.parse('2026-11-23T08:00:00.000Z');

test.each([
  [0, 'Còn 1 phút', false],
  [20, 'Còn 20 phút', false],
  [59.9, 'Còn 59 phút', false],
  [3 * 60 + 59, 'Còn 3 giờ', false],
  [47 * 60 + 59, 'Còn 47 giờ', false],
  [48 * 60, 'Còn 2 ngày', false],
  [-0.1, 'Quá hạn 1 phút', true],
  [-20, 'Quá hạn 20 phút', true],
  [-26 * 60, 'Quá hạn 26 giờ', true],
  [-90 * 24 * 60, 'Quá hạn 90 ngày', true],
])('dueText: due in %s minutes: %s', (minutes, text, isOverdue) => {
  expect(dueText(new Date(NOW + minutes * MINUTE_MS).toISOString(), NOW)).toEqual({ text, isOverdue });
});
