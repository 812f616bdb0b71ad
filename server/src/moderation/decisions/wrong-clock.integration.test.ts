import { DAY_MS, HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../auth/password.ts';
import { createAppealSteps } from '../../testing/appeals.ts';
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
  undoDecision,
} from '../../testing/decisions.ts';
import { insertUser } from '../../testing/factories.ts';
import { findLetters, findMessages, findNotices, insertPostReportedBy, sendLetters } from '../../testing/letters.ts';
import { endSuspensions } from '../actions/end-suspensions.ts';

const SUSPENSION: DecisionFields = { policy: 'spam', actions: ['suspend'], suspendDays: 1 };
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const eventsOf = async (userId: string, kind: string) =>
  (await readSubject(testApp, accountSubject(userId))).events.filter((event) => event.kind === kind);
const isSuspended = async (userId: string) => (await readAccount(testApp, userId)).vohieuhoa;

describe('decideSubject, endSuspensions: a server whose clock is behind', () => {
  test('notifies the owner and the reporters of a decision on reports that seem to be later', async () => {
    const { author, subject, reporters } = await insertPostReportedBy(testApp, ['Mai', 'Lan']);
    const decisionId = await testApp.onWrongClock(-2 * HOUR_MS, () =>
      makeDecision(testApp, subject, { policy: 'scam', actions: ['takedown'] }),
    );
    await sendLetters(testApp);
    await sendLetters(testApp);
    for (const { id } of [author, ...reporters]) {
      expect(await findMessages(db(), id)).toHaveLength(1);
      expect(await findNotices(db(), id)).toMatchObject([{ decision_id: decisionId }]);
    }
    expect((await findLetters(db(), decisionId)).every(({ sent_at }) => sent_at !== null)).toBe(true);
    await expectSubjectsReplayed(db());
  });

  test('ends a suspension when it is over by the time of the database, and not before', async () => {
    const user = await insertUser(db());
    await makeDecision(testApp, accountSubject(user.id), SUSPENSION);
    const end = () => endSuspensions(testApp.services.app);
    await testApp.later(DAY_MS - 1, () => testApp.onWrongClock(-2 * HOUR_MS, end));
    expect(await isSuspended(user.id)).toBe(true);
    await testApp.later(DAY_MS, () => testApp.onWrongClock(-2 * HOUR_MS, end));
    expect(await isSuspended(user.id)).toBe(false);
  });

  test('undoes a decision that seems to be later: content, account, points and reports are as before', async () => {
    const { author, subject, reports } = await insertReportedPost(testApp);
    const before = await readAccount(testApp, author.id);
    const { dueAt, strikes, openReports } = await readSubject(testApp, subject);
    const decisionId = await makeDecision(testApp, subject, { ...SUSPENSION, actions: ['takedown', 'suspend'] });
    await testApp.onWrongClock(-2 * HOUR_MS, async () => {
      expect((await undoDecision(testApp, decisionId)).statusCode).toBe(200);
    });
    const after = await readSubject(testApp, subject);
    expect(after).toMatchObject({ strikes, openReports, takenDownAt: null });
    // No later than before: nobody loses sight of it.
    expect(Date.parse(after.dueAt ?? '')).toBeLessThanOrEqual(Date.parse(dueAt ?? ''));
    expect(await readAccount(testApp, author.id)).toEqual(before);
    expect(await readStatuses(testApp, reports)).toEqual(['pending', 'reviewing', 'rejected']);
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });
});

describe('decideSubject, endSuspensions: a server whose clock is ahead', () => {
  test.each([
    ['the first one first', [0, 1]],
    ['the last one first', [1, 0]],
  ])(
    'suspends, and one whose clock is right suspends for longer: after an undo of both, %s, the account is enabled',
    async (_, order) => {
      const user = await insertUser(db());
      const suspend = (suspendDays: number) =>
        makeDecision(testApp, accountSubject(user.id), { ...SUSPENSION, suspendDays });
      const ids = [await testApp.onWrongClock(2 * HOUR_MS, () => suspend(7)), await suspend(30)];
      for (const index of order) expect((await undoDecision(testApp, ids[index] ?? '')).statusCode).toBe(200);
      expect(await readAccount(testApp, user.id)).toMatchObject({ vohieuhoa: false, disabledUntil: null });
    },
  );

  test('does not end a suspension that is not over, by the time of the database', async () => {
    const user = await insertUser(db());
    await makeDecision(testApp, accountSubject(user.id), SUSPENSION);
    const end = () => endSuspensions(testApp.services.app);
    await testApp.onWrongClock(DAY_MS + HOUR_MS, end);
    await testApp.later(DAY_MS - 1, () => testApp.onWrongClock(HOUR_MS, end));
    expect(await isSuspended(user.id)).toBe(true);
    await testApp.later(DAY_MS, () => testApp.onWrongClock(HOUR_MS, end));
    await testApp.later(DAY_MS, end);
    await sendLetters(testApp);
    expect(await isSuspended(user.id)).toBe(false);
    expect(await eventsOf(user.id, 'unsuspended')).toHaveLength(1);
    expect((await findNotices(db(), user.id)).map(({ kind }) => kind)).toEqual(['suspend', 'suspension_ended']);
    expect(await findMessages(db(), user.id)).toHaveLength(2);
    await expectSubjectsReplayed(db());
  });

  test('rejects a sign-in during a suspension', async () => {
    const password = 'mat khau rat dai';
    const user = await insertUser(db(), { password_hash: await hashPassword(password) });
    await makeDecision(testApp, accountSubject(user.id), SUSPENSION);
    await testApp.onWrongClock(2 * DAY_MS, async () => {
      await endSuspensions(testApp.services.app);
      const body = { email: user.email, password };
      expect((await testApp.send('POST', '/api/users/login', { token: undefined, body })).statusCode).toBe(403);
    });
  });

  test('undoes the longer of two suspensions and restores the other one, which has not ended', async () => {
    const user = await insertUser(db());
    const until = new Date(testApp.clock.now().getTime() + DAY_MS).toISOString();
    await makeDecision(testApp, accountSubject(user.id), SUSPENSION);
    const longer = await makeDecision(testApp, accountSubject(user.id), { ...SUSPENSION, suspendDays: 30 });
    await testApp.onWrongClock(2 * DAY_MS, async () => {
      expect((await undoDecision(testApp, longer, { reason: 'Nhầm' })).statusCode).toBe(200);
    });
    expect(await readAccount(testApp, user.id)).toMatchObject({ vohieuhoa: true, disabledUntil: until });
  });

  test('rejects an appeal as too late and stores nothing of it; when the clock is right it is accepted, once', async () => {
    const steps = createAppealSteps(testApp);
    const { author, subject, noticeId } = await steps.takenDownPost();
    await testApp.onWrongClock(31 * DAY_MS, async () => {
      expect((await steps.object(author.id, noticeId)).json()).toMatchObject({ code: 'APPEAL_TOO_LATE' });
    });
    expect((await readSubject(testApp, subject)).openAppeals).toBe(0);
    expect((await steps.object(author.id, noticeId)).statusCode).toBe(201);
    expect((await steps.object(author.id, noticeId)).json()).toMatchObject({ code: 'APPEAL_EXISTS' });
    expect((await readSubject(testApp, subject)).openAppeals).toBe(1);
    await expectSubjectsReplayed(db());
  });
});
