import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { expectCountersRight, readCounters } from '../testing/counters.ts';
import { insertComment, insertLike, insertPost, insertTravelPost, insertUser } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';

const MINUTE_MS = 60_000;
let testApp: TestApp;
let authorId: string;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  ({ id: authorId } = await insertUser(testApp.database.db));
});

const remove = (id: string) => testApp.send('DELETE', `/api/admin/travel/${id}`);
const restore = (id: string) => testApp.post(`/api/admin/travel/${id}/restore`);
const totals = async () => (await testApp.post('/api/admin/dashboard-stats')).json().data.posts;
const travelIds = async () =>
  (await testApp.post(`/api/admin/users/${authorId}/travel`))
    .json()
    .data.travelPosts.map(({ _id }: { _id: string }) => _id);

/** A travel post that somebody has commented on and liked. */
async function discussedTravelPost() {
  const { db } = testApp.database;
  const { id } = await insertTravelPost(db, authorId);
  const comment = await insertComment(db, authorId, { travelPostId: id });
  await insertLike(db, authorId, { travelPostId: id });
  return { id, commentId: comment.id };
}

test('deleting a post takes its comments and likes along, for good', async () => {
  const { db } = testApp.database;
  const { id } = await insertPost(db, authorId);
  const comment = await insertComment(db, authorId, { postId: id });
  await insertLike(db, authorId, { postId: id });
  const kept = await insertPost(db, authorId);
  const before = await totals();

  expect((await testApp.send('DELETE', `/api/admin/deletePost/${id}`)).statusCode).toBe(200);
  expect((await testApp.post(`/api/admin/posts/${id}`)).statusCode).toBe(404);
  expect((await testApp.post(`/api/admin/comments/${comment.id}`)).statusCode).toBe(404);
  expect(await db.selectFrom('post_likes').selectAll().where('post_id', '=', id).execute()).toEqual([]);
  const { data } = (await testApp.post(`/api/admin/users/${authorId}/posts`)).json();
  expect(data.posts.map(({ _id }: { _id: string }) => _id)).toEqual([kept.id]);
  expect(data.pagination).toMatchObject({ totalPosts: 1, totalPages: 1 });
  expect((await totals()).feeds.total).toBe(before.feeds.total - 1);
  await expectCountersRight(db);
});

describe('a deleted travel post', () => {
  test('is seen nowhere, nor is what stands under it, and counts nowhere', async () => {
    const { id, commentId } = await discussedTravelPost();
    const kept = await discussedTravelPost();
    const before = await totals();
    expect((await remove(id)).statusCode).toBe(200);
    expect(await travelIds()).toEqual([kept.id]);
    expect((await testApp.post(`/api/admin/travel/${id}`)).json()).toMatchObject({ code: 'TRAVEL_POST_NOT_FOUND' });
    expect((await testApp.post(`/api/admin/comments/${commentId}`)).json()).toMatchObject({
      code: 'COMMENT_NOT_FOUND',
    });
    expect((await testApp.post(`/api/admin/comments/${kept.commentId}`)).statusCode).toBe(200);
    const { data: user } = (await testApp.post(`/api/admin/users/detail/${authorId}`)).json();
    expect(user.travelPostsCount).toBe(1);
    expect((await totals()).travelPosts).toEqual({
      total: before.travelPosts.total - 1,
      new: before.travelPosts.new - 1,
    });
    await expectCountersRight(testApp.database.db);
  });

  test('comes back whole when restored', async () => {
    const { db } = testApp.database;
    const { id, commentId } = await discussedTravelPost();
    const read = async () => (await testApp.post(`/api/admin/travel/${id}`)).json().data;
    const before = { post: await read(), counters: await readCounters(db) };
    await remove(id);
    expect((await restore(id)).json()).toEqual({ success: true, message: expect.any(String) });
    expect({ post: await read(), counters: await readCounters(db) }).toEqual(before);
    expect(before.post).toMatchObject({ likesCount: 1, commentsCount: 1 });
    expect((await testApp.post(`/api/admin/comments/${commentId}`)).statusCode).toBe(200);
  });

  test('can be deleted and restored again and again', async () => {
    const { id } = await discussedTravelPost();
    for (let i = 0; i < 3; i += 1) {
      expect((await remove(id)).statusCode).toBe(200);
      expect((await remove(id)).statusCode).toBe(404);
      expect((await restore(id)).statusCode).toBe(200);
      expect((await restore(id)).statusCode).toBe(200);
    }
    expect(await travelIds()).toEqual([id]);
    await expectCountersRight(testApp.database.db);
  });

  test('of which deletion and restoration arrive at once ends as one of the two', async () => {
    const { db } = testApp.database;
    const { id } = await discussedTravelPost();
    await Promise.all([remove(id), restore(id), remove(id), restore(id)]);
    const { deleted_at } = await db
      .selectFrom('travel_posts')
      .select('deleted_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await travelIds()).toEqual(deleted_at ? [] : [id]);
    await expectCountersRight(db);
  });

  test('never there, it cannot be restored', async () => {
    const answer = await restore('65f2a1c09d3e4b0012345678');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'TRAVEL_POST_NOT_FOUND' });
  });
});

