import { sql } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';

export type Metric = 'users' | 'posts' | 'travel_posts' | 'reports';

export const statsStore = {
  /** The all-time count of each metric; one that never occurred has no row. */
  readTotals(db: DbOrTx) {
    return db
      .selectFrom('total_counts')
      .select(['metric', sql<number>`sum(count)::bigint`.as('count')])
      .groupBy('metric')
      .execute();
  },

  /** Counts by metric and day (yyyy-MM-dd in Vietnam) from a day on; days without anything have no row. */
  readDays(db: DbOrTx, firstDay: string) {
    return db
      .selectFrom('daily_counts')
      .select(['metric', 'day', sql<number>`sum(count)::bigint`.as('count')])
      .where('day', '>=', firstDay)
      .groupBy(['metric', 'day'])
      .execute();
  },
};
