import * as z from 'zod/mini';
import { TREND_WINDOWS_DAYS } from '../constants.ts';
import { timestampSchema } from '../lib/fields.ts';

export const dashboardStatsBodySchema = z.object({
  /** Length of `series`, in days up to today in Vietnam; without it no series is sent. */
  days: z.optional(z.union(TREND_WINDOWS_DAYS.map((days) => z.literal(days)))),
});
export type TrendWindowDays = (typeof TREND_WINDOWS_DAYS)[number];

const countSchema = z.int();
/** `new`: made today or on the six days before, in Vietnam. */
const totalAndNewSchema = z.object({ total: countSchema, new: countSchema });

export const trendPointSchema = z.object({
  /** yyyy-MM-dd, a day in Vietnam. */
  date: z.string(),
  users: countSchema,
  feeds: countSchema,
  travelPosts: countSchema,
  /** Reports filed. */
  reports: countSchema,
});
export type TrendPoint = z.infer<typeof trendPointSchema>;

/** Users exclude administrators; `posts` is feeds and travel posts together. */
export const dashboardStatsSchema = z.object({
  users: totalAndNewSchema,
  posts: z.object({ total: countSchema, new: countSchema, feeds: totalAndNewSchema, travelPosts: totalAndNewSchema }),
  /** Null from a legacy backend that omits it; shown when present (specification, section 2). */
  lastUpdated: z.nullable(timestampSchema),
  /** One point a day, oldest first, days without anything included (ours); only where `days` was asked for. */
  series: z.optional(z.array(trendPointSchema)),
});
export type DashboardStats = z.infer<typeof dashboardStatsSchema>;
