import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Database, openDatabase } from '../../server/src/lib/db/database.ts';
import { migrate } from '../../server/src/lib/db/migrate.ts';
import { createLogger } from '../../server/src/lib/logger.ts';

/** An override for trial runs; the results contain the actual number. */
export const BENCH_USERS = Number(process.env['BENCH_USERS'] || 1_000_000);
const BENCH_REPORTS = BENCH_USERS;
/** Feed and travel posts together. */
export const POSTS_A_USER = 5;
const BENCH_POSTS = POSTS_A_USER * BENCH_USERS;
/** The same proportion, of seven, as in a scale set of users. */
const FEED_SHARE = 5 / 7;
/** Kept between runs: filling takes minutes. */
export const BENCH_DATA_DIR = path.resolve(import.meta.dirname, '../.data');
const SEED_COMMAND = path.resolve(import.meta.dirname, '../../demo/src/scale/main.ts');

/** Numbers of the measured rows; posts of both types together. */
interface FilledSizes {
  users: number;
  posts: number;
  reports: number;
}

/** Opens the benchmark's own database, and fills it if it is new. The server under test joins the same PostgreSQL. */
export async function openBenchDatabase(): Promise<Database> {
  return openFilledDatabase(BENCH_DATA_DIR, { users: BENCH_USERS, posts: BENCH_POSTS, reports: BENCH_REPORTS });
}

/** Opens a database with a scale set in a folder, and fills it if it is new. */
export async function openFilledDatabase(dataDir: string, sizes: FilledSizes): Promise<Database> {
  const logger = createLogger({ level: 'warn' });
  const database = await openDatabase({ dataDir, logger });
  await migrate(database.connection);
  if ((await countOf(database, 'users')) < sizes.users) await fill(dataDir, { users: sizes.users });
  // An older database has fewer posts, or reports; a few may have been filed by measurements.
  const posts = sizes.posts - (await countOf(database, 'posts')) - (await countOf(database, 'travel_posts'));
  if (posts > 0) {
    const feed = Math.round(posts * FEED_SHARE);
    await fill(dataDir, { posts: feed, 'travel-posts': posts - feed });
  }
  const reports = sizes.reports - (await countOf(database, 'reports'));
  if (reports > 0) await fill(dataDir, { reports });
  return database;
}

type Filling = Partial<Record<'users' | 'posts' | 'travel-posts' | 'reports', number>>;

async function fill(dataDir: string, what: Filling): Promise<void> {
  const texts = Object.entries(what).map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
  console.log(`Filling ${dataDir}: ${texts.join(', ')}, once…`);
  const flags = Object.entries(what).flatMap(([name, count]) => [`--${name}`, String(count)]);
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'development' };
  const child = spawn(process.execPath, [SEED_COMMAND, ...flags], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the database could not be filled');
}

/** Reads the number from the counters, which a bulk load leaves correct. */
async function countOf({ pool }: Database, metric: 'users' | 'posts' | 'travel_posts' | 'reports'): Promise<number> {
  const { rows } = await pool.query('select sum(count)::int as count from total_counts where metric = $1', [metric]);
  return rows[0]?.count ?? 0;
}
