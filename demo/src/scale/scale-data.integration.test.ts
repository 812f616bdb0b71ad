import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { reportSnapshotSchema } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import { anyWellFormedText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bulkLoad } from '../../../server/src/lib/db/bulk-load.ts';
import { createDiskImageStore } from '../../../server/src/lib/images/image-store.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../../server/src/testing/counters.ts';
import { createTestDatabase, type TestDatabase } from '../../../server/src/testing/test-database.ts';
import { copyRows } from './copy-rows.ts';
import { ScaleError, seedScaleData, seedScalePosts, seedScaleReports } from './scale-data.ts';

const NOW = new Date('2026-11-21T09:00:00.000Z');
const SIZES = { users: 400, posts: 300, travelPosts: 120, likes: 900, comments: 500, follows: 800, reports: 700 };

/** The indexes and constraints that a bulk load drops and recreates. */
const STRUCTURE = `
  select coalesce(string_agg(line, E'\\n' order by line), '') as lines from (
    select indexdef as line from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
  ) structure`;

let mediaDir: string;
let database: TestDatabase;

const seed = (force = false, sizes = SIZES) =>
  seedScaleData({
    database,
    images: createDiskImageStore(mediaDir),
    clock: { now: () => NOW },
    sizes,
    force,
    onProgress: () => undefined,
  });

async function scalar<T>(query: string): Promise<T> {
  const { rows } = await database.pool.query<{ value: T }>(`select (${query}) as value`);
  return rows[0]?.value as T;
}
const structure = () => scalar<string>(STRUCTURE);

beforeAll(async () => {
  mediaDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-media-'));
});
afterAll(async () => {
  await rm(mediaDir, { recursive: true, force: true });
});
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.close();
});

describe('seedScaleData: scale data', () => {
  test('has the requested size, and counters that agree with a recount', async () => {
    const before = await structure();
    const rows = await seed();
    expect(await structure()).toBe(before);
    expect(await scalar('select count(*) from users')).toBe(SIZES.users);
    expect(await scalar('select count(distinct username) from users')).toBe(SIZES.users);
    expect(await scalar('select count(*) from posts')).toBe(SIZES.posts);
    expect(await scalar('select count(*) from travel_posts')).toBe(SIZES.travelPosts);
    expect(rows).toBeGreaterThan(2_000);
    const likes = await scalar<number>('(select count(*) from post_likes) + (select count(*) from travel_post_likes)');
    expect(likes).toBeGreaterThan(SIZES.likes * 0.7);
    expect(likes).toBeLessThan(SIZES.likes * 1.5);

    // The load writes the counters of each row; a recount that changes a row would leave a new version of it.
    const versions = 'select string_agg(ctid::text, $$,$$ order by id) from ';
    const kept = [
      await scalar(`${versions} accounts`),
      await scalar(`${versions} posts`),
      await scalar(`${versions} travel_posts`),
    ];
    const sums = await scalar('select sum(posts_count + travel_posts_count + followers_count) from users');
    expect(sums).toBeGreaterThan(SIZES.posts);
    await database.pool.query('select rebuild_counters()');
    expect([
      await scalar(`${versions} accounts`),
      await scalar(`${versions} posts`),
      await scalar(`${versions} travel_posts`),
    ]).toEqual(kept);
    expect(await scalar(`select sum(count)::int from total_counts where metric = 'users'`)).toBe(SIZES.users);
  });

  test('contains reports of all types, each with evidence and a history that ends at its status', async () => {
    await seed();
    expect(await scalar('select count(*) from reports')).toBe(SIZES.reports);
    expect(await scalar('select count(distinct (status, subject_type)) from reports')).toBe(16);
    expect(await scalar('select count(distinct reason) from reports')).toBe(7);
    expect(await scalar('select max(reports_count) from report_subject_facets')).toBeGreaterThan(1);
    const wrong = `from reports r left join report_snapshots s on s.id = r.snapshot_id where s.id is null
      or r.reporter_id = r.subject_owner_id or r.created_at > '${NOW.toISOString()}'
      or r.version <> (select count(*) from moderation_events e where e.report_id = r.id)
      or r.status <> coalesce((select to_status from moderation_events e where e.report_id = r.id order by version desc limit 1), 'pending')`;
    expect(await scalar(`select count(*) ${wrong}`)).toBe(0);
    const { rows } = await database.pool.query('select content from report_snapshots');
    for (const { content } of rows) reportSnapshotSchema.parse(content);
    await expectCountersRight(database.db);
    await expectSubjectsReplayed(database.db);
  });

  test('seedScaleReports: adds reports to the existing rows', async () => {
    await seed();
    const before = await structure();
    const more = { database, clock: { now: () => NOW }, count: 250, onProgress: () => undefined };
    await seedScaleReports(more);
    expect(await structure()).toBe(before);
    expect(await scalar('select count(*) from reports')).toBe(SIZES.reports + 250);
    await expectCountersRight(database.db);
    await expectSubjectsReplayed(database.db);
  });

  test('seedScalePosts: adds posts by existing users: few have many, most have some', async () => {
    await seed();
    const before = await structure();
    const sizes = { posts: 2_000, travelPosts: 800 };
    const clock = { now: () => NOW };
    const images = createDiskImageStore(mediaDir);
    expect(await seedScalePosts({ database, images, clock, sizes, onProgress: () => undefined })).toBe(2_800);
    expect(await structure()).toBe(before);
    expect(await scalar('select count(*) from posts')).toBe(SIZES.posts + sizes.posts);
    expect(await scalar('select count(*) from travel_posts')).toBe(SIZES.travelPosts + sizes.travelPosts);
    const early = (table: string) => `select count(*) from ${table} p join users u on u.id = p.author_id
      where p.created_at < u.created_at or p.created_at > '${NOW.toISOString()}'`;
    expect([await scalar(early('posts')), await scalar(early('travel_posts'))]).toEqual([0, 0]);
    expect(await scalar('select max(posts_count) from users')).toBeGreaterThan(20);
    const withPosts = 'select count(*)::float / (select count(*) from users) from users where posts_count > 0';
    expect(await scalar(withPosts)).toBeGreaterThan(0.7);
    await expectCountersRight(database.db);
    await expectSubjectsReplayed(database.db);
  });

  test('throws ScaleError if a set exists already; with force adds to it', async () => {
    await seed();
    await expect(seed()).rejects.toThrow(ScaleError);
    expect(await scalar('select count(*) from users')).toBe(SIZES.users);
    await seed(true);
    expect(await scalar('select count(*) from users')).toBe(2 * SIZES.users);
    expect(await scalar('select count(distinct email) from users')).toBe(2 * SIZES.users);
  });

  test('throws ScaleError if a real user has an account', async () => {
    await database.db.insertInto('users').values({ id: 'p', username: 'Người thật', email: 'toi@congty.vn' }).execute();
    await expect(seed()).rejects.toThrow(/not made up.*--force/);
    expect(await scalar('select count(*) from users')).toBe(1);
    await seed(true);
    expect(await scalar('select count(*) from users')).toBe(SIZES.users + 1);
  });

  test('leaves the database unchanged when it fails half-way', async () => {
    await database.pool.query('alter table follows add constraint nobody check (follower_id is null)');
    const before = await structure();
    await expect(seed()).rejects.toThrow(/nobody/);
    expect(await structure()).toBe(before);
    expect(await scalar('select count(*) from users')).toBe(0);
  });

  test('counts rows inserted afterwards', async () => {
    await seed();
    await database.db.insertInto('users').values({ id: 'n', username: 'Người mới', email: 'moi@congty.vn' }).execute();
    expect(await scalar(`select sum(count)::int from total_counts where metric = 'users'`)).toBe(SIZES.users + 1);
  });

  test('npm run seed: ends with 1 in production', () => {
    const cli = path.join(import.meta.dirname, 'main.ts');
    const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: database.url };
    const { status, stderr } = spawnSync(process.execPath, [cli, '--users', '10'], { env, encoding: 'utf8' });
    expect(stderr).toContain('production');
    expect(status).toBe(1);
  });

  test('npm run seed: prints its usage for wrong arguments', () => {
    const cli = path.join(import.meta.dirname, 'main.ts');
    const { status, stderr } = spawnSync(process.execPath, [cli, '--users', 'many'], { encoding: 'utf8' });
    expect(stderr).toContain('--users: must be a whole number');
    expect(stderr).toContain('npm run seed -- --users <number>');
    expect(status).toBe(1);
  });
});

