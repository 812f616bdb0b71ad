import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import {
  insertNotification,
  insertPost,
  insertReport,
  insertSession,
  insertUser,
  recordReports,
} from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { CLOSED_AT_ONCE } from './decided-reports.service.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const REST = 150;
const MANY = 2 * CLOSED_AT_ONCE + REST;
const VIOLATION = { outcome: 'violation', policy: 'spam' };

/** A post that many have reported: every third report is looked at. The last ones are closed last. */
async function reportedPost(count = MANY) {
  const author = await insertUser(db());
  const { id: itemId } = await insertPost(db(), author.id);
  const { id: other, ...model } = await insertReport(db(), { itemType: 'Post', itemId: `other-${itemId}` });
  const rows = Array.from({ length: count }, (_, n) => ({
    ...model,
    id: `${other}-${String(n).padStart(5, '0')}`,
    reporter_id: `${other}-reporter-${n}`,
    subject_id: itemId,
    subject_owner_id: author.id,
    status: n % 3 === 2 ? 'reviewing' : 'pending',
  }));
  await db().insertInto('reports').values(rows).execute();
  const ids = rows.map(({ id }) => id);
  await recordReports(db(), ids);
  return { author, subject: { itemType: 'Post' as const, itemId }, ids };
}
type Reported = Awaited<ReturnType<typeof reportedPost>>;
type Ref = Reported['subject'];

const read = async ({ itemType, itemId }: Ref): Promise<ModerationSubject> =>
  (await testApp.post(`/api/admin/subjects/${itemType}/${itemId}`)).json().data;
const decide = async (subject: Ref, decision: object = { outcome: 'no_violation' }) =>
  testApp.post('/api/admin/decisions', { subject, actions: [], version: (await read(subject)).version, ...decision });
const decided = async (subject: Ref, decision?: object): Promise<string> =>
  (await decide(subject, decision)).json().data.decisionId;
const undo = (id: string) => testApp.post(`/api/admin/decisions/${id}/undo`);
const detail = async (id: string | undefined) => (await testApp.post(`/api/reports/admin/detail/${id}`)).json().data;
const setStatus = (id: string | undefined, body: object) => testApp.post(`/api/reports/admin/${id}`, body);
/** Sets a status for all open reports. @returns what undoes it */
const setAll = async (subject: Ref, status: string, expectedOpen: number): Promise<string> =>
  (await testApp.post('/api/reports/admin/cases/status', { ...subject, status, expectedOpen })).json().data?.batchId;
const undoAll = (batchId: string) => testApp.post('/api/reports/admin/cases/undo', { batchId });
const closeNext = (decisionId: string) =>
  testApp.database.transact((tx) => testApp.services.decidedReports.closeNext(tx, { decisionId, publishedAt: 0 }));
const finish = () => testApp.services.jobs.runDue();
const reportsOf = ({ itemId }: Ref) =>
  db().selectFrom('reports').selectAll().where('subject_id', '=', itemId).orderBy('id').execute();
const statusesOf = async (subject: Ref) => (await reportsOf(subject)).map(({ status }) => status);
const countOf = async (subject: Ref, status: string) =>
  (await statusesOf(subject)).filter((each) => each === status).length;

async function newReporter() {
  const { id } = await insertUser(db());
  const token = await insertSession(db(), id, testApp.clock.now());
  return ({ itemType, itemId }: Ref) => {
    const body = { itemType, reportedItem: itemId, reason: 'spam', description: 'Đăng đi đăng lại một quảng cáo' };
    return testApp.send('POST', '/api/reports/create', { token, body });
  };
}

