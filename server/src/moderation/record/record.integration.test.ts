import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import type { UserRecord } from '@hai-dang/contract/moderation/record.schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppealSteps } from '../../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  accountSubject,
  type DecisionFields,
  insertReportedPost,
  makeDecision,
  undoDecision,
} from '../../testing/decisions.ts';
import { insertPost, insertReport, insertUser } from '../../testing/factories.ts';
import { insertDecision } from '../../testing/moderation-factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { decisionsStore } from '../decisions/decisions.store.ts';
import { recordStore } from './record.store.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const call = (id: string) => testApp.post(`/api/admin/users/${id}/record`);
const recordOf = async (id: string): Promise<UserRecord> => (await call(id)).json().data;
const inDays = (days: number): Date => new Date(testApp.clock.now().getTime() + days * DAY_MS);

describe('getUserRecord', () => {
  test('of a user without any event is empty', async () => {
    expect(await recordOf((await insertUser(db())).id)).toEqual({
      points: 0,
      pointsExpireAt: null,
      decisions: [],
      decisionsCount: 0,
      appeals: { decided: 0, won: 0 },
      reportsAbout: { total: 0, open: 0 },
      reportsBy: { total: 0, resolved: 0, rejected: 0, unread: 0, muted: null },
    });
  });

  test('of a deleted user answers 404', async () => {
    const { id } = await insertUser(db(), { deleted_at: testApp.clock.now() });
    const response = await call(id);
    expect([response.statusCode, response.json().code]).toEqual([404, 'USER_NOT_FOUND']);
  });

  test('returns the decisions on the account and on its content, newest first, with their consequences', async () => {
    const author = await insertUser(db());
    const post = await insertPost(db(), author.id, { content: 'Giảm giá hôm nay' });
    const account = accountSubject(author.id);
    const now = testApp.clock.now().toISOString();
    const onPost = await makeDecision(
      testApp,
      { itemType: 'Post', itemId: post.id },
      { policy: 'spam', actions: ['takedown'] },
    );
    testApp.clock.advance(1_000);
    const suspension: DecisionFields = { policy: 'harassment', actions: ['suspend'], suspendDays: 3 };
    const onAccount = await makeDecision(testApp, account, suspension);
    testApp.clock.advance(1_000);
    const harmless = await makeDecision(testApp, account);
    const { decisions, decisionsCount } = await recordOf(author.id);
    testApp.clock.advance(-2_000);
    expect(decisionsCount).toBe(3);
    const actor = { _id: testApp.admin.id, username: testApp.admin.username };
    expect(decisions).toMatchObject([
      {
        _id: harmless,
        outcome: 'no_violation',
        policy: null,
        actions: [],
        points: 0,
        pointsExpireAt: null,
        undone: null,
      },
      {
        _id: onAccount,
        subject: account,
        policy: { key: 'harassment', title: 'Quấy rối' },
        actions: ['suspend'],
        suspendedUntil: new Date(inDays(3).getTime() + 1_000).toISOString(),
        points: 2,
        actor,
      },
      {
        _id: onPost,
        subject: { itemType: 'Post', itemId: post.id },
        title: 'Giảm giá hôm nay',
        outcome: 'violation',
        actions: ['takedown'],
        suspendedUntil: null,
        actor,
        createdAt: now,
        undone: null,
      },
    ]);
  });

  test('counts the points of decisions that were not undone, until they expire', async () => {
    const { id } = await insertUser(db());
    const created_at = testApp.clock.now();
    await insertDecision(db(), id, { created_at, points: 1, points_expire_at: inDays(2) });
    await insertDecision(db(), id, { created_at, points: 4, points_expire_at: inDays(5) });
    await insertDecision(db(), id, { created_at, points: 8, points_expire_at: created_at });
    await insertDecision(db(), id, { created_at, points: 16, points_expire_at: inDays(1), undone_at: created_at });
    expect(await recordOf(id)).toMatchObject({ points: 5, pointsExpireAt: inDays(2).toISOString() });
  });

  test('says who undid a decision, when, why, and whether by an appeal', async () => {
    const { id } = await insertUser(db());
    const decisionId = await makeDecision(testApp, accountSubject(id), { policy: 'spam', actions: ['warn'] });
    testApp.clock.advance(3_600_000 / 2);
    await undoDecision(testApp, decisionId, { reason: 'Nhầm người' });
    const at = testApp.clock.now().toISOString();
    const [undone] = (await recordOf(id)).decisions;
    testApp.clock.advance(-3_600_000 / 2);
    expect(undone).toMatchObject({
      _id: decisionId,
      undone: { by: { username: testApp.admin.username }, at, reason: 'Nhầm người', isAppeal: false },
    });
    expect(await recordOf(id)).toMatchObject({ points: 0, pointsExpireAt: null });
  });

  test('counts the decided appeals and the granted ones, and the decision says so', async () => {
    const steps = createAppealSteps(testApp);
    const { author, decisionId, noticeId } = await steps.takenDownPost();
    const granted = (await steps.object(author.id, noticeId)).json().data._id;
    const account = accountSubject(author.id);
    const warned = await makeDecision(testApp, account, { policy: 'spam', actions: ['warn'] });
    const upheld = (await steps.object(author.id, await steps.notify(author.id, warned))).json().data._id;
    expect((await recordOf(author.id)).appeals).toEqual({ decided: 0, won: 0 });
    await steps.conclude(granted, 'overturn', { note: 'Bài viết hợp lệ' });
    await steps.conclude(upheld, 'uphold');
    const { appeals, decisions, points } = await recordOf(author.id);
    expect({ appeals, points }).toEqual({ appeals: { decided: 2, won: 1 }, points: 1 });
    expect(decisions.find(({ _id }) => _id === decisionId)?.undone).toMatchObject({
      by: { username: testApp.admin.username },
      reason: 'Bài viết hợp lệ',
      isAppeal: true,
    });
    expect(decisions.find(({ _id }) => _id === warned)?.undone).toBeNull();

    // A reporter's request for a second look is no appeal of theirs.
    const other = await insertReportedPost(testApp);
    const harmless = await makeDecision(testApp, other.subject);
    const reporterId = String(other.reports[0]?.reporter_id);
    const notice = await steps.notify(reporterId, harmless);
    const look = (await steps.object(reporterId, notice)).json().data._id;
    await steps.conclude(look, 'overturn');
    expect((await recordOf(reporterId)).appeals).toEqual({ decided: 0, won: 0 });
  });

  test('counts the reports about the user and by the user', async () => {
    const [author, reporter] = [await insertUser(db()), await insertUser(db())];
    const post = await insertPost(db(), author.id);
    const ofPost = { itemType: 'Post', itemId: post.id, itemAuthorId: author.id };
    const ofUser = { itemType: 'User', itemId: author.id, itemAuthorId: author.id };
    const by = { reporter_id: reporter.id };
    await insertReport(db(), ofPost, by);
    await insertReport(db(), ofPost, { status: 'reviewing' });
    await insertReport(db(), ofPost, { status: 'rejected' });
    await insertReport(db(), ofUser, { ...by, status: 'resolved' });
    await insertReport(db(), { itemType: 'Post', itemId: 'other' }, { ...by, status: 'rejected' });
    await insertReport(db(), { itemType: 'Post', itemId: 'third' }, { ...by, status: 'resolved' });
    expect((await recordOf(author.id)).reportsAbout).toEqual({ total: 4, open: 2 });
    expect((await recordOf(reporter.id)).reportsBy).toEqual({
      total: 4,
      resolved: 2,
      rejected: 1,
      unread: 0,
      muted: null,
    });
  });

  test('of many decisions returns the newest 50 and their number, by indexes', async () => {
    const notorious = await insertUser(db());
    const at = testApp.clock.now();
    await sql`
      insert into decisions (id, subject_type, subject_id, owner_id, outcome, points, points_expire_at, actions, actor_id, created_at)
      select 'many-' || i, 'Post', 'p-' || i, case when i <= 60 then ${notorious.id} else 'owner-' || i end, 'violation', 1,
        ${at}::timestamptz + interval '90 days', array['warn'], 'a', ${at}::timestamptz - i * interval '1 minute'
      from generate_series(1, 3000) i`.execute(db());
    await sql`
      insert into moderation_subjects (subject_type, subject_id, owner_id)
      select 'Post', 's-' || i, 'owner-' || i from generate_series(1, 3000) i`.execute(db());
    await sql`alter table reports disable trigger user`.execute(db());
    await sql`
      insert into reports (id, reporter_id, subject_type, subject_id, reason, description, status, created_at, updated_at)
      select 'r-' || i, 'reporter-' || i % 300, 'Post', 'p-' || i, 'spam', 'x', 'resolved', ${at}, ${at}
      from generate_series(1, 6000) i`.execute(db());
    await sql`alter table reports enable trigger user`.execute(db());
    const { decisions, decisionsCount, points } = await recordOf(notorious.id);
    expect(decisions.map(({ _id }) => _id)).toEqual(Array.from({ length: 50 }, (_, index) => `many-${index + 1}`));
    expect({ decisionsCount, points }).toEqual({ decisionsCount: 60, points: 60 });

    const planOf = await openPlanReader(testApp.database.pool);
    const of = 'owner-700';
    expect((await planOf((on) => recordStore.findDecisions(on, of, 50))).indexes).toEqual(
      expect.arrayContaining(['decisions_newest_of_owner', 'moderation_events_of_decision']),
    );
    expect((await planOf((on) => decisionsStore.findRecord(on, of, at))).indexes).toContain('decisions_points');
    expect((await planOf((on) => recordStore.countReportsAbout(on, of))).indexes).toEqual([
      'moderation_subjects_of_owner',
    ]);
    expect((await planOf((on) => recordStore.countReportsBy(on, 'reporter-7'))).indexes).toEqual([
      'reports_muted',
      expect.stringMatching(/^reports_(of|newest_by)_reporter/),
    ]);
    expect((await planOf((on) => recordStore.findMuting(on, of))).indexes).toEqual(
      expect.arrayContaining(['moderation_subjects_pkey']),
    );
    const page = Array.from({ length: 50 }, (_, index) => `owner-${index + 100}`);
    expect((await planOf((on) => recordStore.findCounts(on, page, at))).indexes.toSorted()).toEqual([
      'decisions_points',
      'moderation_subjects_open_of_owner',
    ]);
  });
});

