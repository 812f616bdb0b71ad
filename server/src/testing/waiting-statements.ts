import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Db } from '../lib/db/database.ts';

/** On a loaded machine a call may take long to reach the lock. */
const WITHIN_MS = 15_000;

/** Waits until this many statements on a test's own database wait for a lock. */
export const untilStatementsWait = (db: Db, count: number): Promise<void> =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    expect(rows).toHaveLength(count);
  }, WITHIN_MS);