describe('copyRows: rows sent by COPY', () => {
  test('are stored unchanged, with any content', async () => {
    const client = new pg.Client(database.connection);
    await client.connect();
    try {
      await client.query(
        'create temporary table copied (n int, words text, list text[], flag boolean, at timestamptz(3))',
      );
      const words = anyWellFormedText().map((text) => text.replaceAll('\0', ''));
      const row = fc.record({
        words: fc.oneof(words, fc.constantFrom('\\N', '\\.', '\t\n\r\\', 'NULL', '')),
        list: fc.array(fc.oneof(words, fc.constantFrom('NULL', '', '{a,b}', '"\\'))),
        flag: fc.option(fc.boolean()),
        at: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      });
      const rows = fc.sample(row, 400).map((sample, n) => ({ n, ...sample }));
      const table = { table: 'copied', columns: ['n', 'words', 'list', 'flag', 'at'] };
      expect(await copyRows(client, table, rows, () => undefined)).toBe(rows.length);
      expect((await client.query('select * from copied order by n')).rows).toEqual(rows);
    } finally {
      await client.end();
    }
  });

  test('that break a foreign key roll back the whole load', async () => {
    const client = new pg.Client(database.connection);
    await client.connect();
    try {
      const before = await structure();
      const orphan = [{ id: 'x', author_id: 'nobody', content: 'mồ côi' }];
      const table = { table: 'posts', columns: ['id', 'author_id', 'content'] };
      const load = async () => void (await copyRows(client, table, orphan, () => undefined));
      await expect(bulkLoad(client, ['accounts', 'posts'], load, () => undefined)).rejects.toThrow(/foreign key/);
      expect(await structure()).toBe(before);
      expect(await scalar('select count(*) from posts')).toBe(0);
    } finally {
      await client.end();
    }
  });
});
