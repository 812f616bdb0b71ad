import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createAppealSteps } from '../../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { makeDecision, readSubject, undoDecision } from '../../testing/decisions.ts';
import { insertPost, insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { findMessages, findNotices, sendLetters } from '../../testing/letters.ts';

let testApp: TestApp;
let mediaDir: string;
beforeAll(async () => {
  mediaDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-sealing-'));
  testApp = await buildTestApp({ mediaDir });
});
afterEach(async () => {
  await expectSubjectsReplayed(db());
  await expectCountersRight(db());
});
afterAll(async () => {
  await testApp?.close();
  await rm(mediaDir, { recursive: true, force: true });
});

const db = () => testApp.database.db;

async function newPost() {
  const author = await insertUser(db());
  return { author, subject: { itemType: 'Post', itemId: (await insertPost(db(), author.id)).id } };
}
type Subject = Awaited<ReturnType<typeof newPost>>['subject'];

/** Files a report, by a new user unless one is named. @returns its id and status */
async function file({ itemType, itemId }: Subject, reason = 'spam', by?: string, policy?: string) {
  const reporterId = by ?? (await insertUser(db())).id;
  const token = await insertSession(db(), reporterId, testApp.clock.now());
  const body = { itemType, reportedItem: itemId, reason, policy, description: 'Bài này làm phiền tôi nhiều lần' };
  const response = await testApp.send('POST', '/api/reports/create', { token, body });
  expect(response.statusCode).toBe(201);
  const { _id, status } = response.json().data;
  return { id: String(_id), status: String(status), reporterId };
}
const detailOf = async (id: string) => (await testApp.post(`/api/reports/admin/detail/${id}`)).json().data;
const statusOf = async (id: string) => (await detailOf(id)).status;

async function switchSealing(isSealingOn: boolean): Promise<void> {
  const { updatedAt: _, ...settings } = (await testApp.post('/api/admin/settings')).json().data;
  const response = await testApp.send('PUT', '/api/admin/settings', { body: { ...settings, isSealingOn } });
  expect(response.statusCode).toBe(200);
}

/** A post that was reported as spam and found harmless. */
async function sealedPost() {
  const { author, subject } = await newPost();
  const { id: first, reporterId: firstReporter } = await file(subject);
  return { author, subject, first, firstReporter, decisionId: await makeDecision(testApp, subject) };
}

describe('createReport: a subject that was found harmless', () => {
  test('for the same reason, unaltered, is closed at once and notifies nobody', async () => {
    const { subject } = await sealedPost();
    const { version } = await readSubject(testApp, subject);
    const { id, reporterId, status } = await file(subject);
    expect(status).toBe('rejected');
    expect(await readSubject(testApp, subject)).toMatchObject({
      state: 'closed',
      openReports: 0,
      reports: 2,
      reporters: 2,
      version: version + 3,
    });
    expect((await readSubject(testApp, subject)).events.slice(0, 3)).toMatchObject([
      { kind: 'letter_queued', actor: null, reportId: id },
      { kind: 'auto_closed', actor: null, reportId: id },
      { kind: 'reported' },
    ]);
    expect((await detailOf(id)).history).toMatchObject([
      { kind: 'letter_queued', actor: null },
      { kind: 'status', actor: null, from: 'pending', to: 'rejected', note: expect.stringContaining('không vi phạm') },
    ]);
    const letters = db().selectFrom('letters').select(['kind', 'recipient_id', 'sender_id']);
    expect(await letters.where('report_id', '=', id).execute()).toEqual([
      { kind: 'auto_closed', recipient_id: reporterId, sender_id: testApp.admin.id },
    ]);
    expect(await db().selectFrom('announcements').select('id').where('report_id', '=', id).execute()).toEqual([]);
  });

  test('for another reason is open, and contains when and by whom it was found harmless', async () => {
    const { subject, decisionId } = await sealedPost();
    const { id, status } = await file(subject, 'violence');
    expect(status).toBe('pending');
    const foundHarmless = { at: testApp.clock.now().toISOString(), by: testApp.admin.username };
    expect(await detailOf(id)).toMatchObject({ case: { foundHarmless } });
    expect(await readSubject(testApp, subject)).toMatchObject({ state: 'open', foundHarmless });
    await undoDecision(testApp, decisionId);
    expect(await detailOf(id)).toMatchObject({ case: { foundHarmless: null } });
    expect(await readSubject(testApp, subject)).toMatchObject({ foundHarmless: null });
  });

  test('naming a rule is open if the same reason was decided without one, and closed if it was decided with it', async () => {
    const { subject } = await newPost();
    const fileAs = async (reason: string, policy?: string) => (await file(subject, reason, undefined, policy)).status;
    await file(subject, 'other');
    await makeDecision(testApp, subject);
    expect(await fileAs('other')).toBe('rejected');
    expect(await fileAs('other', 'child_safety')).toBe('pending');
    await makeDecision(testApp, subject);
    expect(await fileAs('other', 'child_safety')).toBe('rejected');
    expect(await fileAs('other', 'scam')).toBe('pending');
    expect(await fileAs('spam', 'child_safety')).toBe('pending');
  });

  test('without a rule is open if the same reason was decided with one alone', async () => {
    const { subject } = await newPost();
    await file(subject, 'other', undefined, 'child_safety');
    await makeDecision(testApp, subject);
    expect((await file(subject, 'other')).status).toBe('pending');
    expect((await file(subject, 'other', undefined, 'khong_co')).status).toBe('pending');
    await makeDecision(testApp, subject);
    expect((await file(subject, 'other', undefined, 'khong_co')).status, 'an unknown rule is none').toBe('rejected');
  });

  test('altered since is open, and altered back is closed', async () => {
    const { subject } = await sealedPost();
    const edit = (content: string) =>
      db().updateTable('posts').set({ content }).where('id', '=', subject.itemId).execute();
    const { content } = await db()
      .selectFrom('posts')
      .select('content')
      .where('id', '=', subject.itemId)
      .executeTakeFirstOrThrow();
    await edit('Mua ngay kẻo lỡ');
    expect((await file(subject)).status).toBe('pending');
    await edit(content);
    expect((await file(subject)).status).toBe('rejected');
  });

  test('after two decisions, for a reason of each, is closed for both', async () => {
    const { subject } = await sealedPost();
    await file(subject, 'violence');
    await makeDecision(testApp, subject);
    expect((await file(subject, 'violence')).status).toBe('rejected');
    expect((await file(subject, 'spam')).status).toBe('rejected');
    expect((await file(subject, 'harassment')).status).toBe('pending');
  });

  test('without a report in the decision is open: nothing was sealed', async () => {
    const { subject } = await newPost();
    await makeDecision(testApp, subject);
    expect((await file(subject)).status).toBe('pending');
  });

  test('after an undo of the decision is open, and so are reports that were closed at once', async () => {
    const { subject, first, decisionId } = await sealedPost();
    const { id } = await file(subject);
    await undoDecision(testApp, decisionId);
    expect([await statusOf(first), await statusOf(id)]).toEqual(['pending', 'pending']);
    expect((await file(subject)).status).toBe('pending');
    expect(await readSubject(testApp, subject)).toMatchObject({ openReports: 3, reports: 3 });
  });

  test('reopened by an administrator stays open after an undo', async () => {
    const { subject, decisionId } = await sealedPost();
    const { id } = await file(subject);
    await testApp.post(`/api/reports/admin/${id}`, { status: 'reviewing' });
    await undoDecision(testApp, decisionId);
    expect(await statusOf(id)).toBe('reviewing');
  });

  test('after a later violation is open; once that is undone it is closed', async () => {
    const { subject } = await sealedPost();
    const violation = await makeDecision(testApp, subject, { policy: 'spam', actions: ['warn'] });
    const { id, status } = await file(subject);
    expect(status).toBe('pending');
    expect(await detailOf(id)).toMatchObject({ case: { foundHarmless: null } });
    await undoDecision(testApp, violation);
    expect((await file(subject)).status).toBe('rejected');
  });

  test('is open while sealing is disabled', async () => {
    const { subject } = await sealedPost();
    await switchSealing(false);
    expect((await file(subject)).status).toBe('pending');
    await switchSealing(true);
    expect((await file(subject)).status).toBe('rejected');
  });

  test('by the same reporter returns the closed report, and changes nothing, until the decision is undone', async () => {
    const { subject, decisionId } = await sealedPost();
    const { id, reporterId } = await file(subject);
    const stored = async () => ({ ...(await fingerprint(db())), sessions: undefined });
    const before = await stored();
    expect(await file(subject, 'spam', reporterId)).toMatchObject({ id, status: 'rejected' });
    expect(await stored()).toEqual(before);
    await undoDecision(testApp, decisionId);
    await testApp.post(`/api/reports/admin/${id}`, { status: 'rejected' });
    await makeDecision(testApp, subject);
    const next = await file(subject, 'spam', reporterId);
    expect([next.id === id, next.status]).toEqual([false, 'rejected']);
  });

  test('by several at once closes each of them', async () => {
    const { subject } = await sealedPost();
    const filed = await Promise.all(Array.from({ length: 6 }, () => file(subject)));
    expect(filed.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
    expect(await readSubject(testApp, subject)).toMatchObject({ state: 'closed', reports: 7 });
  });

  test('while it is being decided: the decision closes the report, or fails for it, or the report is closed at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { subject } = await newPost();
      await file(subject);
      const { version } = await readSubject(testApp, subject);
      const [decision, { id }] = await Promise.all([
        testApp.post('/api/admin/decisions', { subject, outcome: 'no_violation', actions: [], version }),
        file(subject),
      ]);
      expect([decision.statusCode, await statusOf(id)]).toEqual(
        decision.statusCode === 201 ? [201, 'rejected'] : [409, 'pending'],
      );
    }
  });
});

