import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendMessage } from '../chat/messages/send-messages.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { expectCountersRight } from '../testing/counters.ts';
import {
  insertAdmin,
  insertComment,
  insertFollow,
  insertLike,
  insertPost,
  insertReport,
  insertSession,
  insertTravelPost,
  insertUser,
} from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { resumePurges } from './delete-user.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const remove = (id: string) => testApp.send('DELETE', `/api/admin/users/${id}`);
const purge = () => testApp.services.jobs.runDue({ log: { warn: fail } });
const fail = (details: unknown) => {
  throw new Error(`a step failed: ${JSON.stringify(details)}`);
};

/** `count` accounts, each with rows of every type and relations to all the others. */
async function makeCircle(count: number) {
  const { db } = testApp.database;
  const members = await Promise.all(
    Array.from({ length: count }, async () => {
      const { id } = await insertUser(db);
      const post = await insertPost(db, id);
      const travelPost = await insertTravelPost(db, id);
      const hidden = await insertTravelPost(db, id, { deleted_at: testApp.clock.now() });
      await insertSession(db, id);
      return { id, post, travelPost, hidden };
    }),
  );
  for (const { id } of members) {
    for (const { id: otherId, post, travelPost, hidden } of members) {
      if (id !== otherId) await insertFollow(db, id, otherId);
      for (const parent of [{ postId: post.id }, { travelPostId: travelPost.id }, { travelPostId: hidden.id }]) {
        await insertComment(db, id, parent);
        await insertLike(db, id, parent);
      }
    }
  }
  return members;
}

