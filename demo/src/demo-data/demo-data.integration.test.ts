import { access, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { reportSnapshotSchema } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDemoLogins } from '../../../server/src/app/demo-logins.ts';
import { verifyPassword } from '../../../server/src/auth/password.ts';
import { createDiskImageStore } from '../../../server/src/lib/images/image-store.ts';
import { createLogger } from '../../../server/src/lib/logger.ts';
import { expectSubjectsReplayed } from '../../../server/src/testing/counters.ts';
import { insertCannedReply } from '../../../server/src/testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../../server/src/testing/test-database.ts';
import { seedDemoData } from './demo-data.ts';

const NOW = new Date('2026-11-21T09:00:00.000Z');
const IMAGE_MAX_BYTES = 60 * 1024;
const CONTENT_TABLES = [
  'users',
  'posts',
  'travel_posts',
  'comments',
  'post_likes',
  'travel_post_likes',
  'follows',
  'report_snapshots',
  'reports',
  'moderation_events',
  'announcements',
  'audit_entries',
  'messages',
  'canned_replies',
] as const;

const logger = createLogger({ level: 'warn' });
let database: TestDatabase;
let mediaDir: string;

const seed = (into: TestDatabase) =>
  seedDemoData({ database: into, images: createDiskImageStore(mediaDir), clock: { now: () => NOW }, logger });

async function scalar<T>(query: string, from = database): Promise<T> {
  const { rows } = await from.pool.query<{ value: T }>(`select (${query}) as value`);
  return rows[0]?.value as T;
}

/** The rows of the tables, without salted hashes. */
async function digest(from: TestDatabase): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of [...CONTENT_TABLES, 'conversations']) {
    const row = `(to_jsonb(t) - 'password_hash')::text`;
    digests[table] = await scalar(`select md5(string_agg(${row}, '|' order by ${row})) from ${table} t`, from);
  }
  return digests;
}

async function counters(): Promise<unknown> {
  return scalar(`select jsonb_build_object(
    'total', (select jsonb_object_agg(metric, n) from (select metric, sum(count) n from total_counts group by 1) t),
    'days', (select jsonb_agg(d order by d.metric, d.day) from (select metric, day, sum(count) n from daily_counts group by 1, 2) d),
    'groups', (select jsonb_agg(g order by g::text) from
      (select role, is_disabled, is_verified, gender, sum(count) n from user_group_counts group by 1, 2, 3, 4) g),
    'users', (select jsonb_agg(jsonb_build_array(posts_count, travel_posts_count, followers_count, following_count) order by id) from users),
    'posts', (select jsonb_agg(jsonb_build_array(likes_count, comments_count) order by id) from posts),
    'travel', (select jsonb_agg(jsonb_build_array(likes_count, comments_count) order by id) from travel_posts))`);
}

beforeAll(async () => {
  mediaDir = path.join(await mkdtemp(path.join(os.tmpdir(), 'hai-dang-media-')), 'media');
  database = await createTestDatabase();
  await seed(database);
});
afterAll(async () => {
  await database?.close();
  await rm(path.dirname(mediaDir), { recursive: true, force: true });
});

