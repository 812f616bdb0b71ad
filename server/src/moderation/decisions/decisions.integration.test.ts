import type { DecideBody, ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../auth/password.ts';
import { newId } from '../../lib/ids.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { insertAdmin, insertPost, insertReport, insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';

const DAY_MS = 24 * 3_600_000;
let testApp: TestApp;
let otherToken: string;
/** Of the session that calls: each has its own after the clock was advanced, since sessions end. */
let token: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  ({ token } = testApp.admin);
  otherToken = await insertSession(db(), (await insertAdmin(db())).id, testApp.clock.now());
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
/** Runs `work` a while later. */
async function later(ms: number, work: () => Promise<void>): Promise<void> {
  testApp.clock.advance(ms);
  token = await insertSession(db(), testApp.admin.id, testApp.clock.now());
  try {
    await work();
  } finally {
    testApp.clock.advance(-ms);
    ({ token } = testApp.admin);
  }
}
const post = (url: string, body: object = {}) => testApp.send('POST', url, { token, body });
type Decision = Partial<Omit<DecideBody, 'subject'>>;
interface Ref {
  itemType: string;
  itemId: string;
}

async function reportedPost(statuses: readonly string[] = ['pending', 'reviewing', 'rejected']) {
  const author = await insertUser(db());
  const row = await insertPost(db(), author.id);
  const subject = { itemType: 'Post', itemId: row.id };
  const ids: string[] = [];
  for (const status of statuses) {
    ids.push((await insertReport(db(), { ...subject, itemAuthorId: author.id }, { status })).id);
  }
  return { author, post: row, subject, ids };
}

const read = async ({ itemType, itemId }: Ref): Promise<ModerationSubject> =>
  (await post(`/api/admin/subjects/${itemType}/${itemId}`)).json().data;
const decide = async (subject: Ref, decision: Decision, by = token) =>
  testApp.send('POST', '/api/admin/decisions', {
    token: by,
    body: { subject, outcome: 'violation', actions: [], version: (await read(subject)).version, ...decision },
  });
const undo = (id: string, body: object = {}) => post(`/api/admin/decisions/${id}/undo`, body);
const accountOf = async (id: string) => (await post(`/api/admin/users/detail/${id}`)).json().data;
const statusesOf = async (ids: readonly string[]) =>
  (await db().selectFrom('reports').select('status').where('id', 'in', ids).orderBy('id').execute()).map(
    ({ status }) => status,
  );

describe('getSubject', () => {
  test("a reported post: the owner's warnings, how often its reporters were right elsewhere, its newest report", async () => {
    const { author, subject } = await reportedPost(['pending']);
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
    await decide({ itemType: 'User', itemId: author.id }, { policy: 'spam', actions: ['warn'] });
    const undone = await decide({ itemType: 'User', itemId: author.id }, { policy: 'spam', actions: ['warn'] });
    await undo(undone.json().data.decisionId);
    expect(await read(subject)).toMatchObject({
      ownerRecord: { warnings: 1, appealsWon: 0 },
      reportersRecord: { closed: 3, right: 2 },
      newestReportId: newest.id,
    });
  });

  test('an account that nobody has reported: no record, no report', async () => {
    const user = await insertUser(db());
    expect(await read({ itemType: 'User', itemId: user.id })).toMatchObject({
      ownerRecord: { warnings: 0, appealsWon: 0 },
      reportersRecord: { closed: 0, right: 0 },
      newestReportId: null,
    });
  });
});

describe('decideSubject', () => {
  test('a violation takes content down, suspends its owner, gives points and closes all open reports', async () => {
    const { author, post: written, subject, ids } = await reportedPost();
    const userToken = await insertSession(db(), author.id, testApp.clock.now());
    const decision = {
      policy: 'harassment',
      actions: ['takedown', 'suspend'] as const,
      suspendDays: 7,
      note: 'Tái phạm',
    };
    const response = await decide(subject, { ...decision, actions: [...decision.actions] });
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
    expect(await statusesOf(ids)).toEqual(['resolved', 'resolved', 'rejected']);
    expect((await post(`/api/admin/posts/${written.id}`)).statusCode).toBe(404);
    expect(await accountOf(author.id)).toMatchObject({ vohieuhoa: true, disabledUntil: until });
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

  test('no violation rejects the open reports and leaves everything else', async () => {
    const { author, post: written, subject, ids } = await reportedPost();
    const { data } = (await decide(subject, { outcome: 'no_violation' })).json();
    expect(data.subject).toMatchObject({ state: 'closed', takenDownAt: null, strikes: { points: 0 } });
    expect(await statusesOf(ids)).toEqual(['rejected', 'rejected', 'rejected']);
    expect((await post(`/api/admin/posts/${written.id}`)).statusCode).toBe(200);
    expect(await accountOf(author.id)).toMatchObject({ vohieuhoa: false, disabledUntil: null });
  });

  test('an account without any report is warned, and the ladder proposes from the sum of its points', async () => {
    const user = await insertUser(db());
    const subject = { itemType: 'User', itemId: user.id };
    expect(await read(subject)).toMatchObject({ version: 0, state: 'closed', events: [], strikes: { points: 0 } });
    const points: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const { data } = (await decide(subject, { policy: 'harassment', actions: ['warn'] })).json();
      points.push(data.subject.strikes.points);
      if (round === 1) expect(data.subject.strikes.recommended).toEqual({ action: 'suspend', suspendDays: 7 });
      if (round === 4) expect(data.subject.strikes.recommended).toEqual({ action: 'disable', suspendDays: null });
    }
    expect(points).toEqual([2, 4, 6, 8, 10]);
    const { events } = await read(subject);
    expect(events.filter(({ kind }) => kind === 'warned')).toHaveLength(5);
    await later(181 * DAY_MS, async () => expect((await read(subject)).strikes.points).toBe(0));
  });

  test('a stale version answers 409 with the present subject and changes nothing', async () => {
    const { author, subject } = await reportedPost();
    const { version } = await read(subject);
    await insertReport(db(), { ...subject, itemAuthorId: author.id });
    const before = await fingerprint(db());
    const response = await decide(subject, { policy: 'spam', actions: ['takedown'], version });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'SUBJECT_CHANGED',
      details: { subject: { version: version + 1, openReports: 3 } },
    });
    expect(await fingerprint(db())).toEqual(before);
  });

  test('by two administrators at once is made once; the other gets 409', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { subject } = await reportedPost(['pending']);
      const { version } = await read(subject);
      const responses = await Promise.all([
        decide(subject, { policy: 'spam', actions: ['takedown'], version }),
        decide(subject, { outcome: 'no_violation', version }, otherToken),
      ]);
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    }
    await expectSubjectsReplayed(db());
  });

  test.each([
    ['a rule that is not known', { policy: 'nothing', actions: [] }, 404, 'POLICY_NOT_FOUND'],
    ['no rule', { actions: [] }, 400, 'VALIDATION_FAILED'],
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
    const { subject } = await reportedPost(['pending']);
    const before = await fingerprint(db());
    const response = await decide(subject, decision as Decision);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ code });
    expect(await fingerprint(db())).toEqual(before);
  });

  test('a rule that was switched off meanwhile is rejected', async () => {
    const { subject } = await reportedPost(['pending']);
    await testApp.send('DELETE', '/api/admin/policies/scam');
    const response = await decide(subject, { policy: 'scam', actions: [] });
    expect([response.statusCode, response.json().code]).toEqual([409, 'POLICY_DISABLED']);
  });

  test('the takedown of an account, and a subject that does not exist, are rejected', async () => {
    const user = await insertUser(db());
    const account = await decide({ itemType: 'User', itemId: user.id }, { policy: 'spam', actions: ['takedown'] });
    expect(account.json()).toMatchObject({ code: 'DECISION_IMPOSSIBLE' });
    expect((await post('/api/admin/subjects/Post/nothing')).json()).toMatchObject({
      code: 'SUBJECT_NOT_FOUND',
    });
  });

  test('of the own account is rejected and recorded in the audit log', async () => {
    const own = { itemType: 'User', itemId: testApp.admin.id };
    const response = await decide(own, { policy: 'spam', actions: ['disable'] });
    expect(response.json()).toMatchObject({ code: 'OWN_ACCOUNT' });
    expect(await accountOf(testApp.admin.id)).toMatchObject({ vohieuhoa: false });
    const entries = db().selectFrom('audit_entries').select(['action', 'reason']).where('target_id', '=', own.itemId);
    expect(await entries.where('action', 'like', 'decision.%').execute()).toEqual([
      { action: 'decision.make', reason: 'OWN_ACCOUNT' },
    ]);
  });
});

