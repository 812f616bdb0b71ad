import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Database, openDatabase } from '../../server/src/lib/db/database.ts';
import { migrate } from '../../server/src/lib/db/migrate.ts';
import { createLogger } from '../../server/src/lib/logger.ts';

const BENCH_USERS = 1_000_000;
const BENCH_REPORTS = 1_000_000;
/** Kept between runs, for it takes minutes to fill. */
export const BENCH_DATA_DIR = path.resolve(import.meta.dirname, '../.data');
const SEED_COMMAND = path.resolve(import.meta.dirname, '../../server/src/seed/cli.ts');

/** Opens the benchmark's own database, and fills it when it is new. The server under test joins the same PostgreSQL. */
export async function openBenchDatabase(): Promise<Database> {
  return openFilledDatabase(BENCH_DATA_DIR, { users: BENCH_USERS, reports: BENCH_REPORTS });
}

/** Opens a database of the scale set under a folder, and fills it when it is new. */
export async function openFilledDatabase(
  dataDir: string,
  { users, reports }: { users: number; reports: number },
): Promise<Database> {
  const logger = createLogger({ level: 'warn' });
  const database = await openDatabase({ dataDir, logger });
  await migrate(database.connection);
  if ((await countOf(database, 'users')) < users) await fill(dataDir, '--users', users);
  // A database that was filled before there were reports; a few may have been filed while measuring.
  if ((await countOf(database, 'reports')) < reports) await fill(dataDir, '--reports', reports);
  return database;
}

async function fill(dataDir: string, what: '--users' | '--reports', count: number): Promise<void> {
  console.log(`Filling ${dataDir}: ${what.slice(2)}, ${count.toLocaleString('en')}, once…`);
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'development' };
  const child = spawn(process.execPath, [SEED_COMMAND, what, String(count)], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the database could not be filled');
}

/** From the counters, which a load leaves right. */
async function countOf({ pool }: Database, metric: 'users' | 'reports'): Promise<number> {
  const { rows } = await pool.query('select sum(count)::int as count from total_counts where metric = $1', [metric]);
  return rows[0]?.count ?? 0;
}
