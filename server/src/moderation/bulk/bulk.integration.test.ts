import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Bulk, BulkDetail } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { accountSubject, readAccount, readSubject, tryDecision } from '../../testing/decisions.ts';
import {
  insertAdmin,
  insertComment,
  insertPost,
  insertReport,
  insertSession,
  insertTravelPost,
  insertUser,
} from '../../testing/factories.ts';
import { insertPolicy } from '../../testing/moderation-factories.ts';
import { isStoredAnywhere } from '../../testing/stored-text.ts';
import { purgeRemovedNotes } from '../notes/purge-notes.ts';
import { purgeEndedBulks } from './purge-bulks.ts';

let testApp: TestApp;
let otherToken: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  otherToken = await insertSession(db(), (await insertAdmin(db())).id, testApp.clock.now());
});
afterEach(async () => {
  await testApp.services.jobs.runDue();
  await expectSubjectsReplayed(db());
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const runJobs = () => testApp.services.jobs.runDue();
const insertUsers = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await insertUser(db())).id);
  return ids;
};
const SUSPEND = { kind: 'suspend', days: 7 };
const tryStart = (body: object) => testApp.post('/api/admin/bulk', body);
async function start(body: object): Promise<Bulk> {
  const response = await tryStart(body);
  expect(response.statusCode).toBe(201);
  return response.json().data;
}
const suspend = (ids: readonly string[], fields: object = {}) =>
  start({ action: SUSPEND, target: { kind: 'users', ids }, policy: 'spam', ...fields });
const read = async (id: string): Promise<BulkDetail> => (await testApp.post(`/api/admin/bulk/${id}`)).json().data;
const stop = (id: string) => testApp.post(`/api/admin/bulk/${id}/stop`);
const undo = (id: string) => testApp.post(`/api/admin/bulk/${id}/undo`);

describe('startBulk', () => {
  test('suspends the selected users with points, letters and closed reports, as single decisions do', async () => {
    const ids = await insertUsers(3);
    const report = await insertReport(db(), accountSubject(ids[0] ?? ''));
    const bulk = await suspend(ids, { note: 'Đợt spam' });
    expect(bulk).toMatchObject({ total: 3, done: 0, state: 'running', startedBy: { _id: testApp.admin.id } });
    await runJobs();
    expect(await read(bulk._id)).toMatchObject({ done: 3, skipped: 0, failed: 0, state: 'done', items: [] });
    const until = new Date(testApp.clock.now().getTime() + 7 * DAY_MS).toISOString();
    for (const id of ids) {
      expect(await readAccount(testApp, id)).toMatchObject({ vohieuhoa: true, disabledUntil: until });
      expect(await readSubject(testApp, accountSubject(id))).toMatchObject({ strikes: { points: 1 }, openReports: 0 });
    }
    const stored = await db().selectFrom('reports').select('status').where('id', '=', report.id).executeTakeFirst();
    expect(stored?.status).toBe('resolved');
    const letters = await db().selectFrom('letters').select('kind').where('recipient_id', 'in', ids).execute();
    expect(letters.map(({ kind }) => kind)).toEqual(['suspend', 'suspend', 'suspend']);
  });
});

describe('startBulk: subjects that it skips', () => {
  test('administrators, the caller and the account named admin', async () => {
    const other = await insertAdmin(db());
    const named = await insertUser(db(), { username: 'Admin' });
    const [id = ''] = await insertUsers(1);
    const bulk = await suspend([testApp.admin.id, other.id, named.id, id, id]);
    await runJobs();
    const detail = await read(bulk._id);
    expect(detail).toMatchObject({ total: 4, done: 1, skipped: 3, state: 'done' });
    expect(detail.items.map(({ reason }) => reason.code)).toEqual(Array(3).fill('BULK_PROTECTED'));
    for (const item of [testApp.admin.id, other.id, named.id])
      expect(await readAccount(testApp, item)).toMatchObject({ vohieuhoa: false });
  });

  test('a user on whom a colleague has decided meanwhile, but not one with a new report', async () => {
    const [decided = '', reported = ''] = await insertUsers(2);
    const bulk = await suspend([decided, reported]);
    await tryDecision(testApp, accountSubject(decided), { policy: 'spam', actions: ['warn'] }, otherToken);
    await insertReport(db(), accountSubject(reported));
    await runJobs();
    const detail = await read(bulk._id);
    expect(detail).toMatchObject({ done: 1, skipped: 1 });
    expect(detail.items).toMatchObject([
      { subject: accountSubject(decided), state: 'skipped', reason: { code: 'SUBJECT_CHANGED' } },
    ]);
    expect(await readAccount(testApp, decided)).toMatchObject({ vohieuhoa: false });
  });

  test('an account that is deleted meanwhile, one that never existed, and one that is disabled already', async () => {
    const [deleted = '', disabled = ''] = await insertUsers(2);
    await testApp.post(`/api/admin/users/${disabled}/disable`);
    const bulk = await suspend([deleted, newId(), disabled]);
    expect((await testApp.send('DELETE', `/api/admin/users/${deleted}`)).statusCode).toBe(200);
    await runJobs();
    const { items, ...detail } = await read(bulk._id);
    expect(detail).toMatchObject({ done: 0, skipped: 3, undo: { until: null } });
    expect(items.map(({ reason }) => reason.code)).toEqual(['USER_NOT_FOUND', 'USER_NOT_FOUND', 'BULK_NO_EFFECT']);
    expect((await undo(bulk._id)).json().code).toBe('BULK_NOT_UNDOABLE');
  });
});

