import { DAY_MS, MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import type { RemovedContentList } from '@hai-dang/contract/posts/posts.schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertReportedPost, makeDecision } from '../testing/decisions.ts';
import { insertComment, insertPost, insertReport, insertTravelPost, insertUser } from '../testing/factories.ts';
import { openPlanReader } from '../testing/query-plan.ts';
import { postsRemovedStore } from './posts.removed.store.ts';
import { postsStore } from './posts.store.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const read = async (userId: string, path: string) => {
  const response = await testApp.post(`/api/admin/users/${userId}/${path}`, {});
  expect(response.statusCode).toBe(200);
  return response.json().data;
};

describe('listUserPosts and listUserTravelPosts', () => {
  test('contain how often each post was reported, with a pending report; null for others', async () => {
    const { author, post, reports } = await insertReportedPost(testApp, ['resolved', 'pending', 'rejected']);
    const travelPost = await insertTravelPost(db(), author.id);
    const closed = await insertReport(
      db(),
      { itemType: 'TravelPost', itemId: travelPost.id, itemAuthorId: author.id },
      { status: 'resolved' },
    );
    const other = await insertPost(db(), author.id, { created_at: new Date(testApp.clock.now().getTime() - DAY_MS) });
    const { posts } = await read(author.id, 'posts');
    expect(posts).toMatchObject([
      { _id: post.id, reports: { total: 3, open: 1, reportId: reports[1]?.id } },
      { _id: other.id, reports: null },
    ]);
    expect((await read(author.id, 'travel')).travelPosts).toMatchObject([
      { reports: { total: 1, open: 0, reportId: closed.id } },
    ]);
  });

  test('contain nothing of reports in the response of a single post', async () => {
    const { post } = await insertReportedPost(testApp);
    expect((await testApp.post(`/api/admin/posts/${post.id}`, {})).json().data).not.toHaveProperty('reports');
  });

  test('count the reports of a page in one statement, by indexes', async () => {
    await sql`alter table reports disable trigger user`.execute(db());
    await sql`
      insert into reports (id, reporter_id, subject_type, subject_id, reason, description, status, created_at, updated_at)
      select 'r-' || i, 'reporter-' || i, 'Post', 'p-' || i / 3, 'spam', 'x', 'resolved', now(), now()
      from generate_series(1, 6000) i`.execute(db());
    await sql`alter table reports enable trigger user`.execute(db());
    const other = await insertUser(db());
    await sql`
      insert into moderation_subjects (subject_type, subject_id, reports_count)
      select 'Post', 'p-' || i, 3 from generate_series(1, 6000) i`.execute(db());
    await sql`
      insert into posts (id, author_id, content, deleted_at)
      select 'p-' || i, case when i % 100 < 2 then ${testApp.admin.id} else ${other.id} end, 'x', case when i % 2 = 0 then now() end
      from generate_series(1, 6000) i`.execute(db());
    const planOf = await openPlanReader(testApp.database.pool);
    const page = { authorId: testApp.admin.id, limit: 5, offset: 0, newestFirst: true };
    const { indexes, scanned } = await planOf((on) => postsStore.findPostsOf(on, page));
    expect(indexes).toEqual(expect.arrayContaining(['moderation_subjects_pkey', 'reports_subject_facet']));
    expect(scanned).not.toContain('reports');
    const restorable = { now: testApp.clock.now(), deletedAfter: new Date(0), limit: 50 };
    const removed = await planOf((on) => postsRemovedStore.findOf(on, 'Post', testApp.admin.id, restorable));
    expect(removed).toMatchObject({ scanned: [], indexes: expect.arrayContaining(['posts_removed_of_author']) });
  });
});

describe('listRemovedContent', () => {
  const removedOf = (userId: string): Promise<RemovedContentList> => read(userId, 'removed');

  test('returns deleted content for as long as it can be restored: ten minutes, after a decision thirty days', async () => {
    const { db: database } = testApp.database;
    const author = await insertUser(database);
    const [deleted, decided] = [
      await insertPost(database, author.id, { title: 'Xóa', content: 'x'.repeat(500) }),
      await insertTravelPost(database, author.id, { title: 'Gỡ' }),
    ];
    const comment = await insertComment(database, author.id, { postId: (await insertPost(database, author.id)).id });
    expect(await removedOf(author.id)).toEqual({ items: [], isCut: false });
    await testApp.send('DELETE', `/api/admin/deletePost/${deleted.id}`);
    testApp.clock.advance(1_000);
    await testApp.send('DELETE', `/api/admin/comments/${comment.id}`);
    testApp.clock.advance(1_000);
    const subject = { itemType: 'TravelPost', itemId: decided.id };
    await makeDecision(testApp, subject, { policy: 'spam', actions: ['takedown'] });

    const { items } = await removedOf(author.id);
    expect(items.map(({ itemType, _id, title }) => ({ itemType, _id, title }))).toEqual([
      { itemType: 'TravelPost', _id: decided.id, title: 'Gỡ' },
      { itemType: 'Comment', _id: comment.id, title: null },
      { itemType: 'Post', _id: deleted.id, title: 'Xóa' },
    ]);
    expect(items[2]?.content).toHaveLength(200);
    const lasts = items.map(
      ({ removedAt, restorableUntil }) => Date.parse(restorableUntil ?? '') - Date.parse(removedAt),
    );
    // Thirty days from when the letter about it is sent.
    expect(lasts).toEqual([30 * DAY_MS + 15_000, 10 * MINUTE_MS, 10 * MINUTE_MS]);

    testApp.clock.advance(10 * MINUTE_MS);
    expect((await removedOf(author.id)).items.map(({ _id }) => _id)).toEqual([decided.id]);
    const restored = await testApp.post(`/api/admin/travel/${decided.id}/restore`, {});
    expect(restored.statusCode).toBe(200);
    expect(await removedOf(author.id)).toEqual({ items: [], isCut: false });
  });
});
