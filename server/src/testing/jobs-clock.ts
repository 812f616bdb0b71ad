import pg from 'pg';
import { TestClock } from 'pg-boss';
import type { JobRunnerOptions } from '../lib/jobs/job-runner.ts';
import type { TestDatabase } from './test-database.ts';

/** The connection option that gives the job library's clock in the database the test's time. */
const READS_TEST_CLOCK = '-c pgboss.test_clock=on';

/** A clock shared by job runners and their database, moved only by the test. */
export function createJobsClock({ url }: TestDatabase, start = new Date()) {
  const clock = new TestClock(start);
  const pool = new pg.Pool({ connectionString: url, options: READS_TEST_CLOCK, max: 5 });
  pool.on('error', () => undefined);
  // Connections that are being closed when their database is dropped.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = {
    executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
    setSessionStatements: async () => undefined,
  };
  return {
    now: (): number => clock.now(),
    /** Advances the time and runs everything that is due meanwhile. */
    tick: (ms: number): Promise<void> => clock.tick(ms),
    /** Advances the time at once, as if every server had slept. */
    skip: (ms: number): Promise<void> => clock.setTime(clock.now() + ms),
    overrides: { clock, db } satisfies JobRunnerOptions['overrides'],
    close: (): Promise<void> => pool.end(),
  };
}

/** Makes failed jobs due again, as if their backoff were over. */
export async function endPauses({ pool }: Pick<TestDatabase, 'pool'>): Promise<void> {
  await pool.query("update pgboss.job set start_after = now() where state = 'retry'");
}
