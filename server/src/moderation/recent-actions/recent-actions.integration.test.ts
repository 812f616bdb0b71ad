import type { RecentAction } from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  accountSubject,
  insertReportedPost,
  makeDecision,
  readAccount,
  readStatuses,
} from '../../testing/decisions.ts';
import { insertAdmin, insertPost, insertReport, insertSession, insertUser } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { recentActionsStore } from './recent-actions.store.ts';

let testApp: TestApp;
let me: { id: string; token: string };
let colleague: { id: string; token: string };
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

async function signedIn() {
  const { id } = await insertAdmin(testApp.database.db);
  return { id, token: await insertSession(testApp.database.db, id, testApp.clock.now()) };
}
beforeEach(async () => {
  [me, colleague] = await Promise.all([signedIn(), signedIn()]);
  // The tests move the clock.
  const { admin, database, clock } = testApp;
  admin.token = await insertSession(database.db, admin.id, clock.now());
});

const send = (path: string, body: object = {}, { token } = me) => testApp.send('POST', path, { token, body });
async function ok(path: string, body: object = {}, by = me) {
  const response = await send(path, body, by);
  expect(response.statusCode).toBe(200);
  return response.json();
}
const list = (body: object = {}, by = me) => ok('/api/admin/recent-actions', body, by);
const actionsOf = async (by = me): Promise<RecentAction[]> => (await list({}, by)).data;
const undo = (id: string | undefined, by = me, body: object = {}) =>
  send(`/api/admin/recent-actions/${id}/undo`, body, by);
async function undoNewest(): Promise<void> {
  const [newest] = await actionsOf();
  expect(newest?.undo).toBe('possible');
  expect((await undo(newest?._id)).statusCode).toBe(200);
}
const setStatus = (id: string, status: string, by = me) => ok(`/api/reports/admin/${id}`, { status }, by);

/** Takes posts down in one action. @returns its id */
async function takeDownMany(count: number, by = me): Promise<string> {
  const subjects: object[] = [];
  for (let index = 0; index < count; index += 1)
    subjects.push((await insertReportedPost(testApp, ['pending'])).subject);
  const body = { action: { kind: 'takedown' }, target: { kind: 'content', subjects }, policy: 'spam' };
  const response = await send('/api/admin/bulk', body, by);
  expect(response.statusCode).toBe(201);
  await testApp.services.jobs.runDue();
  return response.json().data._id;
}

