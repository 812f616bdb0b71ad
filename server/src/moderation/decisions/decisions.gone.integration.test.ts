import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { insertAdmin, insertComment, insertPost, insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';

const SUSPENSION: DecisionFields = { policy: 'spam', actions: ['suspend'], suspendDays: 3 };
const TAKEDOWN_AND_WARNING: DecisionFields = { policy: 'spam', actions: ['takedown', 'warn'] };
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const post = (body: object, token = testApp.admin.token) =>
  testApp.send('POST', '/api/admin/decisions', { token, body });
const deleteUser = (id: string) => testApp.send('DELETE', `/api/admin/users/${id}`);

/** Expects that a decision is rejected with this code and changes nothing. */
async function expectRejected(decide: () => ReturnType<typeof post>, status: number, code: string) {
  const before = await fingerprint(db());
  const response = await decide();
  expect([response.statusCode, response.json().code]).toEqual([status, code]);
  expect(await fingerprint(db())).toEqual(before);
  return response.json();
}

describe('decideSubject: since the sheet was opened', () => {
  test('the content was deleted: 409 with the current subject, and a second decision leaves the content alone', async () => {
    const { post: written, subject, reports } = await insertReportedPost(testApp, ['pending']);
    const { version } = await readSubject(testApp, subject);
    await testApp.send('DELETE', `/api/admin/deletePost/${written.id}`);
    const stale = { ...TAKEDOWN_AND_WARNING, version };
    const { details } = await expectRejected(() => tryDecision(testApp, subject, stale), 409, 'SUBJECT_CHANGED');
    expect(details.subject).toMatchObject({ takenDownAt: expect.any(String), openReports: 1 });
    const second = await tryDecision(testApp, subject, TAKEDOWN_AND_WARNING);
    expect(second.statusCode).toBe(201);
    expect(await readStatuses(testApp, reports)).toEqual(['resolved']);
    // Who deleted it still has: an undo does not bring it back.
    expect((await undoDecision(testApp, second.json().data.decisionId)).statusCode).toBe(200);
    expect((await testApp.post(`/api/admin/posts/${written.id}`)).statusCode).toBe(404);
    expect(await readStatuses(testApp, reports)).toEqual(['pending']);
  });

  test('the content was purged: a takedown answers 404 and changes nothing; other actions are decided', async () => {
    const { author, post: written, subject, reports } = await insertReportedPost(testApp, ['pending']);
    const { version } = await readSubject(testApp, subject);
    await db().deleteFrom('posts').where('id', '=', written.id).execute();
    const decide = (fields: DecisionFields) => tryDecision(testApp, subject, { ...fields, version });
    const { message } = await expectRejected(() => decide(TAKEDOWN_AND_WARNING), 404, 'POST_NOT_FOUND');
    expect(message).toBe('Không tìm thấy bài viết');
    expect((await decide(SUSPENSION)).statusCode).toBe(201);
    expect(await readStatuses(testApp, reports)).toEqual(['resolved']);
    expect(await readAccount(testApp, author.id)).toMatchObject({ vohieuhoa: true });
  });

  test('the post of a comment was taken down: the comment is, too, and stays so when the post is restored', async () => {
    const author = await insertUser(db());
    const { id: postId } = await insertPost(db(), (await insertUser(db())).id);
    const { id: itemId } = await insertComment(db(), author.id, { postId });
    const subject = { itemType: 'Comment', itemId };
    const { version } = await readSubject(testApp, subject);
    const ofPost = await makeDecision(testApp, { itemType: 'Post', itemId: postId }, TAKEDOWN_AND_WARNING);
    const made = await post({ subject, outcome: 'violation', version, ...TAKEDOWN_AND_WARNING });
    expect(made.statusCode).toBe(201);
    expect(made.json().data.subject).toMatchObject({ takenDownAt: expect.any(String) });
    const readComment = () => testApp.post(`/api/admin/comments/${itemId}`);
    expect((await undoDecision(testApp, ofPost)).statusCode).toBe(200);
    expect((await readComment()).statusCode).toBe(404);
    expect((await testApp.post(`/api/admin/posts/${postId}`)).json().data).toMatchObject({ commentsCount: 0 });
    expect((await undoDecision(testApp, made.json().data.decisionId)).statusCode).toBe(200);
    expect((await readComment()).statusCode).toBe(200);
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test.each([
    ['is being deleted', false],
    ['was deleted', true],
  ])('its owner %s: 409 with a subject without an owner, for whom no action is possible', async (_, isPurged) => {
    const { author, subject, reports } = await insertReportedPost(testApp, ['pending']);
    const { version } = await readSubject(testApp, subject);
    await deleteUser(author.id);
    if (isPurged) await testApp.services.jobs.runDue();
    const decide = (fields: DecisionFields) => tryDecision(testApp, subject, fields);
    const { details } = await expectRejected(() => decide({ ...SUSPENSION, version }), 409, 'SUBJECT_CHANGED');
    expect(details.subject).toMatchObject({ owner: null, openReports: 0 });
    await expectRejected(() => decide(SUSPENSION), 409, 'DECISION_IMPOSSIBLE');
    expect((await decide({ policy: 'spam' })).statusCode).toBe(201);
    expect(await readStatuses(testApp, reports)).toEqual(['resolved']);
    await testApp.services.jobs.runDue();
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test('the account was deleted: 409, and nothing is left to decide', async () => {
    const { id } = await insertUser(db());
    const subject = accountSubject(id);
    const { version } = await readSubject(testApp, subject);
    await deleteUser(id);
    const decision = { subject, outcome: 'violation', ...SUSPENSION };
    await expectRejected(() => post({ ...decision, version }), 409, 'SUBJECT_CHANGED');
    const { version: present } = await readSubject(testApp, subject);
    await expectRejected(() => post({ ...decision, version: present }), 409, 'DECISION_IMPOSSIBLE');
  });

  test('its owner is deleted at the same moment: either is first, and both are complete', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { author, subject, reports } = await insertReportedPost(testApp, ['pending']);
      const [decided, deleted] = await Promise.all([
        tryDecision(testApp, subject, { policy: 'spam', actions: ['takedown', 'suspend'], suspendDays: 3 }),
        deleteUser(author.id),
      ]);
      expect(deleted.statusCode).toBe(200);
      expect([201, 404, 409]).toContain(decided.statusCode);
      await testApp.services.jobs.runDue();
      expect(await readStatuses(testApp, reports)).toEqual(['resolved']);
    }
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });
});

describe('decideSubject on administrators', () => {
  test("the one named 'admin' may be suspended like any other, and an undo reverts that", async () => {
    const { id } = await insertAdmin(db(), { username: 'admin' });
    const token = await insertSession(db(), id, testApp.clock.now());
    const { data } = (await tryDecision(testApp, accountSubject(id), SUSPENSION)).json();
    expect(data.subject).toMatchObject({ owner: { isAdmin: true, isDisabled: true } });
    expect((await post({}, token)).statusCode).toBe(401);
    expect((await undoDecision(testApp, data.decisionId)).statusCode).toBe(200);
    expect(await readAccount(testApp, id)).toMatchObject({ vohieuhoa: false });
  });

  test('the last two, who suspend each other at once: one of them stays enabled', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await insertAdmin(db());
      const token = await insertSession(db(), id, testApp.clock.now());
      const own = testApp.admin.id;
      const others = db().updateTable('accounts').set({ is_disabled: true }).where('role', '=', 'admin');
      await others.where('id', 'not in', [id, own]).execute();
      const responses = await Promise.all([
        tryDecision(testApp, accountSubject(id), SUSPENSION),
        tryDecision(testApp, accountSubject(own), SUSPENSION, token),
      ]);
      expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
      const active = await db()
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('is_disabled', '=', false)
        .execute();
      expect(active).toHaveLength(1);
      // The administrator who stays enables the other one again.
      const isOwn = active[0]?.id === own;
      const winner = isOwn ? testApp.admin.token : token;
      const decisionId = responses.find(({ statusCode }) => statusCode === 201)?.json().data.decisionId;
      const undone = await testApp.send('POST', `/api/admin/decisions/${decisionId}/undo`, { token: winner, body: {} });
      expect(undone.statusCode).toBe(200);
      if (!isOwn) testApp.admin.token = await insertSession(db(), own, testApp.clock.now());
    }
    await expectSubjectsReplayed(db());
  });
});
