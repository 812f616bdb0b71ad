import { describe, expect, test } from 'vitest';
import { lastDays } from './stats.ts';

describe('lastDays', () => {
  test.each([
    ['2026-06-15T16:59:59.999Z', ['2026-06-13', '2026-06-14', '2026-06-15']],
    ['2026-06-15T17:00:00.000Z', ['2026-06-14', '2026-06-15', '2026-06-16']],
    ['2026-12-31T17:00:00.000Z', ['2026-12-30', '2026-12-31', '2027-01-01']],
    ['2028-02-29T12:00:00.000Z', ['2028-02-27', '2028-02-28', '2028-02-29']],
    ['2028-02-29T17:00:00.000Z', ['2028-02-28', '2028-02-29', '2028-03-01']],
  ])('at %s are those of Vietnam', (now, days) => {
    expect(lastDays(new Date(now), 3)).toEqual(days);
  });

  test('are as many as requested, each once', () => {
    const days = lastDays(new Date('2026-03-10T00:00:00Z'), 90);
    expect(new Set(days).size).toBe(90);
    expect(days).toEqual([...days].sort());
  });
});