describe('listRecentActions', () => {
  test("returns the caller's own actions alone, newest first, each with its object, by cursor; no automatic claims", async () => {
    const { reports, post, subject } = await insertReportedPost(testApp, ['pending', 'pending', 'pending']);
    const user = await insertUser(testApp.database.db);
    await ok(`/api/admin/subjects/Post/${post.id}/assign`, { assigneeId: 'me', isAutomatic: true });
    await setStatus(reports[0]?.id ?? '', 'resolved');
    await setStatus(reports[1]?.id ?? '', 'rejected', colleague);
    await ok(`/api/admin/users/${user.id}/disable`);
    const actions = await actionsOf();
    expect(actions).toMatchObject([
      { kind: 'disabled', name: user.username, subject: accountSubject(user.id), undo: 'possible' },
      {
        kind: 'status_set',
        subject,
        reportId: reports[0]?.id,
        fromStatus: 'pending',
        toStatus: 'resolved',
        isForAll: false,
      },
    ]);
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, cursor: first.pagination.nextCursor });
    expect([...first.data, ...second.data]).toEqual(actions);
    expect(second.pagination.nextCursor).toBeNull();
  });

  test('returns a decision as one action, whatever it did; after 24 hours not at all', async () => {
    const { subject } = await insertReportedPost(testApp, ['pending']);
    const { version } = (await ok(`/api/admin/subjects/Post/${subject.itemId}`)).data;
    const body = { subject, outcome: 'violation', policy: 'spam', actions: ['takedown', 'warn'], version };
    expect((await send('/api/admin/decisions', body)).statusCode).toBe(201);
    expect(await actionsOf()).toMatchObject([
      {
        kind: 'decided',
        policy: 'Spam và quảng cáo',
        decision: { outcome: 'violation', actions: ['takedown', 'warn'] },
        undo: 'possible',
        needsReason: false,
      },
    ]);
    testApp.clock.advance(24 * 3_600_000);
    me.token = await insertSession(testApp.database.db, me.id, testApp.clock.now());
    const [action] = await actionsOf();
    expect(action).toBeUndefined();
  });

  test('counts the reports that the caller closed today, without those reopened', async () => {
    const { reports } = await insertReportedPost(testApp, ['pending', 'pending', 'pending']);
    for (const { id } of reports) await setStatus(id, 'resolved');
    await setStatus(reports[2]?.id ?? '', 'pending');
    await setStatus(reports[2]?.id ?? '', 'rejected', colleague);
    expect((await list()).closedToday).toBe(2);
  });

  test('uses the index of its order, and sorts nothing but the page', async () => {
    await testApp.database.pool.query(`
      insert into moderation_events (id, subject_type, subject_id, version, created_at, kind, actor_type, actor_id)
      select 'of-another-' || i, 'Post', 'of-another', i, now() - i * interval '1 second', 'noted', 'administrator', '${colleague.id}'
      from generate_series(1, 5000) i`);
    const plan = await openPlanReader(testApp.database.pool);
    const { indexes } = await plan((db) =>
      recentActionsStore.findPage(db, {
        actor: { id: me.id, isOther: false },
        since: new Date(0),
        before: null,
        limit: 31,
      }),
    );
    expect(indexes).toContain('moderation_events_of_administrator');
  });

  test('an action on many subjects is one, at the time of its start, with its number and rule', async () => {
    const bulk = await takeDownMany(3);
    await setStatus((await insertReportedPost(testApp, ['pending'])).reports[0]?.id ?? '', 'resolved');
    const actions = await actionsOf();
    expect(actions).toMatchObject([
      { kind: 'status_set' },
      { _id: bulk, kind: 'bulk', subject: null, bulk: { action: { kind: 'takedown' }, total: 3 }, undo: 'possible' },
    ]);
    expect(actions).toHaveLength(2);
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, cursor: first.pagination.nextCursor });
    expect([...first.data, ...second.data]).toEqual(actions);
  });

  test('of colleagues: their actions alone, each with its name; a note of theirs is not undone here', async () => {
    const { reports, post } = await insertReportedPost(testApp, ['pending', 'pending']);
    const before = new Set((await list({ of: 'colleagues' })).data.map(({ _id }: RecentAction) => _id));
    await setStatus(reports[0]?.id ?? '', 'resolved', colleague);
    await setStatus(reports[1]?.id ?? '', 'rejected');
    await send(`/api/admin/subjects/Post/${post.id}/notes`, { text: 'Theo dõi' }, colleague);
    const theirs = (await list({ of: 'colleagues' })).data.filter(({ _id }: RecentAction) => !before.has(_id));
    expect(theirs).toMatchObject([
      { kind: 'noted', undo: 'none' },
      { kind: 'status_set', actor: { _id: colleague.id }, toStatus: 'resolved', undo: 'possible', needsReason: true },
    ]);
    expect(theirs).toHaveLength(2);
  });
});