describe('seedDemoData: demo data', () => {
  test('is identical for the same moment', async () => {
    const other = await createTestDatabase();
    try {
      await seed(other);
      expect(await digest(other)).toEqual(await digest(database));
    } finally {
      await other.close();
    }
  });

  test('is inserted once; a repeat finds its logins, which work', async () => {
    const before = await digest(database);
    const logins = await seed(database);
    expect(await digest(database)).toEqual(before);
    expect(await findDemoLogins(database.db)).toEqual(logins);
    const find = (email: string) =>
      database.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
    const admin = await find(logins.admin.email);
    const user = await find(logins.user.email);
    expect(admin).toMatchObject({ username: 'admin', role: 'admin', is_disabled: false });
    expect(user).toMatchObject({ username: 'Nguyễn Thị Mai', role: 'user', is_disabled: false });
    expect(user.posts_count).toBeGreaterThan(10);
    expect(await verifyPassword(admin.password_hash, logins.admin.password)).toBe(true);
    expect(await verifyPassword(user.password_hash, logins.user.password)).toBe(true);
  });

  test('is rolled back when it fails half-way', async () => {
    const other = await createTestDatabase();
    try {
      await other.pool.query('alter table follows rename to follows_elsewhere');
      await expect(seed(other)).rejects.toThrow(/follows/);
      expect(await scalar('select count(*) from users', other)).toBe(0);
      expect(await findDemoLogins(other.db)).toBeNull();
    } finally {
      await other.close();
    }
  });

  test('leaves existing accounts and canned replies unchanged', async () => {
    const other = await createTestDatabase();
    try {
      const values = { id: 'mine', username: 'admin', email: 'me@company.vn', role: 'admin' };
      await other.db.insertInto('users').values(values).execute();
      await insertCannedReply(other.db, { shortcut: 'CHAO', content: 'Của tôi' });
      await seed(other);
      expect(await scalar(`select count(*) from users where role = 'admin'`, other)).toBe(2);
      expect(await scalar(`select email from users where username = 'admin'`, other)).toBe('me@company.vn');
      expect(await scalar(`select content from canned_replies where shortcut_key = 'chao'`, other)).toBe('Của tôi');
      expect(await scalar('select count(*) from canned_replies', other)).toBeGreaterThan(5);
    } finally {
      await other.close();
    }
  });

  test('agrees with a recount of the counters', async () => {
    const kept = await counters();
    await sql`select rebuild_counters()`.execute(database.db);
    expect(await counters()).toEqual(kept);
  });

  test('has a few hundred users in every state, and one administrator', async () => {
    expect(await scalar('select count(*) from users')).toBeGreaterThan(300);
    expect(await scalar(`select count(*) from users where role = 'admin'`)).toBe(1);
    for (const state of [
      'is_disabled',
      'not is_verified',
      'last_seen_at is null',
      'avatar_url is null',
      'posts_count = 0',
      'posts_count > 10',
      `last_seen_at < '2026-10-21'`,
      `username <> normalize(username, NFD)`,
    ]) {
      expect(await scalar(`select count(*) from users where ${state}`), state).toBeGreaterThan(3);
    }
    const images = await scalar<number[]>('select array_agg(distinct cardinality(image_urls)) from travel_posts');
    expect(images.sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await scalar('select max(length(content)) from travel_posts')).toBeGreaterThan(500);
  });

  test('is spread over 120 days that end today, growing, busier at weekends, and never in the future', async () => {
    const days = await scalar('select count(distinct vietnam_day(created_at)) from posts');
    expect(days).toBeGreaterThan(100);
    const [from, to] = [new Date(NOW.getTime() - 120 * 86_400_000), NOW].map((day) => `'${day.toISOString()}'`);
    for (const table of CONTENT_TABLES) {
      expect(await scalar(`select count(*) from ${table} where created_at not between ${from} and ${to}`), table).toBe(
        0,
      );
    }
    const weekday = `extract(isodow from created_at at time zone 'Asia/Ho_Chi_Minh')`;
    const share = await scalar<number>(`select avg((${weekday} >= 6)::int)::float from posts`);
    expect(share).toBeGreaterThan(0.34);
    const late = await scalar<number>(
      `select avg((created_at > ${to}::timestamptz - interval '60 days')::int)::float from posts`,
    );
    expect(late).toBeGreaterThan(0.6);
    const unseen = await scalar(`select count(*) from posts p join users u on u.id = p.author_id
      where u.last_seen_at is null or u.last_seen_at < p.created_at`);
    expect(unseen).toBe(0);
    const early = await scalar(
      `select count(*) from comments c join posts p on p.id = c.post_id where c.created_at < p.created_at`,
    );
    expect(early).toBe(0);
    expect(await scalar('select count(*) from users where last_seen_at < created_at')).toBe(0);
  });

  test('contains no URL outside this server, and every image that it names is stored and small', async () => {
    const named = await scalar<string[]>(
      `select array_agg(distinct url) from (
         select unnest(image_urls) as url from posts union select unnest(image_urls) from travel_posts
         union select avatar_url from users where avatar_url is not null) named`,
    );
    const names = (await readdir(mediaDir, { withFileTypes: true })).filter((entry) => entry.isFile());
    const files = new Set(names.map(({ name }) => `/media/${name}`));
    expect(named.filter((url) => !files.has(url))).toEqual([]);
    expect([...files].filter((name) => !/^\/media\/[a-f0-9]{32}\.webp$/.test(name))).toEqual([]);
    for (const name of files) {
      const { size } = await stat(path.join(mediaDir, path.basename(name)));
      expect(size).toBeGreaterThan(500);
      expect(size).toBeLessThan(IMAGE_MAX_BYTES);
    }
    const mails = await scalar<number>(
      `select count(*) from users where email !~ '@(example\\.(com|net|org)|[a-z]+\\.example)$'`,
    );
    expect(mails).toBe(0);
    const links = await scalar(
      `select count(*) from (select content from posts union all select content from travel_posts) t where content ~* 'https?://|www\\.'`,
    );
    expect(links).toBe(0);
  });

  test('has reports of the last 60 days in every state, some of one subject, each with evidence and history', async () => {
    expect(await scalar('select count(*) from reports')).toBe(150);
    expect(await scalar('select count(distinct (status, subject_type)) from reports')).toBeGreaterThan(12);
    expect(await scalar('select count(distinct reason) from reports')).toBe(7);
    const days = `extract(days from '${NOW.toISOString()}'::timestamptz - min(created_at))::int`;
    expect(await scalar(`select ${days} from reports`)).toBeLessThanOrEqual(60);
    const { rows: subjects } = await database.pool.query(
      `select reports_count as reports, reporters_count as reporters from moderation_subjects order by 1 desc limit 2`,
    );
    expect(subjects).toEqual([
      { reports: 12, reporters: 9 },
      { reports: 8, reporters: 7 },
    ]);
    const wrong = `from reports r left join report_snapshots s on s.id = r.snapshot_id where s.id is null
      or r.reporter_id = r.subject_owner_id or r.updated_at > '${NOW.toISOString()}'
      or r.version <> (select count(*) from moderation_events e where e.report_id = r.id and e.kind <> 'appealed')
      or r.status <> coalesce((select to_status from moderation_events e where e.report_id = r.id and kind = 'status_set'
                               order by version desc limit 1), 'pending')`;
    expect(await scalar(`select count(*) ${wrong}`)).toBe(0);
    expect(await scalar(`select count(*) from moderation_events where kind = 'disabled'`)).toBeGreaterThan(1);
    expect(await scalar(`select count(*) from moderation_events where kind = 'taken_down'`)).toBeGreaterThan(1);
    const states = await database.pool.query(
      `select d.actions, u.is_disabled, u.disabled_until > '${NOW.toISOString()}' as is_suspended
       from decisions d join users u on u.id = d.owner_id where d.outcome = 'violation' order by d.created_at desc`,
    );
    expect(states.rows).toEqual([
      { actions: ['suspend'], is_disabled: true, is_suspended: true },
      { actions: ['suspend'], is_disabled: false, is_suspended: null },
      { actions: ['suspend'], is_disabled: false, is_suspended: null },
      { actions: ['warn'], is_disabled: false, is_suspended: null },
      { actions: ['disable'], is_disabled: true, is_suspended: null },
    ]);
    const appeals = await database.pool.query(
      `select a.kind, a.outcome, a.due_at < '${NOW.toISOString()}' as is_due, d.undone_at is not null as is_undone
       from appeals a join decisions d on d.id = a.decision_id order by a.due_at`,
    );
    expect(appeals.rows).toEqual([
      { kind: 'owner', outcome: 'upheld', is_due: true, is_undone: false },
      { kind: 'owner', outcome: 'overturned', is_due: true, is_undone: true },
      { kind: 'owner', outcome: null, is_due: true, is_undone: false },
      { kind: 'owner', outcome: null, is_due: false, is_undone: false },
      { kind: 'reporter', outcome: null, is_due: false, is_undone: false },
    ]);
    await expectSubjectsReplayed(database.db);
    const { rows: snapshots } = await database.pool.query('select content from report_snapshots');
    const kept = JSON.stringify(snapshots.map(({ content }) => reportSnapshotSchema.parse(content)));
    const copies = new Set((await readdir(path.join(mediaDir, 'evidence'))).map((name) => `/media/evidence/${name}`));
    const named = kept.match(/\/media\/[^"]+/g) ?? [];
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((url) => !copies.has(url))).toEqual([]);
  });

  test('notifies the administrator of every report; the newest are unread', async () => {
    expect(await scalar('select count(*) from announcements')).toBe(150);
    const isUnread = 'where id >= (select max(read_before) from notification_marks where cleared_before = $$$$)';
    expect(await scalar(`select count(*) from announcements ${isUnread}`)).toBe(7);
    expect(await scalar('select count(*) from announcements where subject_title <> $$$$ and reason <> $$$$')).toBe(150);
    const order = 'select array_agg(report_id order by created_at desc) from';
    const unread = await scalar(`${order} announcements ${isUnread}`);
    expect(unread).toEqual(
      await scalar(
        'select array_agg(id order by created_at desc) from (select * from reports order by created_at desc limit 7) r',
      ),
    );
  });

  test('has conversations of the last days, some unread, numbered without gaps in order of time', async () => {
    expect(await scalar('select count(*) from conversations')).toBeGreaterThan(12);
    expect(await scalar('select count(*) from conversations where unread_count > 0')).toBeGreaterThan(3);
    const asked = await scalar<string>(`select unread_count || ' of ' || last_seq from conversations
      where user_id = (select id from users where username = 'Nguyễn Thị Mai')`);
    expect(asked).toBe('2 of 6');
    const wrong = `from (
        select c.*, u.role, count(*) as messages, min(m.seq) as first, max(m.seq) as last, max(m.created_at) as ended,
          bool_and(m.is_from_admin = (s.role = 'admin') and m.sender_id in (c.user_id, s.id)) as are_senders_right,
          array_agg(m.seq order by m.created_at) = array_agg(m.seq order by m.seq) as is_in_order,
          count(*) filter (where not m.is_from_admin and m.seq > c.admin_read_seq) as unread, max(u.last_seen_at) as seen
        from conversations c join users u on u.id = c.user_id
          left join messages m using (user_id) left join users s on s.id = m.sender_id
        group by c.user_id, u.role) c
      where role <> 'user' or first <> 1 or last <> last_seq or messages <> last_seq or unread <> unread_count
        or not are_senders_right or not is_in_order or user_read_seq > last_seq or ended > seen
        or ended < '${NOW.toISOString()}'::timestamptz - interval '7 days'`;
    expect(await scalar(`select count(*) ${wrong}`)).toBe(0);
  });

  test('has images with captions in conversations', async () => {
    const { rows } = await database.pool.query(`select * from messages where type = 'image'`);
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) {
      expect(row).toMatchObject({
        caption: expect.stringMatching(/\S/),
        content: expect.stringContaining(row.image_name),
      });
      for (const name of [row.image_name, row.image_preview_name]) {
        await access(path.join(mediaDir, 'chat', row.user_id, name));
      }
    }
  });

  test('repeats hardly any text', async () => {
    const repeated = await scalar<number>('select 1 - count(distinct content)::float / count(*) from posts');
    expect(repeated).toBeLessThan(0.05);
    const travelRepeated = await scalar<number>(
      'select 1 - count(distinct content)::float / count(*) from travel_posts',
    );
    expect(travelRepeated).toBeLessThan(0.05);
  });
});
