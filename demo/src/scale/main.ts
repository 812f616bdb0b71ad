import { parseArgs } from 'node:util';
import { z } from 'zod';
import { parseConfig } from '../../../server/src/app/config.ts';
import { openImageStore } from '../../../server/src/app/open-image-store.ts';
import { systemClock } from '../../../server/src/lib/clock.ts';
import { openDatabase } from '../../../server/src/lib/db/database.ts';
import { migrate } from '../../../server/src/lib/db/migrate.ts';
import { createLogger } from '../../../server/src/lib/logger.ts';
import { seedScaleData, seedScalePosts, seedScaleReports } from './scale-data.ts';
import type { ScaleSizes } from './scale-plan.ts';
import type { PostSizes } from './scale-posts.ts';

const USAGE = `npm run seed -- --users <number> [options]
       npm run seed -- [--posts <number>] [--travel-posts <number>] [--reports <number>]

Fills the database with a large made-up set, for measuring. Accounts have no password.

  --users <number>          how many users
  --posts <number>          feed posts (default: half as many as users); without --users they are by who is there already
  --travel-posts <number>   travel posts (a fifth); likewise
  --likes <number>          likes of both, about (as many)
  --comments <number>       comments on both, about (half)
  --follows <number>        follows, about (as many)
  --reports <number>        reports (as many); without --users they are of what is there already
  --force                   although users who are not the demo's are there

The settings are those of the server (DATA_DIR, DATABASE_URL). It refuses to run with NODE_ENV=production.`;

const PROGRESS_INTERVAL_MS = 2_000;

class UsageError extends Error {}

const count = z
  .string()
  .regex(/^\d{1,8}$/, 'must be a whole number')
  .transform(Number);
const argumentsSchema = z.object({
  users: count.refine((users) => users >= 2, 'must be at least 2').optional(),
  posts: count.optional(),
  'travel-posts': count.optional(),
  likes: count.optional(),
  comments: count.optional(),
  follows: count.optional(),
  reports: count.optional(),
  force: z.boolean().default(false),
});

/** Sizes of a set, or the number of rows to add to an existing one. */
type Wanted = { sizes: ScaleSizes; force: boolean } | { posts: PostSizes; reports: number };

function readArguments(): Wanted {
  const text = { type: 'string' } as const;
  const flags = {
    users: text,
    posts: text,
    'travel-posts': text,
    likes: text,
    comments: text,
    follows: text,
    reports: text,
  };
  let values: object;
  try {
    ({ values } = parseArgs({ options: { ...flags, force: { type: 'boolean' } } }));
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
  const parsed = argumentsSchema.safeParse(values);
  if (!parsed.success) {
    const complaints = parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`);
    throw new UsageError(`${complaints.join('\n')}\n\n${USAGE}`);
  }
  const { users, reports, force, ...given } = parsed.data;
  if (users === undefined) {
    const { posts, 'travel-posts': travelPosts, ...needUsers } = given;
    const isEmpty = posts === undefined && travelPosts === undefined && reports === undefined;
    if (isEmpty || Object.keys(needUsers).length > 0) throw new UsageError(`--users: is missing\n\n${USAGE}`);
    return { posts: { posts: posts ?? 0, travelPosts: travelPosts ?? 0 }, reports: reports ?? 0 };
  }
  const sizes = {
    users,
    posts: given.posts ?? Math.floor(users / 2),
    travelPosts: given['travel-posts'] ?? Math.floor(users / 5),
    likes: given.likes ?? users,
    comments: given.comments ?? Math.floor(users / 2),
    follows: given.follows ?? users,
    reports: reports ?? users,
  };
  return { sizes, force };
}

/** Prints a line at start and end of a step, and every few seconds in between. */
function createProgress(): (step: string, rows?: number) => void {
  const startedAt = performance.now();
  let shown = { step: '', at: 0 };
  return (step, rows) => {
    const now = performance.now();
    if (step === shown.step && now - shown.at < PROGRESS_INTERVAL_MS) return;
    shown = { step, at: now };
    const seconds = ((now - startedAt) / 1_000).toFixed(1).padStart(6);
    console.log(`${seconds} s  ${step}${rows ? `: ${rows.toLocaleString('en')} rows` : ''}`);
  };
}

async function seed(): Promise<void> {
  const wanted = readArguments();
  const config = parseConfig(process.env);
  if (config.isProduction) throw new UsageError('NODE_ENV is production: made-up users have no place there.');
  const logger = createLogger({ level: 'warn' });
  const database = await openDatabase({
    ...config.pool,
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    logger,
  });
  try {
    await migrate(database.connection);
    const onProgress = createProgress();
    const { images } = await openImageStore(config, logger);
    const common = { database, clock: systemClock, images, onProgress };
    let rows = 0;
    if ('sizes' in wanted) {
      rows += await seedScaleData({ ...common, ...wanted });
    } else {
      const { posts, reports } = wanted;
      if (posts.posts + posts.travelPosts > 0) rows += await seedScalePosts({ ...common, sizes: posts });
      if (reports > 0) rows += await seedScaleReports({ ...common, count: reports });
    }
    onProgress('done', rows);
  } finally {
    await database.close();
  }
}

try {
  await seed();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