describe('undoRecentAction', () => {
  test('a status: the report has the previous one; if it was changed since, 409 and nothing is overwritten', async () => {
    const { reports } = await insertReportedPost(testApp, ['reviewing']);
    const id = reports[0]?.id ?? '';
    await setStatus(id, 'resolved');
    await undoNewest();
    expect(await readStatuses(testApp, reports)).toEqual(['reviewing']);
    await setStatus(id, 'resolved');
    await setStatus(id, 'pending', colleague);
    await setStatus(id, 'resolved', colleague);
    const [action] = await actionsOf();
    const response = await undo(action?._id);
    expect(response.json()).toMatchObject({ code: 'REPORT_CHANGED', details: { report: { status: 'resolved' } } });
    expect(await readStatuses(testApp, reports)).toEqual(['resolved']);
  });

  test('reports closed in bulk, an hour later, and the undo of that; one changed since keeps its status', async () => {
    const { reports, subject } = await insertReportedPost(testApp, ['pending', 'reviewing']);
    const target = { kind: 'content', subjects: [subject] };
    const body = { action: { kind: 'close_reports', outcome: 'resolved' }, target };
    expect((await send('/api/admin/bulk', body)).statusCode).toBe(201);
    await testApp.services.jobs.runDue();
    await setStatus(reports[0]?.id ?? '', 'rejected', colleague);
    testApp.clock.advance(3_600_000);
    await undoNewest();
    await testApp.services.jobs.runDue();
    expect(await readStatuses(testApp, reports)).toEqual(['rejected', 'reviewing']);
    const actions = await actionsOf();
    expect(actions).toMatchObject([{ kind: 'bulk', undo: 'undone' }]);
    expect(actions).toHaveLength(1);
  });

  test('content that a colleague took down in bulk: with a reason, which every event of it says', async () => {
    const id = await takeDownMany(2, colleague);
    expect((await undo(id)).json().code).toBe('UNDO_REASON_REQUIRED');
    expect((await undo(id, me, { reason: 'Nhầm đợt' })).statusCode).toBe(200);
    await testApp.services.jobs.runDue();
    const { db } = testApp.database;
    const events = db.selectFrom('moderation_events').select('note').where('actor_id', '=', me.id);
    expect(await events.where('kind', '=', 'decision_undone').execute()).toEqual(Array(2).fill({ note: 'Nhầm đợt' }));
  });

  test('a decision, an hour later and without a reason: all of it, and the event says who undid it', async () => {
    const { reports, post, subject } = await insertReportedPost(testApp, ['pending']);
    const { version } = (await ok(`/api/admin/subjects/Post/${post.id}`)).data;
    await send('/api/admin/decisions', {
      subject,
      outcome: 'violation',
      policy: 'spam',
      actions: ['takedown'],
      version,
    });
    testApp.clock.advance(3_600_000);
    await undoNewest();
    expect(await readStatuses(testApp, reports)).toEqual(['pending']);
    expect(await actionsOf()).toMatchObject([
      { kind: 'decision_undone', detail: 'Người quyết định tự hoàn tác', undo: 'none' },
      { kind: 'decided', undo: 'undone' },
    ]);
  });

  test('a disabled account: enabled; if a colleague has disabled it since, 409', async () => {
    const user = await insertUser(testApp.database.db);
    await ok(`/api/admin/users/${user.id}/disable`);
    await undoNewest();
    expect((await readAccount(testApp, user.id)).isDisabled).toBe(false);
    await ok(`/api/admin/users/${user.id}/disable`);
    await ok(`/api/admin/users/${user.id}/enable`, {}, colleague);
    await ok(`/api/admin/users/${user.id}/disable`, {}, colleague);
    const [action] = await actionsOf();
    expect(action).toMatchObject({ kind: 'disabled', undo: 'changed' });
    expect((await undo(action?._id)).json()).toMatchObject({ code: 'ACTION_CHANGED' });
    expect((await readAccount(testApp, user.id)).isDisabled).toBe(true);
  });

  test('an enabled account: suspended until the same time, unless that is over', async () => {
    const user = await insertUser(testApp.database.db);
    const subject = accountSubject(user.id);
    await makeDecision(testApp, subject, { policy: 'spam', actions: ['suspend'], suspendDays: 3 });
    const { disabledUntil } = await readAccount(testApp, user.id);
    await ok(`/api/admin/users/${user.id}/enable`);
    await undoNewest();
    expect(await readAccount(testApp, user.id)).toMatchObject({ isDisabled: true, disabledUntil });
  });

  test('deleted content: restored, and deleted by the undo of that; too late after ten minutes', async () => {
    const { db } = testApp.database;
    const post = await insertPost(db, (await insertUser(db)).id, { title: 'Chợ nổi' });
    const deletedAt = async () =>
      (await db.selectFrom('posts').select('deleted_at').where('id', '=', post.id).executeTakeFirstOrThrow())
        .deleted_at;
    expect((await testApp.send('DELETE', `/api/admin/deletePost/${post.id}`, { token: me.token })).statusCode).toBe(
      200,
    );
    expect(await actionsOf()).toMatchObject([{ kind: 'taken_down', name: 'Chợ nổi', undo: 'possible' }]);
    await undoNewest();
    expect(await deletedAt()).toBeNull();
    await undoNewest();
    expect(await deletedAt()).not.toBeNull();
    testApp.clock.advance(10 * 60_000);
    const [action] = await actionsOf();
    expect(action).toMatchObject({ kind: 'taken_down', undo: 'expired' });
    expect((await undo(action?._id)).json().code).toBe('POST_NOT_RESTORABLE');
  });

  test('an assignment: the previous assignee has it; not if somebody has taken it over', async () => {
    const { post } = await insertReportedPost(testApp, ['pending']);
    const path = `/api/admin/subjects/Post/${post.id}`;
    const assignee = async () => (await ok(path)).data.assignee?._id ?? null;
    await ok(`${path}/assign`, { assigneeId: 'me' });
    await ok(`${path}/assign`, { assigneeId: colleague.id });
    await undoNewest();
    expect(await assignee()).toBe(me.id);
    await ok(`${path}/assign`, { assigneeId: null });
    await undoNewest();
    expect(await assignee()).toBe(me.id);
    await ok(`${path}/assign`, { assigneeId: 'me', takeOver: true }, colleague);
    const [action] = await actionsOf();
    expect(action?.undo).toBe('changed');
    expect((await undo(action?._id)).json().code).toBe('ACTION_CHANGED');
    expect(await assignee()).toBe(colleague.id);
  });

  test('a note and a tag: removed, and restored', async () => {
    const user = await insertUser(testApp.database.db);
    const path = `/api/admin/subjects/User/${user.id}`;
    const shown = async () => {
      const { data, tags } = await ok(`${path}/notes/list`);
      return [...data, ...tags].map(({ note }: { note: string }) => note);
    };
    expect((await send(`${path}/notes`, { text: 'Theo dõi' })).statusCode).toBe(201);
    await undoNewest();
    expect(await shown()).toEqual([]);
    await undoNewest();
    expect(await shown()).toEqual(['Theo dõi']);
  });

  test.each<[string, (user: { id: string }) => Promise<unknown>, string]>([
    [
      'a status',
      async ({ id }) => {
        const report = await insertReport(testApp.database.db, { itemType: 'User', itemId: id });
        return setStatus(report.id, 'resolved', colleague);
      },
      'status_set',
    ],
    ['a disabled account', ({ id }) => ok(`/api/admin/users/${id}/disable`, {}, colleague), 'enabled'],
  ])("a colleague's, %s: without a reason 400, with one it is undone, and the event says why", async (_, act, kind) => {
    const { db } = testApp.database;
    await act(await insertUser(db));
    const [theirs] = await actionsOf(colleague);
    expect((await undo(theirs?._id)).json().code).toBe('UNDO_REASON_REQUIRED');
    expect((await undo(theirs?._id, me, { reason: 'Nhầm người' })).statusCode).toBe(200);
    expect((await actionsOf())[0]).toMatchObject({ kind, detail: 'Nhầm người' });
  });

  test("a colleague's note, an unknown action, and one that cannot be undone: rejected", async () => {
    const { db } = testApp.database;
    expect((await undo('nothing')).json().code).toBe('RECENT_ACTION_NOT_FOUND');
    await send(`/api/admin/subjects/User/${(await insertUser(db)).id}/notes`, { text: 'Theo dõi' }, colleague);
    const [theirs] = await actionsOf(colleague);
    expect((await undo(theirs?._id, me, { reason: 'Nhầm' })).json().code).toBe('ACTION_NOT_UNDOABLE');
    const user = await insertUser(db);
    const id = await makeDecision(testApp, accountSubject(user.id));
    await ok(`/api/admin/decisions/${id}/undo`, { reason: 'Nhầm người' });
    const [undone] = await actionsOf();
    expect(undone?.undo).toBe('none');
    expect((await undo(undone?._id)).json().code).toBe('ACTION_NOT_UNDOABLE');
  });
});