describe('after ten minutes', () => {
  test('a deletion cannot be undone, and before it can', async () => {
    const { id: soon } = await discussedTravelPost();
    const { id: late } = await discussedTravelPost();
    const at = (minutes: number) => new Date(testApp.clock.now().getTime() - minutes * MINUTE_MS);
    const { db } = testApp.database;
    const deleteAt = (id: string, deleted_at: Date) =>
      db.updateTable('travel_posts').set({ deleted_at }).where('id', '=', id).execute();
    await deleteAt(soon, new Date(at(10).getTime() + 1));
    await deleteAt(late, at(10));
    expect((await restore(soon)).statusCode).toBe(200);
    const before = await fingerprint(db);
    const answer = await restore(late);
    expect(answer.statusCode).toBe(410);
    expect(answer.json()).toMatchObject({ code: 'TRAVEL_POST_NOT_RESTORABLE' });
    expect(await fingerprint(db)).toEqual(before);
  });

  test('it is removed, by several servers at once, and nothing else', async () => {
    const { db } = testApp.database;
    const insertHidden = (prefix: string, count: number, minutesAgo: number) =>
      sql`
      insert into travel_posts (id, author_id, title, location, content, deleted_at)
      select ${prefix} || i, ${authorId}, 'Cũ', 'Huế', 'x',
        ${testApp.clock.now()}::timestamptz - ${minutesAgo} * interval '1 minute'
      from generate_series(1, ${count}::int) i`.execute(db);
    await insertHidden('old', 450, 11);
    await insertHidden('recent', 3, 9);
    const { id: visible } = await discussedTravelPost();
    const { removeUnrestorable } = testApp.services.posts;
    await Promise.all([removeUnrestorable(), removeUnrestorable(), removeUnrestorable()]);
    // Whoever skips rows that another is at leaves the rest to the next time.
    await removeUnrestorable();
    const left = await db
      .selectFrom('travel_posts')
      .select('id')
      .where('author_id', '=', authorId)
      .orderBy('id')
      .execute();
    expect(left.map(({ id }) => id).sort()).toEqual(['recent1', 'recent2', 'recent3', visible].sort());
    await expectCountersRight(db);
  });

  test('a removal does not wait for a row that somebody holds', async () => {
    const { db, pool } = testApp.database;
    const deleted_at = new Date(testApp.clock.now().getTime() - 11 * MINUTE_MS);
    const held = await insertTravelPost(db, authorId, { deleted_at });
    await insertTravelPost(db, authorId, { deleted_at });
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from travel_posts where id = $1 for update', [held.id]);
      await testApp.services.posts.removeUnrestorable();
      const left = await db.selectFrom('travel_posts').select('id').where('author_id', '=', authorId).execute();
      expect(left).toEqual([{ id: held.id }]);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });
});
