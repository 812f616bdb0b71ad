import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../lib/context.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { insertNotification, insertReport } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { manyReports } from '../../testing/many-reports.ts';
import { CLOSED_AT_ONCE, closeNext as closeStep, resumeReportClosing } from './decided-reports.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const REST = 150;
const MANY = 2 * CLOSED_AT_ONCE + REST;
const VIOLATION = { outcome: 'violation', policy: 'spam' };
const {
  reportedPost,
  read,
  decide,
  decided,
  undo,
  detail,
  setStatus,
  closeAll,
  undoAll,
  closeNext,
  finish,
  reportsOf,
  statusesOf,
  countOf,
  newReporter,
} = manyReports(() => testApp);

describe('decideSubject: of a subject with many open reports', () => {
  test('decides it at once and closes the reports in steps of a job, with one event for all', async () => {
    const { subject, ids } = await reportedPost(MANY);
    await insertNotification(db(), testApp.admin.id, { report_id: ids.at(-1) ?? '' });
    const { data } = (await decide(subject)).json();
    const closing = MANY - CLOSED_AT_ONCE;
    expect(data.subject).toMatchObject({ state: 'closed', openReports: 0, reports: MANY, closing });
    expect(await countOf(subject, 'rejected')).toBe(CLOSED_AT_ONCE);
    await expectSubjectsReplayed(db());
    expect(await closeNext(data.decisionId)).toMatchObject({ changeId: data.decisionId });
    expect(await read(subject)).toMatchObject({ openReports: 0, closing: closing - CLOSED_AT_ONCE });
    const grouped = (await testApp.post('/api/reports/admin/cases', { limit: 100 })).json().data;
    expect(grouped.find(({ itemId }: { itemId: string }) => itemId === subject.itemId)).toMatchObject({
      open: 0,
      closing: REST,
    });
    await finish();
    expect(await read(subject)).toMatchObject({ openReports: 0, closing: 0, version: data.subject.version });
    expect(await countOf(subject, 'rejected')).toBe(MANY);
    const events = db()
      .selectFrom('moderation_events')
      .select(['kind', 'open_reports_change', 'pending_reports_change']);
    expect(await events.where('decision_id', '=', data.decisionId).where('kind', '=', 'decided').execute()).toEqual([
      { kind: 'decided', open_reports_change: -MANY, pending_reports_change: -(MANY - Math.floor(MANY / 3)) },
    ]);
    const unread = db()
      .selectFrom('notifications')
      .select('id')
      .where('report_id', 'in', ids)
      .where('is_read', '=', false);
    expect(await unread.execute()).toEqual([]);
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test('of as many as are closed at once leaves no pending step', async () => {
    const { subject } = await reportedPost(CLOSED_AT_ONCE);
    await decided(subject);
    await finish();
    expect(await db().selectFrom('report_bulk_changes').select('id').execute()).toEqual([]);
    expect(await countOf(subject, 'rejected')).toBe(CLOSED_AT_ONCE);
  });

  test('a report that waits to be closed is returned as closed, and a change with its open version answers 409', async () => {
    const { subject, ids } = await reportedPost(MANY);
    await decided(subject, VIOLATION);
    const last = ids.findLast((_, index) => index % 3 === 0);
    const shown = await detail(last);
    expect(shown).toMatchObject({ status: 'resolved', version: 2, case: { open: 0, closing: MANY - CLOSED_AT_ONCE } });
    expect(shown.history[0]).toMatchObject({ kind: 'decided' });
    const stale = await setStatus(last, { status: 'reviewing', version: 1 });
    expect([stale.statusCode, stale.json().details.report]).toMatchObject([409, { status: 'resolved', version: 2 }]);
    expect((await setStatus(last, { status: 'reviewing', version: 2 })).json().data).toMatchObject({ version: 3 });
    await finish();
    expect(await detail(last)).toMatchObject({ status: 'reviewing', version: 3, case: { open: 1, closing: 0 } });
    await expectSubjectsReplayed(db());
  });

  test('the undo of a bulk change before the decision leaves the reports that wait to be closed', async () => {
    const { subject } = await reportedPost(MANY);
    const changeId = await closeAll(subject, 'resolved');
    await undoAll(subject, changeId);
    await decided(subject);
    expect(await undoAll(subject, changeId)).toBeNull();
    await finish();
    expect(await countOf(subject, 'rejected')).toBe(MANY);
    await expectSubjectsReplayed(db());
  });

  test('a report that waits to be closed can be deleted', async () => {
    const { subject, ids } = await reportedPost(MANY);
    await decided(subject);
    const response = await testApp.send('DELETE', `/api/reports/admin/${ids.at(-1)}`);
    expect(response.statusCode).toBe(200);
    expect(await read(subject)).toMatchObject({ reports: MANY - 1, closing: MANY - CLOSED_AT_ONCE - 1 });
    await finish();
    expect(await countOf(subject, 'rejected')).toBe(MANY - 1);
    await expectSubjectsReplayed(db());
  });

  test('a reporter can report it a second time meanwhile, and that report stays open', async () => {
    const { subject } = await reportedPost(MANY);
    const file = await newReporter();
    const { _id: first } = (await file(subject)).json().data;
    await decided(subject, VIOLATION);
    const { _id: second } = (await file(subject)).json().data;
    expect(second).not.toBe(first);
    expect((await file(subject)).json().data._id).toBe(second);
    await finish();
    expect(await read(subject)).toMatchObject({ openReports: 1, closing: 0 });
    expect([(await detail(first)).status, (await detail(second)).status]).toEqual(['resolved', 'pending']);
    await expectSubjectsReplayed(db());
  });

  test('reports that are filed while steps run are stored and stay open', async () => {
    const { subject } = await reportedPost(MANY);
    await decided(subject);
    const reporters = await Promise.all(Array.from({ length: 8 }, newReporter));
    const [, ...filed] = await Promise.all([finish(), ...reporters.map((file) => file(subject))]);
    expect(filed.map(({ statusCode }) => statusCode)).toEqual(reporters.map(() => 201));
    expect(await read(subject)).toMatchObject({ openReports: 8, closing: 0 });
    expect([await countOf(subject, 'pending'), await countOf(subject, 'rejected')]).toEqual([8, MANY]);
    await expectSubjectsReplayed(db());
  });

  test('a step that fails is repeated, and two runners do each once', async () => {
    const { subject } = await reportedPost(MANY);
    const decisionId = await decided(subject);
    const before = await fingerprint(db());
    const failed = inTransaction(testApp.services.app, async (ctx) => {
      await closeStep(ctx, { changeId: decisionId, publishedAt: 0 });
      throw new Error('the server is killed');
    });
    await expect(failed).rejects.toThrow('killed');
    expect(await fingerprint(db())).toEqual(before);
    await Promise.all([closeNext(decisionId), closeNext(decisionId)]);
    expect(await closeNext(decisionId)).toBeNull();
    expect((await reportsOf(subject)).map(({ version }) => version)).toEqual(Array.from({ length: MANY }, () => 2));
    await expectSubjectsReplayed(db());
  });

  test('resumeReportClosing: completes a closing without a job, such as after a restore', async () => {
    const { subject } = await reportedPost(MANY);
    await decided(subject);
    await testApp.database.pool.query('delete from pgboss.job');
    await finish();
    expect((await read(subject)).closing).toBe(MANY - CLOSED_AT_ONCE);
    await resumeReportClosing(testApp.services.app);
    await resumeReportClosing(testApp.services.app);
    await finish();
    expect(await read(subject)).toMatchObject({ closing: 0, openReports: 0 });
    expect(await countOf(subject, 'rejected')).toBe(MANY);
  });

  test('a second decision meanwhile closes the reports filed since, and each is undone by itself', async () => {
    const { subject, ids } = await reportedPost(MANY);
    const first = await decided(subject);
    const file = await newReporter();
    const { _id: since } = (await file(subject)).json().data;
    const second = await decided(subject, VIOLATION);
    const last = ids.findLast((_, index) => index % 3 === 0);
    expect([(await detail(last)).status, (await detail(since)).status]).toEqual(['rejected', 'resolved']);
    await undo(first);
    await finish();
    expect(await read(subject)).toMatchObject({ openReports: MANY, closing: 0 });
    expect([(await detail(last)).status, (await detail(since)).status]).toEqual(['pending', 'resolved']);
    await undo(second);
    expect(await read(subject)).toMatchObject({ openReports: MANY + 1 });
    await expectSubjectsReplayed(db());
  });

  test('the account is deleted meanwhile: each report is closed once', async () => {
    const { author, subject } = await reportedPost(MANY);
    await decided(subject);
    const file = await newReporter();
    await file(subject);
    await testApp.send('DELETE', `/api/admin/users/${author.id}`);
    await finish();
    expect([await countOf(subject, 'rejected'), await countOf(subject, 'resolved')]).toEqual([MANY, 1]);
    expect(new Set((await reportsOf(subject)).map(({ version }) => version))).toEqual(new Set([2]));
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });
});

describe('undoDecision: of a finished decision on many reports', () => {
  test('reopens them at once and updates the status of the rows in steps of the job', async () => {
    const { subject, ids } = await reportedPost(MANY);
    const before = { subject: await read(subject), statuses: await statusesOf(subject) };
    const decisionId = await decided(subject, VIOLATION);
    await finish();
    const updating = MANY - CLOSED_AT_ONCE;
    expect((await undo(decisionId)).json().data).toMatchObject({
      openReports: MANY,
      state: before.subject.state,
      closing: 0,
      updating,
    });
    expect(await countOf(subject, 'resolved')).toBe(updating);
    await expectSubjectsReplayed(db());
    const closed = (await reportsOf(subject)).find(({ status }) => status === 'resolved');
    const { status, version, case: counts } = await detail(closed?.id);
    expect(['pending', 'reviewing']).toContain(status);
    expect([version, counts]).toMatchObject([3, { open: MANY, closing: 0, updating }]);
    const grouped = (await testApp.post('/api/reports/admin/cases', { limit: 100 })).json().data;
    const row = grouped.find(({ itemId }: { itemId: string }) => itemId === subject.itemId);
    expect(row).toMatchObject({
      open: MANY,
      pending: before.statuses.filter((each) => each === 'pending').length,
      updating,
    });
    await finish();
    expect(await statusesOf(subject)).toEqual(before.statuses);
    expect(await read(subject)).toMatchObject({ openReports: MANY, updating: 0 });
    expect((await detail(ids[0])).version).toBe(3);
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test('meanwhile a repeated report is the one that is reopened', async () => {
    const { subject } = await reportedPost(MANY);
    const file = await newReporter();
    const { _id: first } = (await file(subject)).json().data;
    const decisionId = await decided(subject);
    await finish();
    await undo(decisionId);
    // Closed again, and opened again: neither has come to the rows.
    await undo(await decided(subject, VIOLATION));
    expect((await file(subject)).json().data).toMatchObject({ _id: first, status: 'pending' });
    await finish();
    expect(await read(subject)).toMatchObject({ reports: MANY + 1, openReports: MANY + 1 });
    await expectSubjectsReplayed(db());
  });
});

describe('closeInBulk: of many reports', () => {
  test('closes them at once, in steps of the job, and its undo reopens them', async () => {
    const { subject } = await reportedPost(MANY);
    const before = await statusesOf(subject);
    const changeId = await closeAll(subject, 'resolved');
    expect(await read(subject)).toMatchObject({ openReports: 0, closing: MANY - CLOSED_AT_ONCE });
    expect(await countOf(subject, 'resolved')).toBe(CLOSED_AT_ONCE);
    await expectSubjectsReplayed(db());
    const undone = (await undoAll(subject, changeId)) ?? '';
    expect(await read(subject)).toMatchObject({ openReports: MANY, closing: 0 });
    // It is such a change itself.
    expect(await undoAll(subject, undone)).toEqual(expect.any(String));
    expect(await read(subject)).toMatchObject({ openReports: 0 });
    await expectSubjectsReplayed(db());
    await finish();
    expect(await countOf(subject, 'resolved')).toBe(MANY);
    expect(await undoAll(subject, undone)).toBeNull();
    expect(before).not.toContain('resolved');
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });
});

describe('undoDecision: while reports are being closed', () => {
  test('leaves every report as it was, and the job ends', async () => {
    const { subject } = await reportedPost(MANY);
    const before = { subject: await read(subject), statuses: await statusesOf(subject) };
    const decisionId = await decided(subject);
    await closeNext(decisionId);
    expect((await undo(decisionId)).json().data).toMatchObject({
      openReports: before.subject.openReports,
      state: before.subject.state,
      closing: 0,
    });
    await expectSubjectsReplayed(db());
    await finish();
    expect(await closeNext(decisionId)).toBeNull();
    expect(await statusesOf(subject)).toEqual(before.statuses);
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test('of a previous decision reopens its reports, and the job leaves them open', async () => {
    const { subject, ids } = await reportedPost(3);
    const former = await decided(subject);
    for (let n = 0; n <= CLOSED_AT_ONCE; n += 1) await insertReport(db(), subject, { reporter_id: `reporter-${n}` });
    await decided(subject);
    expect((await undo(former)).json().data).toMatchObject({ openReports: 3, closing: 0 });
    await finish();
    expect(await read(subject)).toMatchObject({ openReports: 3, closing: 0 });
    expect((await statusesOf(subject)).slice(0, ids.length)).toEqual(['pending', 'pending', 'reviewing']);
    await expectSubjectsReplayed(db());
  });

  test('at the same time as a step loses no change', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { subject } = await reportedPost(MANY);
      const before = await statusesOf(subject);
      const decisionId = await decided(subject);
      await Promise.all([closeNext(decisionId), undo(decisionId), closeNext(decisionId)]);
      await finish();
      expect(await statusesOf(subject)).toEqual(before);
    }
    await expectSubjectsReplayed(db());
  });
});
