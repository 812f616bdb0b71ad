import { expect, test } from 'vitest';
import { formatRelativeTime } from './relative-time.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');

test.each([
  ['2026-11-20T11:59:01.000Z', 'vừa xong'],
  ['2026-11-20T12:00:30.000Z', 'vừa xong'],
  ['2026-11-20T11:59:00.000Z', '1 phút trước'],
  ['2026-11-20T11:00:01.000Z', '59 phút trước'],
  ['2026-11-20T11:00:00.000Z', '1 giờ trước'],
  ['2026-11-19T12:00:00.000Z', '1 ngày trước'],
  ['2026-11-13T12:00:00.000Z', '1 tuần trước'],
  ['2026-10-20T12:00:00.000Z', '1 tháng trước'],
  ['2024-11-20T12:00:00.000Z', '2 năm trước'],
  ['hôm qua', 'Không rõ thời gian'],
])('formatRelativeTime: %s is "%s"', (value, text) => {
  expect(formatRelativeTime(value, NOW)).toBe(text);
});

test('formatRelativeTime: gives the same text as the browser’s Vietnamese Intl.RelativeTimeFormat', () => {
  const browser = new Intl.RelativeTimeFormat('vi');
  for (const [unit, ms] of [
    ['minute', 60_000],
    ['hour', 3_600_000],
    ['day', 86_400_000],
    ['week', 604_800_000],
  ] as const) {
    expect(formatRelativeTime(NOW - 3 * ms, NOW)).toBe(browser.format(-3, unit));
  }
});
