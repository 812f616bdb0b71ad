import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { expectCountersRight } from '../testing/counters.ts';
import {
  insertAdmin,
  insertComment,
  insertFollow,
  insertLike,
  insertPost,
  insertSession,
  insertTravelPost,
  insertUser,
} from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const remove = (id: string) => testApp.send('DELETE', `/api/admin/users/${id}`);

/** `count` accounts, each of which has something of every kind and to do with all the others. */
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

/** Tables in which an id, or the id of what its owner published, still occurs. */
async function tracesOf(ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'audit_entries'`.execute(
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

test('takes along everything that hangs on the account and puts the others’ counters right', async () => {
  const [first, ...others] = await makeCircle(4);
  if (!first) throw new Error('an empty circle');
  const ids = [first.id, first.post.id, first.travelPost.id, first.hidden.id];
  expect((await tracesOf(ids)).sort()).toEqual(
    ['comments', 'follows', 'post_likes', 'posts', 'sessions', 'travel_post_likes', 'travel_posts', 'users'].sort(),
  );
  const answer = await remove(first.id);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ success: true, message: expect.any(String) });
  expect(await tracesOf(ids)).toEqual([]);
  for (const { id, post } of others) {
    const { data: user } = (await testApp.post(`/api/admin/users/detail/${id}`)).json();
    expect(user).toMatchObject({ followersCount: 2, followingCount: 2, postsCount: 1, travelPostsCount: 1 });
    const { data } = (await testApp.post(`/api/admin/posts/${post.id}`)).json();
    expect(data).toMatchObject({ likesCount: 3, commentsCount: 3 });
  }
  await expectCountersRight(testApp.database.db);
});

test('is all or nothing: if its entry in the trail cannot be written, everything stays', async () => {
  const { db } = testApp.database;
  const [first] = await makeCircle(3);
  await sql`
    create function fail_deletion() returns trigger language plpgsql as $$
    begin if new.action = 'user.delete' then raise exception 'no room left'; end if; return new; end $$`.execute(db);
  await sql`create trigger fail before insert on audit_entries for each row execute function fail_deletion()`.execute(
    db,
  );
  const before = await fingerprint(db);
  const answer = await remove(first?.id ?? '');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ code: 'INTERNAL_ERROR' });
  expect(answer.body).not.toContain('no room left');
  expect(await fingerprint(db)).toEqual(before);
  await sql`drop trigger fail on audit_entries`.execute(db);
  expect((await remove(first?.id ?? '')).statusCode).toBe(200);
});

test('of an account that many follow and like is done in steps, each short enough for a statement’s time', async () => {
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
    select 'note ' || n, ${id}, 'new_report', now() from generate_series(1, 5001) n`.execute(db);
  await sql`
    create function refuse_long_deletion() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > tg_argv[0]::integer then raise exception 'too much at once'; end if;
      return null;
    end $$`.execute(db);
  const limits = { follows: 1_000, post_likes: 1_000, notifications: 5_000 };
  for (const [table, most] of Object.entries(limits)) {
    await sql`
      create trigger refuse_long_deletion after delete on ${sql.table(table)} referencing old table as gone
      for each statement execute function refuse_long_deletion(${sql.lit(most)})`.execute(db);
  }
  expect((await remove(id)).statusCode).toBe(200);
  for (const table of Object.keys(limits)) {
    await sql`drop trigger refuse_long_deletion on ${sql.table(table)}`.execute(db);
  }
  expect(await tracesOf([id, post.id])).toEqual([]);
  await expectCountersRight(db);
});

test('by two at once is done once', async () => {
  const { id } = await insertUser(testApp.database.db);
  const answers = await Promise.all([remove(id), remove(id)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
});

test('of a circle of accounts all at once ends well, with the counters right', async () => {
  const members = await makeCircle(8);
  const bystander = await insertUser(testApp.database.db);
  for (const { id } of members) {
    await insertFollow(testApp.database.db, id, bystander.id);
    await insertFollow(testApp.database.db, bystander.id, id);
  }
  const answers = await Promise.all(members.map(({ id }) => remove(id)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(members.map(() => 200));
  const { data } = (await testApp.post(`/api/admin/users/detail/${bystander.id}`)).json();
  expect(data).toMatchObject({ followersCount: 0, followingCount: 0 });
  await expectCountersRight(testApp.database.db);
});

test('leaves the trail of what the account did', async () => {
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
