import { describe, expect, test } from 'vitest';
import { messageTimeText, waitText } from './row-times.ts';

const NOW = Date.parse('2026-11-26T05:00:00.000Z');
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

describe('waitText', () => {
  test.each([
    [0, 'chờ 1 phút'],
    [12.9, 'chờ 12 phút'],
    [59, 'chờ 59 phút'],
    [60, 'chờ 1 giờ'],
    [47 * 60, 'chờ 47 giờ'],
    [48 * 60, 'chờ 2 ngày'],
    // The clocks of server and browser differ.
    [-3, 'chờ 1 phút'],
  ])('%d minutes: %s', (minutes, text) => {
    expect(waitText(ago(minutes), NOW)).toBe(text);
  });
});

describe('messageTimeText', () => {
  test.each([
    ['2026-11-26T03:42:00.000Z', '10:42'],
    // Midnight in Vietnam is 17:00 UTC.
    ['2026-11-25T17:00:00.000Z', '00:00'],
    ['2026-11-25T16:59:00.000Z', '25/11'],
    ['', ''],
  ])('%s: %s', (at, text) => {
    expect(messageTimeText(at, NOW)).toBe(text);
  });
});