describe('decideSubject: of a subject with many open reports', () => {
  test('decides it at once and closes the reports in steps of a job, with one event for all', async () => {
    const { subject, ids } = await reportedPost();
    await insertNotification(db(), testApp.admin.id, { report_id: ids.at(-1) ?? '' });
    const { data } = (await decide(subject)).json();
    const closing = MANY - CLOSED_AT_ONCE;
    expect(data.subject).toMatchObject({ state: 'closed', openReports: 0, reports: MANY, closing });
    expect(await countOf(subject, 'rejected')).toBe(CLOSED_AT_ONCE);
    await expectSubjectsReplayed(db());
    expect(await closeNext(data.decisionId)).toMatchObject({ decisionId: data.decisionId });
    expect(await read(subject)).toMatchObject({ openReports: 0, closing: closing - CLOSED_AT_ONCE });
    const grouped = (await testApp.post('/api/reports/admin/cases', { limit: 100 })).json().data;
    expect(grouped.find(({ itemId }: Ref) => itemId === subject.itemId)).toMatchObject({ open: 0, closing: REST });
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

  test('of as many as are closed at once leaves nothing under way', async () => {
    const { subject } = await reportedPost(CLOSED_AT_ONCE);
    await decided(subject);
    await finish();
    expect(await db().selectFrom('report_closings').select('decision_id').execute()).toEqual([]);
    expect(await countOf(subject, 'rejected')).toBe(CLOSED_AT_ONCE);
  });

  test('a report that waits to be closed is shown as closed, and a change that rests on the open one answers 409', async () => {
    const { subject, ids } = await reportedPost();
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

  test('undoCaseStatus: of a change before the decision leaves the reports that wait to be closed', async () => {
    const { subject } = await reportedPost();
    const batchId = await setAll(subject, 'reviewing', MANY);
    await decided(subject);
    const { statusCode, body } = await undoAll(batchId);
    expect([statusCode, JSON.parse(body).data.changed]).toEqual([200, 0]);
    await finish();
    expect(await countOf(subject, 'rejected')).toBe(MANY);
    await expectSubjectsReplayed(db());
  });

  test('one that waits to be closed can be deleted', async () => {
    const { subject, ids } = await reportedPost();
    await decided(subject);
    const response = await testApp.send('DELETE', `/api/reports/admin/${ids.at(-1)}`);
    expect(response.statusCode).toBe(200);
    expect(await read(subject)).toMatchObject({ reports: MANY - 1, closing: MANY - CLOSED_AT_ONCE - 1 });
    await finish();
    expect(await countOf(subject, 'rejected')).toBe(MANY - 1);
    await expectSubjectsReplayed(db());
  });

  test('who has reported it can report it again meanwhile, and that report stays open', async () => {
    const { subject } = await reportedPost();
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
    const { subject } = await reportedPost();
    await decided(subject);
    const reporters = await Promise.all(Array.from({ length: 8 }, newReporter));
    const [, ...filed] = await Promise.all([finish(), ...reporters.map((file) => file(subject))]);
    expect(filed.map(({ statusCode }) => statusCode)).toEqual(reporters.map(() => 201));
    expect(await read(subject)).toMatchObject({ openReports: 8, closing: 0 });
    expect([await countOf(subject, 'pending'), await countOf(subject, 'rejected')]).toEqual([8, MANY]);
    await expectSubjectsReplayed(db());
  });

  test('a step that fails is done again, and two runners do each once', async () => {
    const { subject } = await reportedPost();
    const decisionId = await decided(subject);
    const before = await fingerprint(db());
    const failed = testApp.database.transact(async (tx) => {
      await testApp.services.decidedReports.closeNext(tx, { decisionId, publishedAt: 0 });
      throw new Error('the server is killed');
    });
    await expect(failed).rejects.toThrow('killed');
    expect(await fingerprint(db())).toEqual(before);
    await Promise.all([closeNext(decisionId), closeNext(decisionId)]);
    expect(await closeNext(decisionId)).toBeNull();
    expect((await reportsOf(subject)).map(({ version }) => version)).toEqual(Array.from({ length: MANY }, () => 2));
    await expectSubjectsReplayed(db());
  });

  test('resumeClosings: one without a job, as a backup brings it back, is done', async () => {
    const { subject } = await reportedPost();
    await decided(subject);
    await testApp.database.pool.query('delete from pgboss.job');
    await finish();
    expect((await read(subject)).closing).toBe(MANY - CLOSED_AT_ONCE);
    await testApp.services.decidedReports.resumeClosings();
    await testApp.services.decidedReports.resumeClosings();
    await finish();
    expect(await read(subject)).toMatchObject({ closing: 0, openReports: 0 });
    expect(await countOf(subject, 'rejected')).toBe(MANY);
  });

  test('a second decision meanwhile closes what was filed since, and each is undone by itself', async () => {
    const { subject, ids } = await reportedPost();
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
    const { author, subject } = await reportedPost();
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

describe('undoDecision: while reports are being closed', () => {
  test('leaves every report as it was, and the job ends', async () => {
    const { subject } = await reportedPost();
    const before = { subject: await read(subject), statuses: await statusesOf(subject) };
    const decisionId = await decided(subject);
    await closeNext(decisionId);
    expect((await undo(decisionId)).json().data).toMatchObject({
      openReports: before.subject.openReports,
      state: before.subject.state,
      closing: 0,
    });
    expect(await statusesOf(subject)).toEqual(before.statuses);
    expect(await closeNext(decisionId)).toBeNull();
    await finish();
    expect(await statusesOf(subject)).toEqual(before.statuses);
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test('of a former decision gives its reports back, and the job leaves them open', async () => {
    const { subject, ids } = await reportedPost(3);
    const former = await decided(subject);
    for (let n = 0; n <= CLOSED_AT_ONCE; n += 1) await insertReport(db(), subject, { reporter_id: `reporter-${n}` });
    await decided(subject);
    expect((await undo(former)).json().data).toMatchObject({ openReports: 3, closing: 1 });
    await finish();
    expect(await read(subject)).toMatchObject({ openReports: 3, closing: 0 });
    expect((await statusesOf(subject)).slice(0, ids.length)).toEqual(['pending', 'pending', 'reviewing']);
    await expectSubjectsReplayed(db());
  });

  test('at the same time as a step loses nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { subject } = await reportedPost();
      const before = await statusesOf(subject);
      const decisionId = await decided(subject);
      await Promise.all([closeNext(decisionId), undo(decisionId), closeNext(decisionId)]);
      await finish();
      expect(await statusesOf(subject)).toEqual(before);
    }
    await expectSubjectsReplayed(db());
  });
});

test('any changes while reports are being closed end as if each decision had closed all at once', async () => {
  const index = fc.constantFrom(0, 1, 2, -1, -2, -3);
  const which = fc.nat(1);
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('decide' as const), isViolation: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('file' as const), who: fc.nat(1) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), which }) },
    fc.record({ kind: fc.constant('status' as const), index, status: fc.constantFrom('pending', 'rejected') }),
    fc.record({ kind: fc.constant('delete' as const), index }),
    fc.record({ kind: fc.constant('all' as const), status: fc.constantFrom('reviewing', 'resolved') }),
    fc.record({ kind: fc.constant('undo-all' as const) }),
    fc.record({ kind: fc.constant('step' as const), which }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 9 }), async (changes) => {
      const run = async (isAtOnce: boolean) => {
        const { subject, ids } = await reportedPost(CLOSED_AT_ONCE + 6);
        const reporters = [await newReporter(), await newReporter()];
        let batchId = await setAll(subject, 'reviewing', ids.length);
        const made: string[] = [await decided(subject)];
        if (isAtOnce) await finish();
        for (const each of changes) {
          if (each.kind === 'decide') {
            made.push(await decided(subject, each.isViolation ? VIOLATION : undefined));
            if (isAtOnce) await finish();
          }
          const decisionId = 'which' in each ? (made[each.which] ?? made[0] ?? '') : '';
          if (each.kind === 'undo') await undo(decisionId);
          if (each.kind === 'step') await closeNext(decisionId);
          if (each.kind === 'status') await setStatus(ids.at(each.index), { status: each.status });
          if (each.kind === 'delete') await testApp.send('DELETE', `/api/reports/admin/${ids.at(each.index)}`);
          if (each.kind === 'file') await reporters[each.who]?.(subject);
          if (each.kind === 'all') {
            const { openReports: expectedOpen } = await read(subject);
            batchId = await setAll(subject, each.status, expectedOpen);
          }
          if (each.kind === 'undo-all') await undoAll(batchId);
        }
        await expectSubjectsReplayed(db());
        await finish();
        const { state, version, reports, openReports, reporters: people, closing } = await read(subject);
        return { statuses: await statusesOf(subject), state, version, reports, openReports, people, closing };
      };
      expect(await run(false)).toEqual(await run(true));
    }),
    { numRuns: 12 },
  );
  await expectSubjectsReplayed(db());
  await expectCountersRight(db());
}, 120_000);
