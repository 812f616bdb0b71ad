import pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../../server/src/lib/clock.ts';
import { bulkLoad } from '../../../server/src/lib/db/bulk-load.ts';
import { type Database, onClient } from '../../../server/src/lib/db/database.ts';
import type { ImageStore } from '../../../server/src/lib/images/image-store.ts';
import { replaySubjects } from '../../../server/src/moderation/subjects/replay-subjects.ts';
import { createDemoImages } from '../images/demo-images.ts';
import { copyRows } from './copy-rows.ts';
import { createScalePlan, type ScaleSizes } from './scale-plan.ts';
import { COUNT_POSTS, POST_TABLES, type PostSizes, postTables } from './scale-posts.ts';
import { COUNT_REPORTS, REPORT_TABLES, reportTables, STAGE_EVENTS, STORE_EVENTS } from './scale-reports.ts';
import { type ScaleTable, scaleTables } from './scale-rows.ts';

/** The row of app_meta with the number of users of scale sets in this database. */
const SCALE_DATA_KEY = 'scale_data';
const scaleMarkSchema = z.object({ users: z.int() });

/** The first numbers are the demo's. */
const FIRST_SERIAL = 1_000;
const TABLES = [
  'accounts',
  'posts',
  'travel_posts',
  'comments',
  'post_likes',
  'travel_post_likes',
  'follows',
  'post_texts',
  'travel_post_texts',
  'comment_texts',
  ...REPORT_TABLES,
];
/** E-mails of the demo data and of scale sets; any other belongs to a real user. */
const MADE_UP_EMAIL = '@(example\\.(com|net|org)|[a-z]+\\.example)$';

/** This database must not be filled; the message contains the reason and the remedy. */
export class ScaleError extends Error {
  override name = 'ScaleError';
}

interface Options {
  database: Pick<Database, 'db' | 'connection'>;
  images: ImageStore;
  clock: Clock;
  sizes: ScaleSizes;
  /** Fill it although it contains other data. */
  force: boolean;
  /** Called when a step starts, and with the number of its finished rows. */
  onProgress: (step: string, rows?: number) => void;
}

/**
 * Fills the database with a large generated set, in one transaction that locks out all other clients.
 * @returns the number of rows
 * @throws {ScaleError} if it contains other than demo data and `force` is not set
 */
export async function seedScaleData(options: Options): Promise<number> {
  const { database, images, clock, sizes, force, onProgress } = options;
  const present = await presentUsers(database.db);
  if (!force && present.scale > 0) {
    throw new ScaleError(`This database holds ${present.scale} made-up users already; --force adds more.`);
  }
  if (!force && present.hasRealUsers) {
    throw new ScaleError('This database holds users who are not made up; --force adds made-up ones to them.');
  }
  onProgress('storing images');
  const demoImages = createDemoImages();
  await demoImages.render(images);

  onProgress('deciding who does what');
  const now = clock.now().getTime();
  const firstSerial = FIRST_SERIAL + present.scale;
  const plan = createScalePlan(sizes, firstSerial, now);
  return withClient(database, async (client) => {
    let total = 0;
    const load = async () => {
      total += await copyTables(client, scaleTables(plan, demoImages, firstSerial, now), onProgress);
      const reports = { count: sizes.reports, stream: String(firstSerial), now };
      total += await copyReports(client, reports, onProgress);
      const mark = JSON.stringify({ users: present.scale + sizes.users });
      await client.query(
        'insert into app_meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
        [SCALE_DATA_KEY, mark],
      );
    };
    await bulkLoad(client, TABLES, load, onProgress);
    return total;
  });
}

/**
 * Adds generated reports on existing subjects, in one transaction.
 * @returns the number of rows
 */
export async function seedScaleReports({
  database,
  clock,
  count,
  onProgress,
}: Pick<Options, 'database' | 'clock' | 'onProgress'> & { count: number }): Promise<number> {
  const now = clock.now().getTime();
  return withClient(database, async (client) => {
    let total = 0;
    const load = async () => {
      total = await copyReports(client, { count, stream: `alone ${now}`, now }, onProgress);
    };
    await bulkLoad(client, REPORT_TABLES, load, onProgress, COUNT_REPORTS);
    return total;
  });
}

/**
 * Adds generated posts by existing users, in one transaction.
 * @returns the number of rows
 */
export async function seedScalePosts({
  database,
  images,
  clock,
  sizes,
  onProgress,
}: Omit<Options, 'sizes' | 'force'> & { sizes: PostSizes }): Promise<number> {
  onProgress('storing images');
  const demoImages = createDemoImages();
  await demoImages.render(images);
  const now = clock.now().getTime();
  return withClient(database, async (client) => {
    let total = 0;
    const load = async () => {
      onProgress('loading authors');
      const tables = await postTables(client, { sizes, stream: `alone ${now}`, now, demoImages });
      total = await copyTables(client, tables, onProgress);
    };
    await bulkLoad(client, POST_TABLES, load, onProgress, COUNT_POSTS);
    // The counters left a dead row for nearly every user; without this the table would stay twice as large.
    onProgress('vacuum full accounts');
    await client.query('vacuum (full, analyze) accounts');
    return total;
  });
}

/** A separate connection: statements of the pool would time out. */
async function withClient<T>({ connection }: Options['database'], work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'hai-dang-seed' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Copies reports with their evidence and events. */
async function copyReports(
  client: pg.Client,
  reports: Parameters<typeof reportTables>[1],
  onProgress: Options['onProgress'],
): Promise<number> {
  await client.query(STAGE_EVENTS);
  const total = await copyTables(client, await reportTables(client, reports), onProgress);
  onProgress('numbering the events');
  await client.query(STORE_EVENTS);
  onProgress('replaying the events');
  await replaySubjects(onClient(client));
  return total;
}

async function copyTables(
  client: pg.Client,
  tables: readonly ScaleTable[],
  onProgress: Options['onProgress'],
): Promise<number> {
  let total = 0;
  for (const { table, columns, rows } of tables) {
    onProgress(table, 0);
    const count = await copyRows(client, { table, columns }, rows(), (sent) => onProgress(table, sent));
    onProgress(table, count);
    total += count;
  }
  return total;
}

async function presentUsers(db: Database['db']): Promise<{ scale: number; hasRealUsers: boolean }> {
  const mark = await db.selectFrom('app_meta').select('value').where('key', '=', SCALE_DATA_KEY).executeTakeFirst();
  const realUser = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'user')
    .where('email', '!~', MADE_UP_EMAIL)
    .limit(1)
    .executeTakeFirst();
  return { scale: mark ? scaleMarkSchema.parse(mark.value).users : 0, hasRealUsers: realUser !== undefined };
}
