import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { makeDecision, undoDecision } from '../../testing/decisions.ts';
import {
  insertAdmin,
  insertComment,
  insertPost,
  insertReport,
  insertSession,
  insertTravelPost,
  insertUser,
} from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { reportsEvidenceStore } from '../evidence/evidence.store.ts';

const DELETION_REACHES_LOCK_MS = 300;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const urlOf = (id: string) => `/api/reports/admin/${id}`;
const setStatus = (id: string, body: object) => testApp.post(urlOf(id), body);
const detail = async (id: string) => (await testApp.post(urlOf(`detail/${id}`))).json().data;
const entriesOf = (targetId: string) =>
  db().selectFrom('audit_entries').selectAll().where('target_id', '=', targetId).orderBy('id').execute();

async function reportedPost(fields: object = {}) {
  const author = await insertUser(db());
  const post = await insertPost(db(), author.id);
  const item = { itemType: 'Post', itemId: post.id, itemAuthorId: author.id };
  return { author, post, report: await insertReport(db(), item, fields) };
}

describe('setReportStatus', () => {
  test('is stored, recorded in the history and the audit log, and counted', async () => {
    const { report } = await reportedPost();
    const response = await setStatus(report.id, { status: 'reviewing', version: 1, note: ' Chờ thêm ảnh ' });
    expect(response.json()).toMatchObject({
      success: true,
      message: 'Đã cập nhật trạng thái báo cáo',
      data: { _id: report.id, status: 'reviewing', version: 2 },
    });
    const { history, historyCount, status } = await detail(report.id);
    expect({ status, historyCount }).toEqual({ status: 'reviewing', historyCount: 1 });
    expect(history).toMatchObject([
      {
        actor: { _id: testApp.admin.id, username: testApp.admin.username },
        kind: 'status',
        from: 'pending',
        to: 'reviewing',
        note: 'Chờ thêm ảnh',
        createdAt: testApp.clock.now().toISOString(),
      },
    ]);
    expect(await entriesOf(report.id)).toMatchObject([
      { action: 'report.status', before: { status: 'pending' }, after: { status: 'reviewing', note: 'Chờ thêm ảnh' } },
    ]);
  });

  test("is audited under the subject's name at the time of filing", async () => {
    const author = await insertUser(db());
    const firstLine = `${'Bán vé giả '.repeat(7)}🏖️ tận nơi`;
    const { id: reportedItem } = await insertPost(db(), author.id, {
      title: ' ',
      content: `\n ${firstLine}\nGiá rẻ`,
    });
    const token = await insertSession(db(), (await insertUser(db())).id, testApp.clock.now());
    const body = { itemType: 'Post', reportedItem, reason: 'spam', description: 'Quảng cáo lừa đảo' };
    const filed = await testApp.send('POST', '/api/reports/create', { token, body });
    const { _id: id } = filed.json().data;
    await setStatus(id, { status: 'resolved' });
    const name = [...firstLine].slice(0, 80).join('');
    expect(await entriesOf(id)).toMatchObject([{ action: 'report.status', target_name: name }]);
  });

  test('without a version the last one wins, as with a legacy panel; a repeat changes nothing', async () => {
    const { report } = await reportedPost();
    await setStatus(report.id, { status: 'resolved' });
    expect((await setStatus(report.id, { status: 'rejected' })).json().data).toMatchObject({ version: 3 });
    const before = await fingerprint(db());
    expect((await setStatus(report.id, { status: 'rejected' })).json().data).toMatchObject({ version: 3 });
    expect(await fingerprint(db())).toEqual(before);
  });

  test('by two administrators at once, 100 times: one succeeds each time, the other gets 409', async () => {
    const { report } = await reportedPost();
    const { id: otherId } = await insertAdmin(db());
    const tokens = [testApp.admin.token, await insertSession(db(), otherId, testApp.clock.now())];
    for (let round = 0; round < 100; round += 1) {
      const version = round + 1;
      const wanted = round % 2 === 0 ? ['resolved', 'rejected'] : ['pending', 'reviewing'];
      const responses = await Promise.all(
        tokens.map((token, index) =>
          testApp.send('POST', urlOf(report.id), { token, body: { status: wanted[index], version } }),
        ),
      );
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      const [lost, won] = responses.toSorted((a, b) => b.statusCode - a.statusCode).map((response) => response.json());
      expect(lost.details.report).toEqual(won.data);
    }
    const { historyCount, version } = await detail(report.id);
    expect({ historyCount, version }).toEqual({ historyCount: 100, version: 101 });
    expect(await entriesOf(report.id)).toHaveLength(100);
  });
});

