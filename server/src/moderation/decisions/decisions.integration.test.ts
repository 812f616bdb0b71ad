import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import {
  accountSubject,
  type DecisionFields,
  insertReportedPost,
  makeDecision,
  readAccount,
  readStatuses,
  readSubject,
  tryDecision,
  undoDecision,
} from '../../testing/decisions.ts';
import { insertAdmin, insertReport, insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { purgeExpiredContent } from '../actions/purge-expired-content.ts';

let testApp: TestApp;
let otherToken: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  otherToken = await insertSession(db(), (await insertAdmin(db())).id, testApp.clock.now());
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;

describe('getSubject', () => {
  test("a reported post: the owner's warnings, how often its reporters were right elsewhere, its newest report", async () => {
    const { author, subject } = await insertReportedPost(testApp, ['pending']);
    const [right, wrong] = [await insertUser(db()), await insertUser(db())];
    const newest = await insertReport(db(), subject, {
      reporter_id: right.id,
      created_at: new Date(Date.now() + 1_000),
    });
    await insertReport(db(), subject, { reporter_id: wrong.id, status: 'resolved' });
    const elsewhere = (reporter: { id: string }, status: string) =>
      insertReport(db(), { itemType: 'User', itemId: newId() }, { reporter_id: reporter.id, status });
    await elsewhere(right, 'resolved');
    await elsewhere(right, 'resolved');
    await elsewhere(right, 'pending');
    await elsewhere(wrong, 'rejected');
    await makeDecision(testApp, accountSubject(author.id), { policy: 'spam', actions: ['warn'] });
    const undone = await makeDecision(testApp, accountSubject(author.id), { policy: 'spam', actions: ['warn'] });
    await undoDecision(testApp, undone);
    expect(await readSubject(testApp, subject)).toMatchObject({
      ownerRecord: { warnings: 1, appealsWon: 0 },
      reportersRecord: { closed: 3, right: 2 },
      newestReportId: newest.id,
    });
  });

  test('an account without a report: no record, no report', async () => {
    const user = await insertUser(db());
    expect(await readSubject(testApp, accountSubject(user.id))).toMatchObject({
      ownerRecord: { warnings: 0, appealsWon: 0 },
      reportersRecord: { closed: 0, right: 0 },
      newestReportId: null,
    });
  });
});

describe('decideSubject', () => {
  test('a violation takes content down, suspends its owner, gives points and closes all open reports', async () => {
    const { author, post: written, subject, reports } = await insertReportedPost(testApp);
    const userToken = await insertSession(db(), author.id, testApp.clock.now());
    const response = await tryDecision(testApp, subject, {
      policy: 'harassment',
      actions: ['takedown', 'suspend'],
      suspendDays: 7,
      note: 'Tái phạm',
    });
    expect(response.statusCode).toBe(201);
    const { data } = response.json();
    const until = new Date(testApp.clock.now().getTime() + 7 * DAY_MS).toISOString();
    expect(data.subject).toMatchObject({
      state: 'closed',
      openReports: 0,
      reports: 3,
      takenDownAt: testApp.clock.now().toISOString(),
      owner: { _id: author.id, isDisabled: true, disabledUntil: until },
      strikes: { points: 2, recommended: null },
    });
    expect(data.subject.events[0]).toMatchObject({
      kind: 'decided',
      decisionId: data.decisionId,
      note: 'Tái phạm',
      policy: { key: 'harassment', version: 1, title: 'Quấy rối' },
      actor: { username: testApp.admin.username },
    });
    expect(await readStatuses(testApp, reports)).toEqual(['resolved', 'resolved', 'rejected']);
    expect((await testApp.post(`/api/admin/posts/${written.id}`)).statusCode).toBe(404);
    expect(await readAccount(testApp, author.id)).toMatchObject({ vohieuhoa: true, disabledUntil: until });
    const report = { reportedItem: author.id, itemType: 'User', reason: 'spam', description: 'Quảng cáo liên tục' };
    expect((await testApp.send('POST', '/api/reports/create', { token: userToken, body: report })).statusCode).toBe(
      401,
    );
    const entries = await db()
      .selectFrom('audit_entries')
      .selectAll()
      .where('request_id', '=', String(response.headers['x-request-id']))
      .execute();
    expect(entries).toMatchObject([
      {
        action: 'decision.make',
        target_type: 'post',
        after: { decisionId: data.decisionId, policy: 'harassment', closed: 2 },
      },
    ]);
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test('returns its consequences, which equal those of its preview', async () => {
    const { author, subject } = await insertReportedPost(testApp);
    const decision = { policy: 'harassment', actions: ['takedown', 'suspend'] as const, suspendDays: 7 };
    const { version } = await readSubject(testApp, subject);
    const body = { ...decision, subject, outcome: 'violation', version };
    const { consequences } = (await testApp.post('/api/admin/decisions/preview', body)).json().data;
    const made = await testApp.post('/api/admin/decisions', body);
    expect(made.json().data.consequences).toEqual(consequences);
    expect(consequences.map(({ code }: { code: string }) => code)).toEqual([
      'takedown',
      'suspend',
      'points',
      'close_reports',
    ]);
    const { disabledUntil } = await readAccount(testApp, author.id);
    const shorter = { ...decision, actions: ['suspend' as const], suspendDays: 3 };
    const account = accountSubject(author.id);
    const previewed = { ...shorter, subject: account, outcome: 'violation', version: 0 };
    const second = (await testApp.post('/api/admin/decisions/preview', previewed)).json().data;
    const again = (await tryDecision(testApp, account, shorter)).json().data;
    expect(again.consequences).toEqual(second.consequences);
    expect(again.consequences).toContainEqual({ code: 'stay_disabled', until: disabledUntil, count: null });
    expect(await readAccount(testApp, author.id)).toMatchObject({ disabledUntil });
  });

  test('no violation rejects the open reports and leaves everything else', async () => {
    const { author, post: written, subject, reports } = await insertReportedPost(testApp);
    const { data } = (await tryDecision(testApp, subject)).json();
    expect(data.subject).toMatchObject({ state: 'closed', takenDownAt: null, strikes: { points: 0 } });
    expect(await readStatuses(testApp, reports)).toEqual(['rejected', 'rejected', 'rejected']);
    expect((await testApp.post(`/api/admin/posts/${written.id}`)).statusCode).toBe(200);
    expect(await readAccount(testApp, author.id)).toMatchObject({ vohieuhoa: false, disabledUntil: null });
  });

  test('an account without any report is warned, and the ladder proposes from the sum of its points', async () => {
    const user = await insertUser(db());
    const subject = accountSubject(user.id);
    expect(await readSubject(testApp, subject)).toMatchObject({
      version: 0,
      state: 'closed',
      events: [],
      strikes: { points: 0 },
    });
    const points: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const { data } = (await tryDecision(testApp, subject, { policy: 'harassment', actions: ['warn'] })).json();
      points.push(data.subject.strikes.points);
      if (round === 1) expect(data.subject.strikes.recommended).toEqual({ action: 'suspend', suspendDays: 7 });
      if (round === 4) expect(data.subject.strikes.recommended).toEqual({ action: 'disable', suspendDays: null });
    }
    expect(points).toEqual([2, 4, 6, 8, 10]);
    const { events } = await readSubject(testApp, subject);
    expect(events.filter(({ kind }) => kind === 'warned')).toHaveLength(5);
    await testApp.later(181 * DAY_MS, async () => expect((await readSubject(testApp, subject)).strikes.points).toBe(0));
  });

  test('by two administrators at once is made once; the other gets 409', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { subject } = await insertReportedPost(testApp, ['pending']);
      const { version } = await readSubject(testApp, subject);
      const responses = await Promise.all([
        tryDecision(testApp, subject, { policy: 'spam', actions: ['takedown'], version }),
        tryDecision(testApp, subject, { outcome: 'no_violation', version }, otherToken),
      ]);
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    }
    await expectSubjectsReplayed(db());
  });

  test.each([
    ['a rule that is not known', { policy: 'nothing', actions: [] }, 404, 'POLICY_NOT_FOUND'],
    ['no rule', { outcome: 'violation', actions: [] }, 400, 'VALIDATION_FAILED'],
    ['a suspension of 0 days', { policy: 'spam', actions: ['suspend'], suspendDays: 0 }, 400, 'VALIDATION_FAILED'],
    ['a suspension of −1 days', { policy: 'spam', actions: ['suspend'], suspendDays: -1 }, 400, 'VALIDATION_FAILED'],
    [
      'a suspension of 10 000 days',
      { policy: 'spam', actions: ['suspend'], suspendDays: 10_000 },
      400,
      'VALIDATION_FAILED',
    ],
    ['a suspension without days', { policy: 'spam', actions: ['suspend'] }, 400, 'VALIDATION_FAILED'],
    ['both penalties', { policy: 'spam', actions: ['suspend', 'disable'], suspendDays: 1 }, 400, 'VALIDATION_FAILED'],
    ['actions without a violation', { outcome: 'no_violation', actions: ['warn'] }, 400, 'VALIDATION_FAILED'],
  ])('%s is rejected and changes nothing', async (_, decision, status, code) => {
    const { subject } = await insertReportedPost(testApp, ['pending']);
    const before = await fingerprint(db());
    const response = await tryDecision(testApp, subject, decision as DecisionFields);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ code });
    expect(await fingerprint(db())).toEqual(before);
  });

  test('a rule that was disabled meanwhile is rejected', async () => {
    const { subject } = await insertReportedPost(testApp, ['pending']);
    await testApp.send('DELETE', '/api/admin/policies/scam');
    const response = await tryDecision(testApp, subject, { policy: 'scam', actions: [] });
    expect([response.statusCode, response.json().code]).toEqual([409, 'POLICY_DISABLED']);
  });

  test('the takedown of an account is rejected', async () => {
    const user = await insertUser(db());
    const account = await tryDecision(testApp, accountSubject(user.id), { policy: 'spam', actions: ['takedown'] });
    expect(account.json()).toMatchObject({ code: 'DECISION_IMPOSSIBLE' });
  });

  test("of the caller's own account is rejected and recorded in the audit log", async () => {
    const own = accountSubject(testApp.admin.id);
    const response = await tryDecision(testApp, own, { policy: 'spam', actions: ['disable'] });
    expect(response.json()).toMatchObject({ code: 'OWN_ACCOUNT' });
    expect(await readAccount(testApp, testApp.admin.id)).toMatchObject({ vohieuhoa: false });
    const entries = db().selectFrom('audit_entries').select(['action', 'reason']).where('target_id', '=', own.itemId);
    expect(await entries.where('action', 'like', 'decision.%').execute()).toEqual([
      { action: 'decision.make', reason: 'OWN_ACCOUNT' },
    ]);
  });
});

