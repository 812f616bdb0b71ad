import { TREND_WINDOWS_DAYS } from '@hai-dang/contract/constants.ts';
import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import type { TrendPoint } from '@hai-dang/contract/stats/stats.schema.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  busiestDay,
  changeOverWindow,
  DEFAULT_TREND_WINDOW_DAYS,
  describeTrend,
  formatChange,
  formatDayShort,
  newestDays,
  parseTrendWindow,
  sumOf,
} from './trend.ts';

function seriesOf(counts: ReadonlyArray<Partial<Omit<TrendPoint, 'date'>>>): TrendPoint[] {
  return counts.map((count, index) => ({
    date: new Date(Date.UTC(2026, 10, 1) + index * DAY_MS).toISOString().slice(0, 10),
    users: 0,
    feeds: 0,
    travelPosts: 0,
    reports: 0,
    ...count,
  }));
}

const week = (users: number) => Array.from({ length: 7 }, () => ({ users }));

describe('parseTrendWindow', () => {
  it.each(TREND_WINDOWS_DAYS)('accepts %i', (days) => expect(parseTrendWindow(String(days))).toBe(days));

  it('returns the default window for any other value', () => {
    const others = fc.string().filter((text) => !TREND_WINDOWS_DAYS.some((days) => String(days) === text));
    fc.assert(fc.property(fc.option(others), (text) => parseTrendWindow(text) === DEFAULT_TREND_WINDOW_DAYS));
  });
});

describe('newestDays and sumOf', () => {
  it('newestDays returns the newest points, sumOf adds up the given lines', () => {
    const series = seriesOf([{ users: 100 }, { users: 1, feeds: 2 }, { feeds: 3, travelPosts: 4 }]);
    const newest = newestDays(series, 2);
    expect(newest.map(({ date }) => date)).toEqual(['2026-11-02', '2026-11-03']);
    expect(sumOf(newest, ['users'])).toBe(1);
    expect(sumOf(newest, ['feeds', 'travelPosts'])).toBe(9);
  });
});

describe('changeOverWindow', () => {
  it('compares the last seven days with the seven before', () => {
    expect(changeOverWindow(seriesOf([...week(10), ...week(15)]), ['users'])).toBeCloseTo(0.5);
    expect(changeOverWindow(seriesOf([...week(99), ...week(10), ...week(5)]), ['users'])).toBeCloseTo(-0.5);
  });

  it('undefined for a short series or without earlier counts', () => {
    expect(changeOverWindow(undefined, ['users'])).toBeUndefined();
    expect(changeOverWindow(seriesOf(week(3)), ['users'])).toBeUndefined();
    expect(changeOverWindow(seriesOf([...week(0), ...week(3)]), ['users'])).toBeUndefined();
  });
});

describe('busiestDay', () => {
  it('returns the day with the most posts of both kinds, the newest of equals', () => {
    const series = seriesOf([{ feeds: 3 }, { feeds: 1, travelPosts: 4 }, { feeds: 5 }, { users: 50 }]);
    expect(busiestDay(series)).toEqual({ date: '2026-11-03', posts: 5 });
    expect(busiestDay(seriesOf(week(2)))).toBeUndefined();
  });
});

describe('formatDayShort, formatChange, describeTrend', () => {
  it('format days and changes the Vietnamese way', () => {
    expect(formatDayShort('2026-11-20')).toBe('20/11');
    expect(formatChange(0.124)).toBe('+12%');
    expect(formatChange(-0.5)).toBe('-50%');
    expect(formatChange(0.001)).toBe('0%');
  });

  it('describe the data of the chart', () => {
    const points = seriesOf([
      { users: 1200, feeds: 3 },
      { feeds: 1, travelPosts: 4, reports: 2 },
    ]);
    expect(describeTrend(points)).toBe(
      'Trong 2 ngày qua có 1.200 người dùng mới, 4 bài viết Feed, 4 bài viết Travel và 2 báo cáo. ' +
        'Ngày có nhiều bài viết nhất là 2 tháng 11, 2026 với 5 bài.',
    );
    expect(describeTrend(seriesOf(week(0)))).toBe('Trong 7 ngày qua chưa có người dùng, bài viết hay báo cáo mới nào.');
  });
});
