import type pg from 'pg';
import { PgBoss } from 'pg-boss';

/** The schema of the library's tables, in our database. */
export const JOB_SCHEMA = 'pgboss';

/** The limit that the library's own scripts set for themselves; calls that enqueue would wait behind them as long. */
const LOCK_TIMEOUT = /\bset local lock_timeout = \d+/gi;

/**
 * Creates the tables of the job library, or brings them up to its version. Those of a later version are left alone.
 * @param client is in no transaction; the library's scripts are transactions themselves
 */
export async function migrateJobSchema(client: pg.Client, lockTimeoutMs: number): Promise<void> {
  const boss = new PgBoss({
    schema: JOB_SCHEMA,
    db: {
      executeSql: (text, values) =>
        client.query(text.replaceAll(LOCK_TIMEOUT, `set local lock_timeout = ${lockTimeoutMs}`), values),
    },
    supervise: false,
    schedule: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
  });
  boss.on('error', () => undefined);
  try {
    await boss.start();
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
}
