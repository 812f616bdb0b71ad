import { NEW_WINDOW_DAYS } from '@hai-dang/contract/constants.ts';
import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import type { DashboardStats, TrendPoint, TrendWindowDays } from '@hai-dang/contract/stats/stats.schema.ts';
import type { App } from '../lib/context.ts';
import { dayOf } from '../lib/vietnam-day.ts';
import { type Metric, statsStore } from './stats.store.ts';

/** The last `count` days in Vietnam up to the one `now` falls on, oldest first, as yyyy-MM-dd. */
export function lastDays(now: Date, count: number): string[] {
  // Vietnam keeps no summer time, so going back by 24 hours never skips or repeats a day.
  return Array.from({ length: count }, (_, index) => dayOf(new Date(now.getTime() - (count - 1 - index) * DAY_MS)));
}

/**
 * The metrics of the dashboard (specification, section 2), read from counters only.
 * @param days length of the daily series; without it none is made
 */
export async function getDashboardStats({ db, clock }: App, days?: TrendWindowDays): Promise<DashboardStats> {
  const now = clock.now();
  const window = lastDays(now, Math.max(days ?? 0, NEW_WINDOW_DAYS));
  const [totals, byDay] = await Promise.all([statsStore.readTotals(db), statsStore.readDays(db, window[0] ?? '')]);

  const total = (metric: Metric) => totals.find((row) => row.metric === metric)?.count ?? 0;
  const counts = new Map(byDay.map(({ metric, day, count }) => [`${metric} ${day}`, count]));
  const on = (metric: Metric, day: string) => counts.get(`${metric} ${day}`) ?? 0;
  const newDays = window.slice(-NEW_WINDOW_DAYS);
  const totalAndNew = (metric: Metric) => ({
    total: total(metric),
    new: newDays.reduce((sum, day) => sum + on(metric, day), 0),
  });

  const feeds = totalAndNew('posts');
  const travelPosts = totalAndNew('travel_posts');
  const toPoint = (date: string): TrendPoint => ({
    date,
    users: on('users', date),
    feeds: on('posts', date),
    travelPosts: on('travel_posts', date),
    reports: on('reports', date),
  });
  return {
    users: totalAndNew('users'),
    posts: { total: feeds.total + travelPosts.total, new: feeds.new + travelPosts.new, feeds, travelPosts },
    lastUpdated: now.toISOString(),
    ...(days ? { series: window.slice(-days).map(toPoint) } : {}),
  };
}