describe('startBulk: rejections', () => {
  test.each([
    ['an action that the target has not', { action: { kind: 'takedown' }, target: { kind: 'users', ids: ['x'] } }],
    ['no subject', { action: SUSPEND, target: { kind: 'users', ids: [] } }],
    ['too many', { action: SUSPEND, target: { kind: 'users', ids: Array(1_001).fill('x') } }],
    [
      'a takedown of an account',
      { action: { kind: 'takedown' }, target: { kind: 'content', subjects: [accountSubject('x')] } },
    ],
    ['400 days', { action: { kind: 'suspend', days: 400 }, target: { kind: 'users', ids: ['x'] } }],
  ])('%s: 400', async (_title, body) => {
    expect((await tryStart(body)).json().code).toBe('VALIDATION_FAILED');
  });

  test('a rule that is disabled, and a tag whose end has passed', async () => {
    const { key } = await insertPolicy(db(), { is_enabled: false });
    const target = { kind: 'users', ids: await insertUsers(1) };
    expect((await tryStart({ action: SUSPEND, target, policy: key })).json().code).toBe('POLICY_DISABLED');
    const tag = { kind: 'tag', text: 'Spam', expiresAt: new Date(testApp.clock.now().getTime() - 1).toISOString() };
    expect((await tryStart({ action: tag, target })).json().code).toBe('NOTE_END_PASSED');
  });
});

describe('startBulk: all users that match', () => {
  const filterOf = (searchTerm: string, expectedTotal: number, filters: object = {}) => ({
    action: SUSPEND,
    target: { kind: 'user_filter', searchTerm, filters, expectedTotal },
    policy: 'spam',
  });

  test('starts for the confirmed number; another one is rejected with the current number', async () => {
    const name = `Bán hàng ${newId()}`;
    for (const index of [1, 2, 3]) await insertUser(db(), { username: `${name} ${index}`, is_verified: index === 3 });
    const rejected = await tryStart(filterOf(name, 2));
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json()).toMatchObject({ code: 'BULK_TOTAL_CHANGED', details: { total: 3 } });
    const { data } = (await testApp.post('/api/admin/bulk/preview', filterOf(name, 0, { verified: 'false' }))).json();
    expect(data).toMatchObject({ total: 2, reports: null, protected: 0 });
    expect(data.names).toHaveLength(2);
    const bulk = await start(filterOf(name, 2, { verified: 'false' }));
    await runJobs();
    expect(await read(bulk._id)).toMatchObject({ total: 2, done: 2 });
    expect((await tryStart(filterOf(`${name} nobody`, 0))).json().code).toBe('BULK_EMPTY');
  });
});

