import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test.for<[string, number | null]>([
  ['–', null],
  ['1 phút', 0],
  ['59 phút', 59 * MINUTE_MS],
  ['1 giờ', 60 * MINUTE_MS],
  ['2 giờ 5 phút', 125 * MINUTE_MS],
  ['1 ngày', 24 * 60 * MINUTE_MS],
  ['3 ngày 4 giờ', (3 * 24 + 4) * 60 * MINUTE_MS],
])('durationText: %s', ([text, ms]) => expect(durationText(ms)).toBe(text));
