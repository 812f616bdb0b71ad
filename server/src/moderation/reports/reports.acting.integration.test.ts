import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { makeDecision, undoDecision } from '../../testing/decisions.ts';
import {
  insertComment,
  insertPost,
  insertReport,
  insertSession,
  insertTravelPost,
  insertUser,
} from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const urlOf = (id: string, rest = '') => `/api/reports/admin/${id}${rest}`;
const CALLS = {
  Post: { delete: 'deletePost', restore: 'posts' },
  TravelPost: { delete: 'travel', restore: 'travel' },
  Comment: { delete: 'comments', restore: 'comments' },
} as const;
const remove = (type: keyof typeof CALLS, id: string) =>
  testApp.send('DELETE', `/api/admin/${CALLS[type].delete}/${id}`);
const restore = (type: keyof typeof CALLS, id: string) =>
  testApp.post(`/api/admin/${CALLS[type].restore}/${id}/restore`);
const detail = async (id: string) => (await testApp.post(urlOf(`detail/${id}`))).json().data;
const entriesOf = (targetId: string) =>
  db().selectFrom('audit_entries').selectAll().where('target_id', '=', targetId).orderBy('id').execute();

describe('getReport: deletions and restores of the content', () => {
  test.each(['Post', 'TravelPost', 'Comment'] as const)('a %s is deleted and restored', async (itemType) => {
    const author = await insertUser(db());
    const post = await insertPost(db(), author.id);
    const items = [
      ['Post', post],
      ['TravelPost', await insertTravelPost(db(), author.id)],
      ['Comment', await insertComment(db(), author.id, { postId: post.id })],
    ] as const;
    const itemId = items.find(([type]) => type === itemType)?.[1].id ?? '';
    const report = await insertReport(db(), { itemType, itemId, itemAuthorId: author.id });
    expect(await detail(report.id)).toMatchObject({ reportedItem: { _id: itemId }, itemDeleted: null });

    expect((await remove(itemType, itemId)).statusCode).toBe(200);
    const gone = await detail(report.id);
    const at = testApp.clock.now().toISOString();
    expect(gone.reportedItem).toBe(itemId);
    expect(gone.itemDeleted).toEqual({ by: testApp.admin.username, at, restorable: true });
    expect(gone.history).toMatchObject([{ kind: 'delete_content', targetName: expect.stringMatching(/\S/) }]);

    expect((await restore(itemType, itemId)).statusCode).toBe(200);
    expect(await detail(report.id)).toMatchObject({ reportedItem: { _id: itemId }, itemDeleted: null });
    const before = await fingerprint(db());
    expect((await restore(itemType, itemId)).statusCode).toBe(200);
    expect(await fingerprint(db())).toEqual(before);

    await remove(itemType, itemId);
    testApp.clock.advance(10 * MINUTE_MS);
    expect((await detail(report.id)).itemDeleted.restorable).toBe(false);
    expect((await restore(itemType, itemId)).statusCode).toBe(410);
    const reasons = (await entriesOf(itemId)).map(({ action, after }) => [action.split('.')[1], after]);
    expect(reasons).toEqual([
      ['delete', null],
      ['restore', { deletedAt: null }],
      ['delete', null],
    ]);
  });

  test('of two administrators who delete the same post at once one does, and the other gets 404', async () => {
    const author = await insertUser(db());
    const { id: itemId } = await insertPost(db(), author.id);
    const report = await insertReport(db(), { itemType: 'Post', itemId, itemAuthorId: author.id });
    const responses = await Promise.all([remove('Post', itemId), remove('Post', itemId)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
    expect(await entriesOf(itemId)).toMatchObject([{ action: 'post.delete' }]);
    expect((await detail(report.id)).history).toMatchObject([{ kind: 'delete_content' }]);
  });

  test('a report without an author, such as an imported one, finds the account through its subject', async () => {
    const author = await insertUser(db());
    const post = await insertPost(db(), author.id);
    const report = await insertReport(db(), { itemType: 'Post', itemId: post.id }, { reason: 'old-reason' });
    expect(await detail(report.id)).toMatchObject({
      account: { _id: author.id },
      snapshot: null,
      reason: 'old-reason',
    });
    const orphan = await insertReport(db(), { itemType: 'Post', itemId: 'long-gone' });
    expect(await detail(orphan.id)).toMatchObject({ version: 1, account: null });
  });
});

describe('getReport: itemDeleted', () => {
  async function reportedPost() {
    const author = await insertUser(db());
    const post = await insertPost(db(), author.id);
    return { post, report: await insertReport(db(), { itemType: 'Post', itemId: post.id, itemAuthorId: author.id }) };
  }

  test('a post that the app deleted after an administrator had restored it has no known deleter', async () => {
    const { post, report } = await reportedPost();
    await remove('Post', post.id);
    const by = testApp.admin.username;
    expect((await detail(report.id)).itemDeleted).toMatchObject({ by, restorable: true });
    await restore('Post', post.id);
    testApp.clock.advance(60_000);
    const setDeleted = (deleted_at: Date | null) =>
      db().updateTable('posts').set({ deleted_at }).where('id', '=', post.id).execute();
    const at = testApp.clock.now();
    await setDeleted(at);
    expect((await detail(report.id)).itemDeleted).toEqual({ by: null, at: at.toISOString(), restorable: true });
    testApp.clock.advance(10 * 60_000);
    expect((await detail(report.id)).itemDeleted).toEqual({ by: null, at: at.toISOString(), restorable: false });
  });

  test('a post that an administrator deleted, the app restored and deleted again has the time of its row', async () => {
    const { post, report } = await reportedPost();
    await remove('Post', post.id);
    testApp.clock.advance(5 * 60_000);
    const at = testApp.clock.now();
    await db().updateTable('posts').set({ deleted_at: at }).where('id', '=', post.id).execute();
    testApp.clock.advance(6 * 60_000);
    expect((await detail(report.id)).itemDeleted).toEqual({ by: null, at: at.toISOString(), restorable: true });
    expect((await restore('Post', post.id)).statusCode).toBe(200);
  });

  test('a post that decisions took down names the last that stands and its rule; a restored one names none', async () => {
    const { post, report } = await reportedPost();
    const subject = { itemType: 'Post', itemId: post.id };
    const first = await makeDecision(testApp, subject, { policy: 'spam', actions: ['takedown'] });
    const { title } = await db()
      .selectFrom('policies')
      .select('title')
      .where('key', '=', 'spam')
      .executeTakeFirstOrThrow();
    const ofFirst = { by: testApp.admin.username, decision: { _id: first, policy: title } };
    expect((await detail(report.id)).itemDeleted).toMatchObject(ofFirst);
    const second = await makeDecision(testApp, subject, { policy: 'harassment', actions: ['takedown'] });
    expect((await detail(report.id)).itemDeleted.decision._id).toBe(second);
    expect((await undoDecision(testApp, second)).statusCode).toBe(200);
    expect((await detail(report.id)).itemDeleted).toMatchObject(ofFirst);
    expect((await undoDecision(testApp, first)).statusCode).toBe(200);
    expect((await detail(report.id)).itemDeleted).toBeNull();
  });

  test('a comment that was purged with its post after a decision on that names who decided, and no decision on the comment', async () => {
    const { post } = await reportedPost();
    const { id: itemId } = await insertComment(db(), (await insertUser(db())).id, { postId: post.id });
    const reporter = await insertUser(db());
    const filed = await testApp.send('POST', '/api/reports/create', {
      token: await insertSession(db(), reporter.id, testApp.clock.now()),
      body: { reportedItem: itemId, itemType: 'Comment', reason: 'spam', description: 'Quảng cáo dưới mọi bài viết' },
    });
    await makeDecision(testApp, { itemType: 'Post', itemId: post.id }, { policy: 'spam', actions: ['takedown'] });
    await db().deleteFrom('posts').where('id', '=', post.id).execute();
    const { itemDeleted } = await detail(filed.json().data._id);
    expect(itemDeleted).toMatchObject({ by: testApp.admin.username });
    expect(itemDeleted).not.toHaveProperty('decision');
  });
});