describe('startBulk: content and reports', () => {
  test('takes down everything that a user has published within a day, and undoes it', async () => {
    const { id: userId } = await insertUser(db());
    const at = testApp.clock.now();
    const post = await insertPost(db(), userId, { created_at: at });
    const old = await insertPost(db(), userId, { created_at: new Date(at.getTime() - 2 * DAY_MS) });
    const travel = await insertTravelPost(db(), userId, { created_at: at });
    const comment = await insertComment(db(), userId, { postId: old.id }, { created_at: at });
    await insertReport(db(), { itemType: 'Post', itemId: post.id, itemAuthorId: userId });
    const body = { action: { kind: 'takedown' }, target: { kind: 'content_of', userId, since: 'day' }, policy: 'spam' };
    const bulk = await start(body);
    expect(bulk.total).toBe(3);
    await runJobs();
    expect(await read(bulk._id)).toMatchObject({ done: 3, items: [] });
    const states = async () => [
      (await testApp.post(`/api/admin/posts/${post.id}`)).statusCode,
      (await testApp.post(`/api/admin/travel/${travel.id}`)).statusCode,
      (await testApp.post(`/api/admin/comments/${comment.id}`)).statusCode,
      (await testApp.post(`/api/admin/posts/${old.id}`)).statusCode,
    ];
    expect(await states()).toEqual([404, 404, 404, 200]);
    expect((await undo(bulk._id)).statusCode).toBe(200);
    await runJobs();
    expect(await read(bulk._id)).toMatchObject({ undo: { state: 'done', done: 3, skipped: 0, until: null } });
    expect(await states()).toEqual([200, 200, 200, 200]);
    await expectCountersRight(db());
  });

  test('closes all open reports about a user and reopens them; a subject that changed since is skipped', async () => {
    const { id: userId } = await insertUser(db());
    const { id: itemId } = await insertPost(db(), userId);
    const onPost = { itemType: 'Post', itemId, itemAuthorId: userId };
    const reports = [
      await insertReport(db(), { ...accountSubject(userId), itemAuthorId: userId }),
      await insertReport(db(), onPost),
      await insertReport(db(), onPost, { status: 'reviewing' }),
    ];
    const statuses = async () => {
      const ids = reports.map(({ id }) => id);
      const rows = await db().selectFrom('reports').select('status').where('id', 'in', ids).orderBy('id').execute();
      return rows.map(({ status }) => status);
    };
    const target = { kind: 'reports_about', userId };
    const body = { action: { kind: 'close_reports', outcome: 'rejected' }, target };
    expect((await testApp.post('/api/admin/bulk/preview', body)).json().data).toMatchObject({ total: 2, reports: 3 });
    const chosen = { kind: 'content', subjects: [accountSubject(testApp.admin.id), { itemType: 'Post', itemId }] };
    const ofChosen = (await testApp.post('/api/admin/bulk/preview', { ...body, target: chosen })).json().data;
    expect(ofChosen, 'accounts of administrators are left alone by it anyway').toMatchObject({
      total: 2,
      reports: 2,
      protected: 0,
    });
    const bulk = await start(body);
    await runJobs();
    expect(await statuses()).toEqual(['rejected', 'rejected', 'rejected']);
    await undo(bulk._id);
    await runJobs();
    expect(await statuses()).toEqual(['pending', 'pending', 'reviewing']);
    const again = await start(body);
    await testApp.send('DELETE', `/api/admin/deletePost/${itemId}`);
    await runJobs();
    expect(await read(again._id)).toMatchObject({
      done: 1,
      skipped: 1,
      items: [{ reason: { code: 'SUBJECT_CHANGED' } }],
    });
    expect(await statuses()).toEqual(['rejected', 'pending', 'reviewing']);
  });

  test('of two administrators who close the same reports at the same moment one closes them', async () => {
    const [id = ''] = await insertUsers(1);
    for (const status of ['pending', 'reviewing']) await insertReport(db(), accountSubject(id), { status });
    const bulks = await Promise.all(
      ['resolved', 'rejected'].map((outcome, index) =>
        testApp.send('POST', '/api/admin/bulk', {
          token: index === 0 ? testApp.admin.token : otherToken,
          body: {
            action: { kind: 'close_reports', outcome },
            target: { kind: 'content', subjects: [accountSubject(id)] },
          },
        }),
      ),
    );
    await runJobs();
    const ended = await Promise.all(bulks.map((response) => read(response.json().data._id)));
    expect(ended.map(({ done }) => done).toSorted()).toEqual([0, 1]);
    expect(ended.flatMap(({ items }) => items.map(({ reason }) => reason.code))).toEqual(['SUBJECT_CHANGED']);
    const rows = db().selectFrom('reports').select('status').distinct().where('subject_id', '=', id);
    expect(await rows.execute()).toHaveLength(1);
  });
});