/** Tables that still contain an id, or the id of its owner's content, beside those of what administrators did. */
async function tracesOf(ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all('{audit_entries,moderation_subjects,moderation_events}')`.execute(
    testApp.database.db,
  );
  const traces: string[] = [];
  for (const { name } of rows) {
    const found = await sql`select 1 from ${sql.table(name)} t
      where exists (select from unnest(${ids}::text[]) id where strpos(t::text, id) > 0) limit 1`.execute(
      testApp.database.db,
    );
    if (found.rows.length > 0) traces.push(name);
  }
  return traces;
}

test('deleteUser: after its job nothing of the account is left, and the others’ counters are right', async () => {
  const [first, ...others] = await makeCircle(4);
  if (!first) throw new Error('an empty circle');
  const ids = [first.id, first.post.id, first.travelPost.id, first.hidden.id];
  expect((await tracesOf(ids)).sort()).toEqual(
    [
      'accounts',
      'comments',
      'follows',
      'post_likes',
      'post_texts',
      'posts',
      'sessions',
      'travel_post_likes',
      'travel_post_texts',
      'travel_posts',
    ].sort(),
  );
  const response = await remove(first.id);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ success: true, message: expect.any(String) });
  await expectCountersRight(testApp.database.db);
  await purge();
  expect(await tracesOf(ids)).toEqual([]);
  for (const { id, post } of others) {
    const { data: user } = (await testApp.post(`/api/admin/users/detail/${id}`)).json();
    expect(user).toMatchObject({ followersCount: 2, followingCount: 2, postsCount: 1, travelPostsCount: 1 });
    const { data } = (await testApp.post(`/api/admin/posts/${post.id}`)).json();
    expect(data).toMatchObject({ likesCount: 3, commentsCount: 3 });
  }
  await expectCountersRight(testApp.database.db);
});

test('resumePurges: a closed account without a job, as a backup brings it back, is purged', async () => {
  const { database, services } = testApp;
  const { id } = await insertUser(database.db);
  const post = await insertPost(database.db, id);
  await insertReport(database.db, { itemType: 'Post', itemId: post.id, itemAuthorId: id });
  expect((await remove(id)).statusCode).toBe(200);
  await database.pool.query('delete from pgboss.job');
  await purge();
  expect(await tracesOf([id])).toContain('accounts');
  await resumePurges(services.app);
  await resumePurges(services.app);
  expect((await database.pool.query('select from pgboss.job')).rowCount).toBe(1);
  await purge();
  expect(await database.db.selectFrom('accounts').select('id').where('id', '=', id).execute()).toEqual([]);
  expect(await database.db.selectFrom('posts').select('id').where('id', '=', post.id).execute()).toEqual([]);
});

test('deleteUser: if its audit entry cannot be written, nothing changes', async () => {
  const { db } = testApp.database;
  const [first] = await makeCircle(3);
  await sql`
    create function fail_deletion() returns trigger language plpgsql as $$
    begin if new.action = 'user.delete' then raise exception 'no room left'; end if; return new; end $$`.execute(db);
  await sql`create trigger fail before insert on audit_entries for each row execute function fail_deletion()`.execute(
    db,
  );
  const before = await fingerprint(db);
  const response = await remove(first?.id ?? '');
  expect(response.statusCode).toBe(500);
  expect(response.json()).toMatchObject({ code: 'INTERNAL_ERROR' });
  expect(response.body).not.toContain('no room left');
  expect(await fingerprint(db)).toEqual(before);
  await sql`drop trigger fail on audit_entries`.execute(db);
  expect((await remove(first?.id ?? '')).statusCode).toBe(200);
});

test('purge: of an account with many followers and likes, each step deletes few rows', async () => {
  const { db } = testApp.database;
  const { id } = await insertAdmin(db);
  const post = await insertPost(db, id);
  await sql`
    insert into users (id, username, email)
    select 'fan ' || n, 'Fan ' || n, 'fan' || n || '@example.test' from generate_series(1, 1001) n`.execute(db);
  await sql`insert into follows (follower_id, followee_id) select 'fan ' || n, ${id} from generate_series(1, 1001) n`.execute(
    db,
  );
  await sql`insert into post_likes (post_id, user_id) select ${post.id}, 'fan ' || n from generate_series(1, 1001) n`.execute(
    db,
  );
  await sql`
    insert into notifications (id, admin_id, type, created_at)
    select 'note ' || n, ${id}, 'new_report', now() from generate_series(1, 1001) n`.execute(db);
  await sql`
    insert into notification_exceptions (admin_id, announcement_id, is_deleted)
    select ${id}, 'announcement ' || n, true from generate_series(1, 1001) n`.execute(db);
  await sql`
    create function reject_long_deletion() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > tg_argv[0]::integer then raise exception 'too much at once'; end if;
      return null;
    end $$`.execute(db);
  const limits = { follows: 50, post_likes: 100, notifications: 50, notification_exceptions: 50 };
  for (const [table, most] of Object.entries(limits)) {
    await sql`
      create trigger reject_long_deletion after delete on ${sql.table(table)} referencing old table as gone
      for each statement execute function reject_long_deletion(${sql.lit(most)})`.execute(db);
  }
  expect((await remove(id)).statusCode).toBe(200);
  await purge();
  for (const table of Object.keys(limits)) {
    await sql`drop trigger reject_long_deletion on ${sql.table(table)}`.execute(db);
  }
  expect(await tracesOf([id, post.id])).toEqual([]);
  await expectCountersRight(db);
});

test('deleteUser: two calls at once delete once', async () => {
  const { id } = await insertUser(testApp.database.db);
  const responses = await Promise.all([remove(id), remove(id)]);
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
});

test('purge: of accounts that follow each other, all at once by two servers, ends with the counters right', async () => {
  const members = await makeCircle(8);
  const bystander = await insertUser(testApp.database.db);
  for (const { id } of members) {
    await insertFollow(testApp.database.db, id, bystander.id);
    await insertFollow(testApp.database.db, bystander.id, id);
  }
  const responses = await Promise.all(members.map(({ id }) => remove(id)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(members.map(() => 200));
  await Promise.all([purge(), purge()]);
  expect(await tracesOf(members.flatMap(({ id, post, hidden }) => [id, post.id, hidden.id]))).toEqual([]);
  const { data } = (await testApp.post(`/api/admin/users/detail/${bystander.id}`)).json();
  expect(data).toMatchObject({ followersCount: 0, followingCount: 0 });
  await expectCountersRight(testApp.database.db);
});

test('deleteUser: leaves the audit entries about the account', async () => {
  const { db } = testApp.database;
  const { id } = await insertUser(db);
  await testApp.post(`/api/admin/users/${id}/disable`);
  await remove(id);
  const entries = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('target_id', '=', id)
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(['user.disable', 'user.delete']);
});

describe('deleteUser: an account that is being deleted', () => {
  const NAME = 'Trịnh Thị Đang Xóa';
  const EMAIL = 'dang.xoa@example.test';

  async function close() {
    const { db } = testApp.database;
    const user = await insertUser(db, {
      username: NAME,
      email: EMAIL,
      phone: '0912345678',
      postal_address: '12 Lê Lợi, Huế',
      bio: 'Thích biển',
      hometown: 'Huế',
      avatar_url: '/media/0123456789abcdef.webp',
      last_seen_at: testApp.clock.now(),
    });
    const other = await insertUser(db);
    const post = await insertPost(db, user.id, { image_urls: ['/media/fedcba9876543210.webp'] });
    const travelPost = await insertTravelPost(db, user.id);
    const elsewhere = await insertPost(db, other.id);
    const own = await insertComment(db, user.id, { postId: elsewhere.id });
    const under = await insertComment(db, other.id, { postId: post.id });
    const draft = { content: 'Xin chào', tempId: `t-${user.id}`, image: null };
    await sendMessage(testApp.services.app, draft, { userId: user.id, senderId: user.id, isFromAdmin: false });
    const token = await insertSession(db, user.id, testApp.clock.now());
    const before = (await testApp.post('/api/admin/dashboard-stats')).json().data.users.total;
    expect((await remove(user.id)).statusCode).toBe(200);
    return { user, other, post, travelPost, elsewhere, own, under, token, before };
  }
  /** The whole response as text, to search it. */
  async function read(url: string, body: unknown = {}): Promise<string> {
    const response = await testApp.post(url, body);
    expect([url, response.statusCode]).toEqual([url, 200]);
    return response.body;
  }

  test('is in no list, search, count or detail, nor is its content', async () => {
    const { user, post, travelPost, elsewhere, own, under, before } = await close();
    const lists = [
      await read('/api/admin/users'),
      await read('/api/admin/users', { limit: 100, sort: 'oldest' }),
      await read('/api/admin/users/search', { searchTerm: 'đang xóa', filters: {} }),
      await read('/api/admin/users/search', { searchTerm: 'deleted', filters: {} }),
      await read('/api/admin/users/search', { searchTerm: '', filters: { status: 'banned' } }),
      await read('/api/admin/online-users', { search: '' }),
      await read('/api/admin/online-users', { search: 'đang xóa' }),
      await read('/api/admin/chat/search', { searchTerm: 'xin chào' }),
      await read(`/api/admin/posts/${elsewhere.id}`),
    ];
    for (const list of lists) {
      expect(list).not.toContain(user.id);
      expect(list).not.toContain(NAME);
      expect(list).not.toContain('deleted:');
    }
    expect((await testApp.post('/api/admin/dashboard-stats')).json().data.users.total).toBe(before - 1);
    const gone = [
      `/api/admin/users/detail/${user.id}`,
      `/api/admin/users/${user.id}/status`,
      `/api/admin/users/${user.id}/disable`,
      `/api/admin/users/${user.id}/enable`,
      `/api/admin/users/${user.id}/posts`,
      `/api/admin/users/${user.id}/travel`,
      `/api/admin/chat/${user.id}`,
      `/api/admin/posts/${post.id}`,
      `/api/admin/travel/${travelPost.id}`,
      `/api/admin/comments/${own.id}`,
      `/api/admin/comments/${under.id}`,
    ];
    for (const url of gone) expect([url, (await testApp.post(url)).statusCode]).toEqual([url, 404]);
    const urls = [`users/${user.id}`, `deletePost/${post.id}`, `travel/${travelPost.id}`, `comments/${own.id}`];
    for (const url of urls) {
      expect([url, (await testApp.send('DELETE', `/api/admin/${url}`)).statusCode]).toEqual([url, 404]);
    }
    await purge();
  });

  test('is reported as being deleted until the job is done', async () => {
    const { user } = await close();
    const response = () => testApp.post(`/api/admin/users/detail/${user.id}`);
    expect((await response()).json()).toMatchObject({ code: 'USER_NOT_FOUND', details: { isBeingDeleted: true } });
    await purge();
    expect((await response()).json()).toMatchObject({ code: 'USER_NOT_FOUND' });
    expect((await response()).json()).not.toHaveProperty('details');
  });

  test('cannot sign in, and its name and e-mail are free', async () => {
    const { user, token } = await close();
    const { db } = testApp.database;
    expect((await testApp.send('POST', '/api/reports/create', { token, body: {} })).statusCode).toBe(401);
    const row = await db.selectFrom('accounts').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    for (const personal of [NAME, EMAIL, '0912345678', 'Lê Lợi', 'Thích biển', 'Huế', '/media/']) {
      expect(JSON.stringify(row)).not.toContain(personal);
    }
    const next = await insertUser(db, { username: NAME, email: EMAIL });
    await remove(next.id);
    await purge();
  });

  test('serves no image of this account alone', async () => {
    const { mediaStore } = await import('../media/media.store.ts');
    const { db } = testApp.database;
    await close();
    for (const key of ['0123456789abcdef.webp', 'fedcba9876543210.webp']) {
      expect(await mediaStore.isPublic(db, key)).toBe(false);
    }
    await purge();
  });
});

test('deleteUser: the audit entry has id, name, role and counts, and nothing else of the account', async () => {
  const { db } = testApp.database;
  const user = await insertUser(db, { phone: '0912345678', postal_address: '12 Lê Lợi', bio: 'Thích biển' });
  await insertPost(db, user.id, { content: 'Nội dung riêng' });
  await remove(user.id);
  const entry = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('target_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    target_name: user.username,
    before: {
      _id: user.id,
      username: user.username,
      role: 'user',
      followersCount: 0,
      followingCount: 0,
      postsCount: 1,
      travelPostsCount: 0,
    },
    after: { sessionsEnded: 0 },
  });
  expect(Object.keys(entry.before as object)).toHaveLength(7);
  await purge();
});

test('purge: rows written to a closed account meanwhile are purged too', async () => {
  const { db } = testApp.database;
  const [user, other] = [await insertUser(db), await insertUser(db)];
  await remove(user.id);
  await insertFollow(db, other.id, user.id);
  const late = await insertPost(db, user.id);
  await purge();
  expect(await tracesOf([user.id, late.id])).toEqual([]);
  await expectCountersRight(db);
});
