import * as z from 'zod/mini';
import { PERFORMANCE_MAX_DAYS } from '../constants.ts';
import { DAY_MS } from '../lib/durations.ts';
import { successSchema } from '../lib/envelope.ts';
import { requiredDaySchema, timestampSchema } from '../lib/fields.ts';

/** The first and the last day, both included. */
export const performancePeriodSchema = z.object({ from: requiredDaySchema, to: requiredDaySchema }).check(
  z.refine(({ from, to }) => {
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    return days >= 1 && days <= PERFORMANCE_MAX_DAYS;
  }, `Khoảng thời gian phải từ 1 đến ${PERFORMANCE_MAX_DAYS} ngày`),
);
export type PerformancePeriod = z.infer<typeof performancePeriodSchema>;

/** How long subjects took, from buckets: right to the width of one; null without any. */
const durationSchema = z.object({ count: z.int(), p50Ms: z.nullable(z.int()), p90Ms: z.nullable(z.int()) });
export type Duration = z.infer<typeof durationSchema>;

/** The work of a period, in numbers. */
export const performanceCountsSchema = z.object({
  /** Reports. */
  filed: z.int(),
  closed: z.int(),
  autoClosed: z.int(),
  decisions: z.int(),
  objections: z.int(),
  overturned: z.int(),
  undone: z.int(),
  /** How long subjects took from their first open report on. */
  firstLook: durationSchema,
  closing: durationSchema,
});
export type PerformanceCounts = z.infer<typeof performanceCountsSchema>;

/** Subjects that wait now, in order of their buckets; counted up to {@link PERFORMANCE_COUNTED_UP_TO} each. */
const bucketsSchema = z.array(z.int());

export const performanceSchema = z.object({
  /** Up to when the events are counted; null before the first time. */
  countedAt: z.nullable(timestampSchema),
  /** The numbers of subjects that wait, by due time and by how long they wait. */
  waiting: z.object({ byDue: bucketsSchema, byAge: bucketsSchema }),
  totals: performanceCountsSchema,
  /** Days without anything are left out. */
  days: z.array(z.object({ date: z.string(), filed: z.int(), closed: z.int() })),
  reasons: z.array(z.object({ key: z.string(), counts: performanceCountsSchema })),
  policies: z.array(z.object({ key: z.string(), title: z.string(), counts: performanceCountsSchema })),
  administrators: z.array(
    z.object({
      _id: z.string(),
      /** null where nothing knows it any more. */
      name: z.nullable(z.string()),
      isDeleted: z.boolean(),
      counts: performanceCountsSchema,
    }),
  ),
});
export type Performance = z.infer<typeof performanceSchema>;

export const performanceResponseSchema = successSchema(performanceSchema);

/** Upper ends of the buckets of what waits, in hours from now or of age; the last one has none. */
export const DUE_BUCKETS_HOURS = [-24, 0, 1, 4, 24] as const;
export const AGE_BUCKETS_HOURS = [1, 4, 24, 72, 168] as const;