describe('startBulk: no violation', () => {
  test('decides on each subject with open reports, with letters to reporters; its undo opens all', async () => {
    const { id: author } = await insertUser(db());
    const [post, closed] = [await insertPost(db(), author), await insertPost(db(), author)];
    const subjects = [
      { itemType: 'Post', itemId: post.id, itemAuthorId: author },
      accountSubject(author),
      { itemType: 'Post', itemId: closed.id, itemAuthorId: author },
    ];
    const open: string[] = [];
    for (const [index, subject] of [0, 0, 1, 2].map(
      (at) => [at, subjects[at] ?? { itemType: '', itemId: '' }] as const,
    )) {
      const { id } = await insertReport(db(), subject, { status: index === 2 ? 'resolved' : 'pending' });
      if (index < 2) open.push(id);
    }
    const target = { kind: 'content', subjects: subjects.map(({ itemType, itemId }) => ({ itemType, itemId })) };
    const body = { action: { kind: 'no_violation' }, target };
    expect((await testApp.post('/api/admin/bulk/preview', body)).json().data).toMatchObject({
      total: 3,
      reports: 3,
    });
    const bulk = await start(body);
    await runJobs();
    expect(await read(bulk._id)).toMatchObject({
      done: 2,
      skipped: 1,
      items: [{ reason: { code: 'BULK_NO_EFFECT' } }],
    });
    const decisions = () =>
      db().selectFrom('decisions').selectAll().where('subject_id', 'in', [post.id, author]).execute();
    expect((await decisions()).map(({ outcome, actions }) => [outcome, actions])).toEqual([
      ['no_violation', []],
      ['no_violation', []],
    ]);
    const statuses = async () => {
      const rows = await db().selectFrom('reports').select('status').where('id', 'in', open).execute();
      return rows.map(({ status }) => status);
    };
    expect(await statuses()).toEqual(['rejected', 'rejected', 'rejected']);
    const letters = await db()
      .selectFrom('letters')
      .select('kind')
      .where(
        'decision_id',
        'in',
        (await decisions()).map(({ id }) => id),
      )
      .execute();
    expect(letters.map(({ kind }) => kind)).toEqual(['report_rejected', 'report_rejected']);
    await undo(bulk._id);
    await runJobs();
    expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
  });
});

describe('startBulk: tags', () => {
  test('tags users but for those who have the tag, and its undo removes the tags', async () => {
    const [tagged = '', user = ''] = await insertUsers(2);
    await testApp.post(`/api/admin/subjects/User/${tagged}/tags`, { text: 'Đợt spam' });
    const body = { action: { kind: 'tag', text: 'đợt spam' }, target: { kind: 'users', ids: [tagged, user] } };
    const bulk = await start(body);
    await runJobs();
    expect(await read(bulk._id)).toMatchObject({ done: 1, skipped: 1, items: [{ reason: { code: 'TAG_EXISTS' } }] });
    const tagsOf = async (id: string) =>
      (await testApp.post(`/api/admin/subjects/User/${id}/notes/list`)).json().tags.length;
    expect([await tagsOf(tagged), await tagsOf(user)]).toEqual([1, 1]);
    await undo(bulk._id);
    await runJobs();
    expect([await tagsOf(tagged), await tagsOf(user)]).toEqual([1, 0]);
  });

  test('the text of one that is undone is erased, and the action is purged a day after its end', async () => {
    const text = 'Nhãn không nên còn lại';
    const bulk = await start({ action: { kind: 'tag', text }, target: { kind: 'users', ids: await insertUsers(2) } });
    await runJobs();
    await undo(bulk._id);
    await runJobs();
    const purge = async () => {
      const { signal } = new AbortController();
      await purgeRemovedNotes(testApp.services.app, signal);
      await purgeEndedBulks(testApp.services.app, signal);
    };
    await testApp.later(DAY_MS - 1, purge);
    expect(await read(bulk._id)).toMatchObject({ action: { text }, undo: { done: 2 } });
    await testApp.later(DAY_MS, purge);
    expect(await isStoredAnywhere(db(), text)).toBe(false);
  });
});