describe('listRecordCounts', () => {
  const countsOf = async (ids: string[]) => testApp.post('/api/admin/users/records', { ids });

  test('several accounts: each has its points that count and the open reports of it and of its content', async () => {
    const [author, other] = [await insertUser(db()), await insertUser(db())];
    const created_at = testApp.clock.now();
    await insertDecision(db(), author.id, { created_at, points: 3, points_expire_at: inDays(2) });
    await insertDecision(db(), author.id, { created_at, points: 4, points_expire_at: created_at });
    await insertDecision(db(), author.id, {
      created_at,
      points: 8,
      points_expire_at: inDays(1),
      undone_at: created_at,
    });
    const post = await insertPost(db(), author.id);
    await insertReport(db(), { itemType: 'Post', itemId: post.id, itemAuthorId: author.id });
    await insertReport(db(), { itemType: 'User', itemId: author.id, itemAuthorId: author.id });
    await insertReport(db(), { itemType: 'User', itemId: author.id, itemAuthorId: author.id }, { status: 'rejected' });
    expect((await countsOf([other.id, author.id, 'nobody'])).json().data).toEqual([
      { _id: other.id, points: 0, openReports: 0 },
      { _id: author.id, points: 3, openReports: 2 },
      { _id: 'nobody', points: 0, openReports: 0 },
    ]);
  });

  test('none, or more than a page → 400', async () => {
    for (const count of [0, 51]) {
      const ids = Array.from({ length: count }, (_, index) => `user-${index}`);
      expect((await countsOf(ids)).statusCode).toBe(400);
    }
  });
});
