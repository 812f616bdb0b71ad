import type { BulkDetail } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { accountSubject, readAccount, readSubject, tryDecision } from '../../testing/decisions.ts';
import { insertAdmin, insertPost, insertReport, insertSession, insertUser } from '../../testing/factories.ts';

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
/** The points of 'scam', in the rules that a new database has. */
const POINTS = 5;

/** An account with so many posts. */
async function insertAuthor(posts: number) {
  const { id } = await insertUser(db());
  const ids: string[] = [];
  for (let n = 0; n < posts; n += 1) ids.push((await insertPost(db(), id)).id);
  return { id, posts: ids };
}
const postSubject = (itemId: string) => ({ itemType: 'Post', itemId });
const reportOf = (itemId: string, itemAuthorId: string) => insertReport(db(), { ...postSubject(itemId), itemAuthorId });

/** Starts an action. @returns its id */
async function start(body: object): Promise<string> {
  const response = await testApp.post('/api/admin/bulk', body);
  expect(response.statusCode).toBe(201);
  return response.json().data._id;
}
/** The same once it has ended. */
async function run(body: object): Promise<string> {
  const id = await start(body);
  await runJobs();
  return id;
}
const read = async (id: string): Promise<BulkDetail> => (await testApp.post(`/api/admin/bulk/${id}`)).json().data;
async function undo(id: string): Promise<void> {
  expect((await testApp.post(`/api/admin/bulk/${id}/undo`)).statusCode).toBe(200);
  await runJobs();
}
const pointsOf = async (id: string) => (await readSubject(testApp, accountSubject(id))).strikes.points;
const decisionsOf = (ownerId: string) =>
  db().selectFrom('decisions').select(['id', 'actions']).where('owner_id', '=', ownerId).orderBy('id').execute();
const ALL = { kind: 'clean_up', disables: true, takesDown: true, closesReports: true };
const cleanUp = (userId: string, action: object = ALL) => ({
  action,
  target: { kind: 'everything_of', userId },
  policy: 'scam',
});

describe('startBulk: clean-up of an account', () => {
  const BEFORE = { isDisabled: false, shown: 2, open: 3, points: 0 };
  /** An account with posts, reports of two of them, one taken down already, and a report of itself. */
  async function insertWave() {
    const author = await insertAuthor(3);
    const [shown = '', gone = ''] = author.posts;
    expect((await testApp.send('DELETE', `/api/admin/deletePost/${gone}`)).statusCode).toBe(200);
    const reports = [
      await insertReport(db(), { ...accountSubject(author.id), itemAuthorId: author.id }),
      await reportOf(shown, author.id),
      await reportOf(gone, author.id),
    ];
    const state = async () => ({
      isDisabled: (await readAccount(testApp, author.id)).vohieuhoa,
      shown: (
        await db()
          .selectFrom('posts')
          .select('id')
          .where('author_id', '=', author.id)
          .where('deleted_at', 'is', null)
          .execute()
      ).length,
      open: (
        await db()
          .selectFrom('reports')
          .select('id')
          .where(
            'id',
            'in',
            reports.map(({ id }) => id),
          )
          .where('status', '=', 'pending')
          .execute()
      ).length,
      points: await pointsOf(author.id),
    });
    return { ...author, state };
  }

  test('account, content and the reports that are left → one action with points once, taken back by one undo', async () => {
    const { id, state } = await insertWave();
    expect(await state()).toEqual(BEFORE);
    const bulk = await run(cleanUp(id));
    expect(await read(bulk)).toMatchObject({ total: 4, done: 4, skipped: 0, failed: 0, state: 'done' });
    expect(await state()).toEqual({ isDisabled: true, shown: 0, open: 0, points: POINTS });
    expect((await decisionsOf(id)).map(({ actions }) => actions[0])).toEqual(['disable', 'takedown', 'takedown']);
    const recent = (await testApp.post('/api/admin/recent-actions', {})).json().data;
    expect(recent.find(({ _id }: { _id: string }) => _id === bulk)).toMatchObject({
      bulk: { action: ALL, total: 4 },
      undo: 'possible',
    });
    await undo(bulk);
    expect(await read(bulk)).toMatchObject({ undo: { state: 'done', done: 4, skipped: 0 } });
    expect(await state()).toEqual(BEFORE);
    await expectCountersRight(db());
  });

  test.each([
    [
      'the account alone',
      { disables: true, takesDown: false, closesReports: false },
      { isDisabled: true, open: 2, points: POINTS },
    ],
    [
      'content alone',
      { disables: false, takesDown: true, closesReports: false },
      { shown: 0, open: 2, points: POINTS },
    ],
    ['reports alone', { disables: false, takesDown: false, closesReports: true }, { open: 0 }],
  ])('%s → nothing else', async (_title, parts, expected) => {
    const { id, state } = await insertWave();
    await run(cleanUp(id, { ...ALL, ...parts }));
    expect(await state()).toEqual({ ...BEFORE, ...expected });
  });

  test('a post that a colleague decided on meanwhile → is skipped, the rest is done', async () => {
    const { id, posts, state } = await insertWave();
    const bulk = await start(cleanUp(id));
    await tryDecision(testApp, postSubject(posts[0] ?? ''), {}, otherToken);
    await runJobs();
    expect(await read(bulk)).toMatchObject({ done: 3, items: [{ reason: { code: 'SUBJECT_CHANGED' } }] });
    expect(await state()).toMatchObject({ isDisabled: true, shown: 1, open: 0 });
  });

  test('a post that is hidden since many reported it → is taken down, not left hidden', async () => {
    const { updatedAt: _, ...settings } = (await testApp.post('/api/admin/settings')).json().data;
    const setHiding = (isHidingOn: boolean) =>
      testApp.send('PUT', '/api/admin/settings', { body: { ...settings, isHidingOn, hidingReporters: 3 } });
    const { id, posts } = await insertAuthor(1);
    await setHiding(true);
    for (let n = 0; n < 3; n += 1) {
      const token = await insertSession(db(), (await insertUser(db())).id, testApp.clock.now());
      const description = 'Bài này làm phiền tôi nhiều lần';
      const body = { itemType: 'Post', reportedItem: posts[0], reason: 'spam', description };
      expect((await testApp.send('POST', '/api/reports/create', { token, body })).statusCode).toBe(201);
    }
    await setHiding(false);
    const subject = postSubject(posts[0] ?? '');
    expect(await readSubject(testApp, subject)).toMatchObject({ hiddenAt: expect.any(String), takenDownAt: null });
    await run(cleanUp(id));
    expect(await readSubject(testApp, subject)).toMatchObject({ hiddenAt: null, takenDownAt: expect.any(String) });
  });

  test('nothing chosen, or nothing left → 409', async () => {
    const { id } = await insertUser(db());
    const none = { ...ALL, disables: false };
    for (const action of [none, { ...none, takesDown: false, closesReports: false }]) {
      expect((await testApp.post('/api/admin/bulk', cleanUp(id, action))).json().code).toBe('BULK_EMPTY');
    }
  });

  test('an administrator → is left alone', async () => {
    const { id } = await insertAdmin(db());
    const bulk = await run(cleanUp(id));
    expect(await read(bulk)).toMatchObject({ done: 0, items: [{ reason: { code: 'BULK_PROTECTED' } }] });
    expect(await readAccount(testApp, id)).toMatchObject({ vohieuhoa: false });
  });
});
