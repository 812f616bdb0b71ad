import pg from 'pg';
import { TestClock } from 'pg-boss';
import type { JobRunnerNeeds } from '../lib/jobs/job-runner.ts';
import type { TestDatabase } from './test-database.ts';

/** What a connection says so that the job library's clock in the database is the test's. */
const READS_TEST_CLOCK = '-c pgboss.test_clock=on';

/** A clock that job runners and their database share, and that moves only when a test says so. */
export function createJobsClock({ url }: TestDatabase, start = new Date()) {
  const clock = new TestClock(start);
  const pool = new pg.Pool({ connectionString: url, options: READS_TEST_CLOCK, max: 5 });
  pool.on('error', () => undefined);
  // Those that are just being closed when their database is dropped.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = {
    executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
    setSessionStatements: async () => undefined,
  };
  return {
    /** Lets time pass, with all that happens meanwhile. */
    tick: (ms: number): Promise<void> => clock.tick(ms),
    /** Lets so much time pass as if every server had slept. */
    skip: (ms: number): Promise<void> => clock.setTime(clock.now() + ms),
    overrides: { clock, db } satisfies JobRunnerNeeds['overrides'],
    close: (): Promise<void> => pool.end(),
  };
}

/** Makes jobs that have failed due again, as if their pause were over. */
export async function endPauses({ pool }: Pick<TestDatabase, 'pool'>): Promise<void> {
  await pool.query("update pgboss.job set start_after = now() where state = 'retry'");
}
