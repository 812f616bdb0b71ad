import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  insertComment,
  insertPost,
  insertReport,
  insertSession,
  insertTravelPost,
  insertUser,
} from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';

const MINUTE_MS = 60_000;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const urlOf = (id: string, rest = '') => `/api/reports/admin/${id}${rest}`;
const setStatus = (id: string, body: object) => testApp.post(urlOf(id), body);
const act = (id: string, action: string, body: object = {}) => testApp.post(urlOf(id, '/act'), { action, ...body });
const detail = async (id: string) => (await testApp.post(urlOf(`detail/${id}`))).json().data;
const entriesOf = (targetId: string) =>
  db().selectFrom('audit_entries').selectAll().where('target_id', '=', targetId).orderBy('id').execute();

async function reportedPost(fields: object = {}) {
  const author = await insertUser(db());
  const post = await insertPost(db(), author.id);
  const item = { itemType: 'Post', itemId: post.id, itemAuthorId: author.id };
  return { author, post, report: await insertReport(db(), item, fields) };
}

describe('moderation action of a report', () => {
  test('its author is disabled and enabled, and the audit log contains the report', async () => {
    const { author, report } = await reportedPost();
    const token = await insertSession(db(), author.id, testApp.clock.now());
    expect((await act(report.id, 'disable_account', { version: 1, note: 'Tái phạm' })).json().data.version).toBe(2);
    const { account, history } = await detail(report.id);
    expect(account).toEqual({
      _id: author.id,
      username: author.username,
      isDisabled: true,
      disabledUntil: null,
      isAdmin: false,
    });
    expect(history).toMatchObject([{ kind: 'disable_account', targetName: author.username, note: 'Tái phạm' }]);
    expect((await testApp.send('POST', '/api/admin/users', { token })).statusCode).toBe(401);
    const before = await fingerprint(db());
    expect((await act(report.id, 'disable_account')).statusCode).toBe(200);
    expect(await fingerprint(db())).toEqual(before);

    expect((await act(report.id, 'enable_account', { version: 2 })).statusCode).toBe(200);
    expect((await detail(report.id)).account.isDisabled).toBe(false);
    expect((await entriesOf(author.id)).map(({ action, after }) => ({ action, after }))).toEqual([
      { action: 'user.disable', after: { isDisabled: true, sessionsEnded: 1, reportId: report.id } },
      { action: 'user.enable', after: { isDisabled: false, reportId: report.id } },
    ]);
  });

  test('an error of the action is returned and audited, and does not change the report', async () => {
    const { id } = testApp.admin;
    const report = await insertReport(db(), { itemType: 'User', itemId: id, itemAuthorId: id });
    const response = await act(report.id, 'disable_account');
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'OWN_ACCOUNT' });
    expect(await detail(report.id)).toMatchObject({ version: 1, history: [], account: { isAdmin: true } });
    expect(await entriesOf(id)).toMatchObject([{ action: 'user.disable', reason: 'OWN_ACCOUNT' }]);
  });

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

    expect((await act(report.id, 'delete_content', { version: 1 })).statusCode).toBe(200);
    const gone = await detail(report.id);
    const at = testApp.clock.now().toISOString();
    expect(gone.reportedItem).toBe(itemId);
    expect(gone.itemDeleted).toEqual({ by: testApp.admin.username, at, restorable: true });
    expect(gone.history).toMatchObject([{ kind: 'delete_content', targetName: expect.stringMatching(/\S/) }]);
    const deleted = await fingerprint(db());
    const again = await act(report.id, 'delete_content');
    expect([again.statusCode, again.json().data.version]).toEqual([200, 2]);
    expect(await fingerprint(db())).toEqual(deleted);

    expect((await act(report.id, 'restore_content', { version: 2 })).statusCode).toBe(200);
    expect(await detail(report.id)).toMatchObject({ reportedItem: { _id: itemId }, itemDeleted: null, version: 3 });
    const before = await fingerprint(db());
    expect((await act(report.id, 'restore_content')).statusCode).toBe(200);
    expect(await fingerprint(db())).toEqual(before);

    await act(report.id, 'delete_content');
    testApp.clock.advance(10 * MINUTE_MS);
    expect((await detail(report.id)).itemDeleted.restorable).toBe(false);
    expect((await act(report.id, 'restore_content')).statusCode).toBe(410);
    const reasons = (await entriesOf(itemId)).map(({ action, after }) => [action.split('.')[1], after]);
    const { id: reportId } = report;
    expect(reasons).toEqual([
      ['delete', { reportId }],
      ['restore', { deletedAt: null, reportId }],
      ['delete', { reportId }],
    ]);
  });

  test('delete_content by two administrators at once: both get 200, one deletes', async () => {
    const author = await insertUser(db());
    const { id: itemId } = await insertPost(db(), author.id);
    const report = await insertReport(db(), { itemType: 'Post', itemId, itemAuthorId: author.id });
    const responses = await Promise.all([act(report.id, 'delete_content'), act(report.id, 'delete_content')]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await entriesOf(itemId)).toMatchObject([{ action: 'post.delete' }]);
    expect(await detail(report.id)).toMatchObject({ version: 2, history: [{ kind: 'delete_content' }] });
  });

  test('an action that does not apply to the subject is rejected', async () => {
    const { id } = await insertUser(db());
    const report = await insertReport(db(), { itemType: 'User', itemId: id, itemAuthorId: id });
    expect((await act(report.id, 'delete_content')).json()).toMatchObject({ code: 'REPORT_ACTION_IMPOSSIBLE' });
    const orphan = await insertReport(db(), { itemType: 'Post', itemId: 'long-gone' });
    expect((await act(orphan.id, 'disable_account')).json()).toMatchObject({ code: 'REPORT_ACTION_IMPOSSIBLE' });
    expect((await act(orphan.id, 'delete_content')).json()).toMatchObject({ code: 'POST_NOT_FOUND' });
    expect(await detail(orphan.id)).toMatchObject({ version: 1, account: null });
  });

  test('an action with a stale version changes nothing', async () => {
    const { author, report } = await reportedPost();
    await setStatus(report.id, { status: 'reviewing' });
    const before = await fingerprint(db());
    const response = await act(report.id, 'disable_account', { version: 1 });
    expect(response.json()).toMatchObject({ code: 'REPORT_CHANGED', details: { report: { version: 2 } } });
    expect(await fingerprint(db())).toEqual(before);
    expect(await entriesOf(author.id)).toEqual([]);
  });

  test('an imported report without an author finds the account through its subject', async () => {
    const { author, post } = await reportedPost();
    const report = await insertReport(db(), { itemType: 'Post', itemId: post.id }, { reason: 'old-reason' });
    expect(await detail(report.id)).toMatchObject({
      account: { _id: author.id },
      snapshot: null,
      reason: 'old-reason',
    });
    expect((await act(report.id, 'disable_account')).statusCode).toBe(200);
    expect((await detail(report.id)).account.isDisabled).toBe(true);
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
    await testApp.send('DELETE', `/api/admin/deletePost/${post.id}`);
    const by = testApp.admin.username;
    expect((await detail(report.id)).itemDeleted).toMatchObject({ by, restorable: true });
    await testApp.post(`/api/admin/posts/${post.id}/restore`);
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
    await testApp.send('DELETE', `/api/admin/deletePost/${post.id}`);
    testApp.clock.advance(5 * 60_000);
    const at = testApp.clock.now();
    await db().updateTable('posts').set({ deleted_at: at }).where('id', '=', post.id).execute();
    testApp.clock.advance(6 * 60_000);
    expect((await detail(report.id)).itemDeleted).toEqual({ by: null, at: at.toISOString(), restorable: true });
    expect((await testApp.post(`/api/admin/posts/${post.id}/restore`)).statusCode).toBe(200);
  });
});