describe('getReport', () => {
  test('names the administrator who deleted the account together with its texts', async () => {
    const { author, report } = await reportedPost();
    const ofAccount = await insertReport(db(), { itemType: 'User', itemId: author.id, itemAuthorId: author.id });
    expect(await detail(ofAccount.id)).toMatchObject({
      reportedItem: { _id: author.id, username: author.username, vohieuhoa: false },
    });
    await testApp.send('DELETE', `/api/admin/users/${author.id}`);
    const itemDeleted = { by: testApp.admin.username, at: testApp.clock.now().toISOString(), restorable: false };
    for (const { id } of [report, ofAccount]) {
      expect(await detail(id)).toMatchObject({
        itemDeleted,
        account: null,
        case: { reports: 1, open: 0, pending: 0, reporters: 1 },
      });
    }
  });

  test('counts the reports of the subject by reason, and has the record of its owner', async () => {
    const { author, post, report } = await reportedPost({ reason: 'spam' });
    const item = { itemType: 'Post', itemId: post.id, itemAuthorId: author.id };
    await insertReport(db(), item, { reason: 'violence' });
    await insertReport(db(), item, { reason: 'spam', status: 'rejected' });
    expect(await detail(report.id)).toMatchObject({
      account: { record: { points: 0, warnings: 0 } },
      case: {
        reasons: [
          { reason: 'spam', reports: 2 },
          { reason: 'violence', reports: 1 },
        ],
      },
    });
    const { points } = await db()
      .selectFrom('policies')
      .select('points')
      .where('key', '=', 'harassment')
      .executeTakeFirstOrThrow();
    const decisionId = await makeDecision(testApp, item, { policy: 'harassment', actions: ['warn'] });
    const decided = await detail(report.id);
    expect(decided.account.record).toEqual({ points, warnings: 1 });
    expect(decided.case.reasons).toHaveLength(2);
    await undoDecision(testApp, decisionId);
    expect((await detail(report.id)).account.record).toEqual({ points: 0, warnings: 0 });
  });

  test('returns a comment with its parent, and without it when that is deleted', async () => {
    const author = await insertUser(db());
    const travelPost = await insertTravelPost(db(), author.id);
    const comment = await insertComment(db(), author.id, { travelPostId: travelPost.id });
    const about = { createdAt: '2026-01-01T00:00:00.000Z', author: { _id: author.id } };
    const parent = { _id: travelPost.id, images: [], likesCount: 0, commentsCount: 1, ...about };
    const evidence = { _id: comment.id, content: 'x', ...about, parentType: 'TravelPost', parent };
    const content = JSON.stringify({ itemType: 'Comment', comment: evidence });
    const snapshot = { id: 'of-a-comment', content, created_at: new Date() };
    await db().insertInto('report_snapshots').values(snapshot).execute();
    const item = { itemType: 'Comment', itemId: comment.id, itemAuthorId: author.id };
    const report = await insertReport(db(), item, { snapshot_id: snapshot.id });
    expect((await detail(report.id)).reportedItem).toMatchObject({ _id: comment.id, parent: { _id: travelPost.id } });
    await testApp.send('DELETE', `/api/admin/travel/${travelPost.id}`);
    expect(await detail(report.id)).toMatchObject({
      reportedItem: { _id: comment.id, parent: null },
      itemDeleted: null,
      snapshot: { itemType: 'Comment', comment: { _id: comment.id, parent: { _id: travelPost.id } } },
    });
    await testApp.post(`/api/admin/travel/${travelPost.id}/restore`);
    expect((await detail(report.id)).reportedItem).toMatchObject({ parent: { _id: travelPost.id } });
  });

  test('returns the newest 100 history entries and counts them all', async () => {
    const { report } = await reportedPost();
    for (let i = 0; i < 103; i += 1) await setStatus(report.id, { status: i % 2 ? 'pending' : 'resolved' });
    const { history, historyCount } = await detail(report.id);
    expect(history).toHaveLength(100);
    expect(historyCount).toBe(103);
    expect(history[0]).toMatchObject({ from: 'pending', to: 'resolved' });
  });
});

describe('deleteReport', () => {
  test('keeps its events, the audit log and evidence that another report uses', async () => {
    const snapshot = { id: 'shared', content: JSON.stringify({}), created_at: new Date() };
    await db().insertInto('report_snapshots').values(snapshot).execute();
    const first = await reportedPost({ snapshot_id: 'shared' });
    const second = await reportedPost({ snapshot_id: 'shared' });
    await setStatus(first.report.id, { status: 'resolved' });
    const snapshots = () => db().selectFrom('report_snapshots').select('id').where('id', '=', 'shared').execute();
    for (const [{ report }, left] of [
      [first, 1],
      [second, 0],
    ] as const) {
      const response = await testApp.send('DELETE', urlOf(report.id));
      expect(response.json()).toMatchObject({ success: true, message: 'Đã xóa báo cáo' });
      expect(await snapshots()).toHaveLength(left);
      expect((await testApp.post(urlOf(`detail/${report.id}`))).statusCode).toBe(404);
    }
    expect(
      await db()
        .selectFrom('moderation_events')
        .select('kind')
        .where('report_id', '=', first.report.id)
        .orderBy('version')
        .execute(),
    ).toEqual([{ kind: 'reported' }, { kind: 'status_set' }, { kind: 'report_deleted' }]);
    expect((await entriesOf(first.report.id)).at(-1)).toMatchObject({
      action: 'report.delete',
      before: { status: 'resolved', reason: 'spam', description: first.report.description },
    });
  });

  test('during the filing of another one of the same subject keeps the evidence of that one', async () => {
    const snapshot = { id: 'filed-meanwhile', content: JSON.stringify({}), created_at: new Date() };
    await db().insertInto('report_snapshots').values(snapshot).execute();
    const { report } = await reportedPost({ snapshot_id: snapshot.id });
    let deletion: ReturnType<TestApp['send']> | undefined;
    const filed = await testApp.database.transact(async (tx) => {
      await reportsEvidenceStore.upsertAndLock(tx, { ...snapshot, sourceHash: null }, snapshot.created_at);
      const other = { itemType: 'Comment', itemId: 'another' };
      const row = await insertReport(tx, other, { snapshot_id: snapshot.id, reporter_id: 'somebody' });
      deletion = testApp.send('DELETE', urlOf(report.id));
      deletion.then(() => undefined);
      await sleep(DELETION_REACHES_LOCK_MS);
      return row;
    });
    expect((await deletion)?.statusCode).toBe(200);
    const left = db().selectFrom('report_snapshots').select('id').where('id', '=', snapshot.id);
    expect(await left.execute()).toHaveLength(1);
    await testApp.send('DELETE', urlOf(filed.id));
    expect(await left.execute()).toEqual([]);
  });
});