describe('undoDecision', () => {
  test('restores content, account, points and the status of its reports, once', async () => {
    const { author, post: written, subject, reports } = await insertReportedPost(testApp);
    const before = await readAccount(testApp, author.id);
    const decision: DecisionFields = { policy: 'spam', actions: ['takedown', 'disable'] };
    const decisionId = await makeDecision(testApp, subject, decision);
    const policies = async () =>
      (await testApp.post('/api/admin/policies')).json().data.find(({ key }: { key: string }) => key === 'spam')
        .appliedCount;
    const applied = await policies();
    const { data } = (await undoDecision(testApp, decisionId)).json();
    expect(data).toMatchObject({ state: 'open', openReports: 2, takenDownAt: null, strikes: { points: 0 } });
    expect(await readAccount(testApp, author.id)).toEqual(before);
    expect((await testApp.post(`/api/admin/posts/${written.id}`)).statusCode).toBe(200);
    expect(await readStatuses(testApp, reports)).toEqual(['pending', 'reviewing', 'rejected']);
    expect(await policies()).toBe(applied - 1);
    const once = await fingerprint(db());
    expect((await undoDecision(testApp, decisionId)).statusCode).toBe(200);
    expect(await fingerprint(db())).toEqual(once);
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test('needs no reason of who decided for a day, and one of a colleague at once', async () => {
    const { post: written, subject } = await insertReportedPost(testApp);
    const id = await makeDecision(testApp, subject, { policy: 'spam', actions: ['takedown'] });
    const response = await testApp.send('POST', `/api/admin/decisions/${id}/undo`, { token: otherToken, body: {} });
    expect([response.statusCode, response.json().code]).toEqual([400, 'UNDO_REASON_REQUIRED']);
    await testApp.later(DAY_MS - 1, async () => {
      await purgeExpiredContent(testApp.services.app);
      const { data } = (await undoDecision(testApp, id)).json();
      expect(data.events[0]).toMatchObject({ kind: 'decision_undone', note: 'Người quyết định tự hoàn tác' });
    });
    expect((await testApp.post(`/api/admin/posts/${written.id}`)).statusCode).toBe(200);
  });

  test("needs a reason after a day, also one's own, and then works for thirty days", async () => {
    const { post: written, subject } = await insertReportedPost(testApp);
    const decisionId = await makeDecision(testApp, subject, { policy: 'spam', actions: ['takedown'] });
    await testApp.later(DAY_MS, async () =>
      expect((await undoDecision(testApp, decisionId)).json()).toMatchObject({ code: 'UNDO_REASON_REQUIRED' }),
    );
    await testApp.later(29 * DAY_MS, async () => {
      await purgeExpiredContent(testApp.services.app);
      const { data } = (await undoDecision(testApp, decisionId, { reason: 'Nhầm bài viết' })).json();
      expect(data.events[0]).toMatchObject({ kind: 'decision_undone', note: 'Nhầm bài viết' });
    });
    const { deleted_at } = await db()
      .selectFrom('posts')
      .select('deleted_at')
      .where('id', '=', written.id)
      .executeTakeFirstOrThrow();
    expect(deleted_at).toBeNull();
  });

  test.each([
    ['gives the content back, too, where the purge has not come to it', false],
    ['gives back all but the content where that is purged', true],
  ])('after the time for appeals %s', async (_, isPurged) => {
    const { author, post: written, subject, reports } = await insertReportedPost(testApp, ['pending']);
    const decision: DecisionFields = { policy: 'spam', actions: ['takedown', 'disable'] };
    const decisionId = await makeDecision(testApp, subject, decision);
    await testApp.later(40 * DAY_MS, async () => {
      if (isPurged) await purgeExpiredContent(testApp.services.app);
      expect((await undoDecision(testApp, decisionId, { reason: 'Nhầm bài viết' })).statusCode).toBe(200);
      expect((await testApp.post(`/api/admin/posts/${written.id}`)).statusCode).toBe(isPurged ? 404 : 200);
    });
    expect(await readAccount(testApp, author.id)).toMatchObject({ vohieuhoa: false });
    expect(await readStatuses(testApp, reports)).toEqual(['pending']);
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test('keeps what somebody has changed since', async () => {
    const { author, post: written, subject, reports } = await insertReportedPost(testApp, ['pending', 'pending']);
    const decision: DecisionFields = { policy: 'spam', actions: ['takedown', 'suspend'], suspendDays: 3 };
    const decisionId = await makeDecision(testApp, subject, decision);
    await testApp.post(`/api/admin/users/${author.id}/disable`);
    await testApp.post(`/api/admin/posts/${written.id}/restore`);
    await testApp.send('DELETE', `/api/admin/deletePost/${written.id}`);
    await testApp.post(`/api/reports/admin/${reports[0]?.id}`, { status: 'reviewing' });
    expect((await undoDecision(testApp, decisionId)).statusCode).toBe(200);
    expect(await readAccount(testApp, author.id)).toMatchObject({ vohieuhoa: true, disabledUntil: null });
    expect((await testApp.post(`/api/admin/posts/${written.id}`)).statusCode).toBe(404);
    expect(await readStatuses(testApp, reports)).toEqual(['reviewing', 'pending']);
  });

  test('of a second suspension restores the first one', async () => {
    const user = await insertUser(db());
    const subject = accountSubject(user.id);
    await makeDecision(testApp, subject, { policy: 'spam', actions: ['suspend'], suspendDays: 1 });
    const { disabledUntil } = await readAccount(testApp, user.id);
    const second = await makeDecision(testApp, subject, { policy: 'spam', actions: ['suspend'], suspendDays: 30 });
    await undoDecision(testApp, second);
    expect(await readAccount(testApp, user.id)).toMatchObject({ vohieuhoa: true, disabledUntil });
  });

  test('a suspension never shortens the present one of the account', async () => {
    const user = await insertUser(db());
    const subject = accountSubject(user.id);
    await makeDecision(testApp, subject, { policy: 'spam', actions: ['suspend'], suspendDays: 30 });
    const { disabledUntil } = await readAccount(testApp, user.id);
    await makeDecision(testApp, subject, { policy: 'spam', actions: ['suspend'], suspendDays: 1 });
    expect(await readAccount(testApp, user.id)).toMatchObject({ vohieuhoa: true, disabledUntil });
    await makeDecision(testApp, subject, { policy: 'spam', actions: ['disable'] });
    await makeDecision(testApp, subject, { policy: 'spam', actions: ['suspend'], suspendDays: 365 });
    expect(await readAccount(testApp, user.id)).toMatchObject({ vohieuhoa: true, disabledUntil: null });
  });

  test('after any decisions, undone in either order, account, content and reports are as before', async () => {
    const action = fc.subarray(['takedown', 'warn'] as const);
    const penalty = fc.constantFrom('suspend' as const, 'disable' as const, null);
    const decisions = fc.array(fc.tuple(action, penalty, fc.integer({ min: 1, max: 365 }), fc.boolean()), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(decisions, fc.boolean(), async (all, isReversed) => {
        const { author, subject, reports } = await insertReportedPost(testApp);
        const state = async () => {
          const { events: _, version: __, ...rest } = await readSubject(testApp, subject);
          return {
            rest,
            account: await readAccount(testApp, author.id),
            statuses: await readStatuses(testApp, reports),
          };
        };
        const before = await state();
        const made: string[] = [];
        for (const [actions, punishment, suspendDays, isViolation] of all) {
          const decision: DecisionFields = isViolation
            ? { policy: 'violence', actions: [...actions, ...(punishment ? [punishment] : [])], suspendDays }
            : {};
          made.push(await makeDecision(testApp, subject, decision));
        }
        const order = isReversed ? made.toReversed() : made;
        for (const id of order) expect((await undoDecision(testApp, id)).statusCode).toBe(200);
        expect(await state()).toEqual(before);
      }),
      { numRuns: 25 },
    );
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  }, 60_000);
});