describe('undoDecision', () => {
  test('gives content, account, points and the status of its reports back, once', async () => {
    const { author, post: written, subject, ids } = await reportedPost();
    const before = await accountOf(author.id);
    const decision = { policy: 'spam', actions: ['takedown' as const, 'disable' as const] };
    const { decisionId } = (await decide(subject, decision)).json().data;
    const policies = async () =>
      (await post('/api/admin/policies')).json().data.find(({ key }: { key: string }) => key === 'spam').appliedCount;
    const applied = await policies();
    const { data } = (await undo(decisionId)).json();
    expect(data).toMatchObject({ state: 'open', openReports: 2, takenDownAt: null, strikes: { points: 0 } });
    expect(await accountOf(author.id)).toEqual(before);
    expect((await post(`/api/admin/posts/${written.id}`)).statusCode).toBe(200);
    expect(await statusesOf(ids)).toEqual(['pending', 'reviewing', 'rejected']);
    expect(await policies()).toBe(applied - 1);
    const once = await fingerprint(db());
    expect((await undo(decisionId)).statusCode).toBe(200);
    expect(await fingerprint(db())).toEqual(once);
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test('needs a reason after ten seconds, and then works for thirty days', async () => {
    const { post: written, subject } = await reportedPost();
    const { decisionId } = (await decide(subject, { policy: 'spam', actions: ['takedown'] })).json().data;
    await later(15_001, async () =>
      expect((await undo(decisionId)).json()).toMatchObject({ code: 'UNDO_REASON_REQUIRED' }),
    );
    await later(29 * DAY_MS, async () => {
      await testApp.services.posts.purgeExpired();
      const { data } = (await undo(decisionId, { reason: 'Nhầm bài viết' })).json();
      expect(data.events[0]).toMatchObject({ kind: 'decision_undone', note: 'Nhầm bài viết' });
    });
    const { deleted_at } = await db()
      .selectFrom('posts')
      .select('deleted_at')
      .where('id', '=', written.id)
      .executeTakeFirstOrThrow();
    expect(deleted_at).toBeNull();
  });

  test('undoCaseStatus: a decision is not undone in part', async () => {
    const { subject } = await reportedPost();
    const { decisionId } = (await decide(subject, { policy: 'spam', actions: ['takedown'] })).json().data;
    const before = await fingerprint(db());
    const response = await post('/api/reports/admin/cases/undo', { batchId: decisionId });
    expect(response.json()).toMatchObject({ code: 'BATCH_NOT_UNDOABLE' });
    expect(await fingerprint(db())).toEqual(before);
  });

  test('leaves what somebody has changed since', async () => {
    const { author, post: written, subject, ids } = await reportedPost(['pending', 'pending']);
    const decision = { policy: 'spam', actions: ['takedown' as const, 'suspend' as const], suspendDays: 3 };
    const { decisionId } = (await decide(subject, decision)).json().data;
    await post(`/api/admin/users/${author.id}/disable`);
    await post(`/api/admin/posts/${written.id}/restore`);
    await testApp.send('DELETE', `/api/admin/deletePost/${written.id}`);
    await post(`/api/reports/admin/${ids[0]}`, { status: 'reviewing' });
    expect((await undo(decisionId)).statusCode).toBe(200);
    expect(await accountOf(author.id)).toMatchObject({ vohieuhoa: true, disabledUntil: null });
    expect((await post(`/api/admin/posts/${written.id}`)).statusCode).toBe(404);
    expect(await statusesOf(ids)).toEqual(['reviewing', 'pending']);
  });

  test('of a second suspension gives the first one back', async () => {
    const user = await insertUser(db());
    const subject = { itemType: 'User', itemId: user.id };
    await decide(subject, { policy: 'spam', actions: ['suspend'], suspendDays: 1 });
    const { disabledUntil } = await accountOf(user.id);
    const second = await decide(subject, { policy: 'spam', actions: ['suspend'], suspendDays: 30 });
    await undo(second.json().data.decisionId);
    expect(await accountOf(user.id)).toMatchObject({ vohieuhoa: true, disabledUntil });
  });

  test('a suspension never shortens what the account has', async () => {
    const user = await insertUser(db());
    const subject = { itemType: 'User', itemId: user.id };
    await decide(subject, { policy: 'spam', actions: ['suspend'], suspendDays: 30 });
    const { disabledUntil } = await accountOf(user.id);
    await decide(subject, { policy: 'spam', actions: ['suspend'], suspendDays: 1 });
    expect(await accountOf(user.id)).toMatchObject({ vohieuhoa: true, disabledUntil });
    await decide(subject, { policy: 'spam', actions: ['disable'] });
    await decide(subject, { policy: 'spam', actions: ['suspend'], suspendDays: 365 });
    expect(await accountOf(user.id)).toMatchObject({ vohieuhoa: true, disabledUntil: null });
  });

  test('any decisions, undone in either order, leave account, content and reports as they were', async () => {
    const action = fc.subarray(['takedown', 'warn'] as const);
    const penalty = fc.constantFrom('suspend' as const, 'disable' as const, null);
    const decisions = fc.array(fc.tuple(action, penalty, fc.integer({ min: 1, max: 365 }), fc.boolean()), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(decisions, fc.boolean(), async (all, isReversed) => {
        const { author, subject, ids } = await reportedPost();
        const state = async () => {
          const { events: _, version: __, ...rest } = await read(subject);
          return { rest, account: await accountOf(author.id), statuses: await statusesOf(ids) };
        };
        const before = await state();
        const made: string[] = [];
        for (const [actions, punishment, suspendDays, isViolation] of all) {
          const decision: Decision = isViolation
            ? { policy: 'violence', actions: [...actions, ...(punishment ? [punishment] : [])], suspendDays }
            : { outcome: 'no_violation' };
          made.push((await decide(subject, decision)).json().data.decisionId);
        }
        const order = isReversed ? made.toReversed() : made;
        for (const id of order) expect((await undo(id)).statusCode).toBe(200);
        expect(await state()).toEqual(before);
      }),
      { numRuns: 25 },
    );
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  }, 60_000);
});

test('loginUser: of a suspended account answers 403 with the end of the suspension', async () => {
  const password = 'mat khau rat dai';
  const user = await insertUser(db(), { password_hash: await hashPassword(password) });
  const login = () =>
    testApp.send('POST', '/api/users/login', { token: undefined, body: { email: user.email, password } });
  const { decisionId } = (
    await decide({ itemType: 'User', itemId: user.id }, { policy: 'spam', actions: ['suspend'], suspendDays: 3 })
  ).json().data;
  const response = await login();
  expect(response.statusCode).toBe(403);
  const until = new Date(testApp.clock.now().getTime() + 3 * DAY_MS).toISOString();
  expect(response.json()).toMatchObject({ message: 'Tài khoản đã bị vô hiệu hóa', details: { until } });
  await undo(decisionId);
  expect((await login()).statusCode).toBe(200);
});

describe('endSuspensions', () => {
  const suspended = async (suspendDays: number) => {
    const user = await insertUser(db());
    await decide({ itemType: 'User', itemId: user.id }, { policy: 'spam', actions: ['suspend'], suspendDays });
    return user;
  };

  test('enables accounts whose time is over, once, by any number of servers at once', async () => {
    const users = await Promise.all([suspended(1), suspended(1), suspended(2)]);
    await later(DAY_MS, async () => {
      await Promise.all(Array.from({ length: 4 }, () => testApp.services.users.endSuspensions()));
      const states = await Promise.all(users.map(async ({ id }) => (await accountOf(id)).vohieuhoa));
      expect(states).toEqual([false, false, true]);
      for (const { id } of users.slice(0, 2)) {
        const { events } = await read({ itemType: 'User', itemId: id });
        expect(events.filter(({ kind }) => kind === 'unsuspended')).toMatchObject([{ actor: null }]);
      }
    });
    // However long all servers were down.
    await later(40 * DAY_MS, async () => {
      await testApp.services.users.endSuspensions();
      expect(await accountOf(users[2]?.id ?? '')).toMatchObject({ vohieuhoa: false, disabledUntil: null });
    });
    await expectSubjectsReplayed(db());
  });

  test('leaves an account that was disabled without an end meanwhile', async () => {
    const user = await suspended(1);
    await post(`/api/admin/users/${user.id}/disable`);
    await later(2 * DAY_MS, async () => {
      await testApp.services.users.endSuspensions();
      expect(await accountOf(user.id)).toMatchObject({ vohieuhoa: true, disabledUntil: null });
    });
  });
});
