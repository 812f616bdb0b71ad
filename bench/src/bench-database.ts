import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Database, openDatabase } from '../../server/src/lib/db/database.ts';
import { migrate } from '../../server/src/lib/db/migrate.ts';
import { createLogger } from '../../server/src/lib/logger.ts';

const BENCH_USERS = 1_000_000;
/** Kept between runs, for it takes minutes to fill. */
export const BENCH_DATA_DIR = path.resolve(import.meta.dirname, '../.data');
const SEED_COMMAND = path.resolve(import.meta.dirname, '../../server/src/seed/cli.ts');

/** Opens the benchmark's own database, and fills it when it is new. The server under test joins the same PostgreSQL. */
export async function openBenchDatabase(): Promise<Database> {
  const logger = createLogger({ level: 'warn' });
  const database = await openDatabase({ dataDir: BENCH_DATA_DIR, logger });
  await migrate(database.connection);
  if ((await countUsers(database)) < BENCH_USERS) {
    console.log(`Filling ${BENCH_DATA_DIR} with ${BENCH_USERS.toLocaleString('en')} users, once…`);
    const env = { ...process.env, DATA_DIR: BENCH_DATA_DIR, DATABASE_URL: '', NODE_ENV: 'development' };
    const child = spawn(process.execPath, [SEED_COMMAND, '--users', String(BENCH_USERS)], { env, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error('the database could not be filled');
  }
  return database;
}

/** Planner's own estimate: good enough to tell full from empty. */
async function countUsers({ pool }: Database): Promise<number> {
  const { rows } = await pool.query(`select sum(count)::int as users from total_counts where metric = 'users'`);
  return rows[0]?.users ?? 0;
}