describe('stopBulk and undoBulk', () => {
  test('a stop before the first step changes nothing; it is recorded once', async () => {
    const ids = await insertUsers(2);
    const bulk = await suspend(ids);
    expect((await stop(bulk._id)).json().data).toMatchObject({
      state: 'stopped',
      stopReason: 'administrator',
      done: 0,
    });
    await stop(bulk._id);
    await runJobs();
    expect(await read(bulk._id)).toMatchObject({ state: 'stopped', done: 0, skipped: 0 });
    for (const id of ids) expect(await readAccount(testApp, id)).toMatchObject({ vohieuhoa: false });
    const entries = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('target_id', '=', bulk._id)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['bulk.start', 'bulk.stop']);
  });

  test('an undo restores accounts, points and reports, except what somebody has changed since', async () => {
    const ids = await insertUsers(3);
    const [first = '', disabled = '', undone = ''] = ids;
    const report = await insertReport(db(), accountSubject(first));
    const bulk = await suspend(ids);
    await runJobs();
    await testApp.post(`/api/admin/users/${disabled}/disable`);
    const { events } = await readSubject(testApp, accountSubject(undone));
    const decisionId = events.find(({ kind }) => kind === 'decided')?.decisionId;
    await testApp.post(`/api/admin/decisions/${decisionId}/undo`, { reason: 'Nhầm' });
    const undoByOther = (body: object) =>
      testApp.send('POST', `/api/admin/bulk/${bulk._id}/undo`, { token: otherToken, body });
    expect((await undoByOther({})).json().code).toBe('UNDO_REASON_REQUIRED');
    expect((await undoByOther({ reason: 'Nhầm đợt' })).statusCode).toBe(200);
    await undo(bulk._id);
    await runJobs();
    const detail = await read(bulk._id);
    expect(detail).toMatchObject({ done: 3, undo: { state: 'done', done: 2, skipped: 1 } });
    expect(detail.items).toMatchObject([{ state: 'kept', reason: { code: 'BULK_ALREADY_UNDONE' } }]);
    expect(await readAccount(testApp, first)).toMatchObject({ vohieuhoa: false, disabledUntil: null });
    expect(await readAccount(testApp, disabled)).toMatchObject({ vohieuhoa: true, disabledUntil: null });
    for (const id of ids) {
      expect(await readSubject(testApp, accountSubject(id))).toMatchObject({ strikes: { points: 0 } });
    }
    const stored = await db().selectFrom('reports').select('status').where('id', '=', report.id).executeTakeFirst();
    expect(stored?.status).toBe('pending');
    await expectCountersRight(db());
  });

  test('an undo is possible for a day after the end', async () => {
    const bulk = await suspend(await insertUsers(1));
    await runJobs();
    expect((await read(bulk._id)).undo.until).toBe(new Date(testApp.clock.now().getTime() + DAY_MS).toISOString());
    const late = await testApp.later(DAY_MS, () => undo(bulk._id));
    expect(late.statusCode).toBe(410);
  });

  test('a rule that is disabled meanwhile, or a disabled starter, stops it', async () => {
    const { key } = await insertPolicy(db());
    const ofRule = await suspend(await insertUsers(1), { policy: key });
    await testApp.send('DELETE', `/api/admin/policies/${key}`);
    const starter = await insertAdmin(db());
    const token = await insertSession(db(), starter.id, testApp.clock.now());
    const body = { action: SUSPEND, target: { kind: 'users', ids: await insertUsers(1) } };
    const ofStarter = (await testApp.send('POST', '/api/admin/bulk', { token, body })).json().data;
    await testApp.post(`/api/admin/users/${starter.id}/disable`);
    await runJobs();
    expect(await read(ofRule._id)).toMatchObject({ state: 'stopped', stopReason: 'policy_disabled', done: 0 });
    expect(await read(ofStarter._id)).toMatchObject({ state: 'stopped', stopReason: 'starter_gone', done: 0 });
  });
});

describe('listBulks', () => {
  test('returns those of the last day, newest first, page by page', async () => {
    const [older, newer] = [await suspend(await insertUsers(1)), await suspend(await insertUsers(1))];
    await runJobs();
    const page = async (body: object) => (await testApp.post('/api/admin/bulk/list', body)).json();
    const first = await page({ limit: 1 });
    expect(first.data.map(({ _id }: Bulk) => _id)).toEqual([newer._id]);
    const second = await page({ limit: 1, cursor: first.pagination.nextCursor });
    expect(second.data.map(({ _id }: Bulk) => _id)).toEqual([older._id]);
    const later = await testApp.later(DAY_MS + 1, () => page({}));
    expect(later).toMatchObject({ data: [], pagination: { nextCursor: null } });
  });
});