describe('createReport: the letter of a report that was closed at once', () => {
  const kindsOf = async (userId: string) => (await findNotices(db(), userId)).map(({ kind }) => kind);
  const undoLater = (decisionId: string) =>
    testApp.later(60_000, async () => {
      expect((await undoDecision(testApp, decisionId, { reason: 'Nhầm bài' })).statusCode).toBe(200);
      await sendLetters(testApp);
    });

  test('precedes that of the undo of the decision, once, like those of other reporters', async () => {
    const { subject, firstReporter, decisionId } = await sealedPost();
    const { reporterId } = await file(subject);
    await file(subject, 'spam', firstReporter);
    await sendLetters(testApp);
    await undoLater(decisionId);
    expect(await kindsOf(reporterId)).toEqual(['auto_closed', 'decision_undone']);
    expect(await findMessages(db(), reporterId)).toHaveLength(2);
    expect((await kindsOf(firstReporter)).toSorted()).toEqual(['auto_closed', 'decision_undone', 'report_rejected']);
  });

  test('is withdrawn by an undo of the decision before it is sent, and nothing follows', async () => {
    const { subject, firstReporter, decisionId } = await sealedPost();
    await sendLetters(testApp);
    const { id, reporterId } = await file(subject);
    await undoLater(decisionId);
    expect(await statusOf(id)).toBe('pending');
    expect(await kindsOf(reporterId)).toEqual([]);
    expect(await findMessages(db(), reporterId)).toEqual([]);
    expect(await kindsOf(firstReporter)).toEqual(['report_rejected', 'decision_undone']);
  });

  test('precedes that of an appeal that overturns the decision, and so do those of other reporters', async () => {
    const steps = createAppealSteps(testApp);
    const { subject, first, firstReporter, decisionId } = await sealedPost();
    const { reporterId } = await file(subject);
    await sendLetters(testApp);
    const { id: noticeId = '' } = (await findNotices(db(), firstReporter))[0] ?? {};
    const { _id } = (await steps.object(firstReporter, noticeId)).json().data;
    expect((await steps.conclude(_id, 'overturn')).statusCode).toBe(200);
    await sendLetters(testApp);
    expect(await statusOf(first)).toBe('pending');
    expect((await kindsOf(firstReporter)).toSorted()).toEqual(['appeal_overturned', 'report_rejected']);
    expect((await kindsOf(reporterId)).toSorted()).toEqual(['auto_closed', 'decision_undone']);
    expect((await findNotices(db(), reporterId)).every((notice) => notice.decision_id === decisionId)).toBe(true);
  });
});
