import type { TestApp } from './build-test-app.ts';
import { type DecisionFields, insertReportedPost, makeDecision, readSubject } from './decisions.ts';
import { insertSession } from './factories.ts';
import { findNotices, sendLetters } from './letters.ts';
import { insertAppealToken } from './moderation-factories.ts';

/** Notices and appeals in tests, made by letters and by the calls of the wire contract. */
export function createAppealSteps(testApp: TestApp) {
  const db = () => testApp.database.db;
  /** Sessions and tokens end with the time that a test lets pass: each call has its own. */
  const tokenOf = (id: string) => insertSession(db(), id, testApp.clock.now());

  /** Sends the letters that wait. @returns the notice of a decision against which its user may appeal */
  async function notify(userId: string, decisionId: string): Promise<string> {
    await sendLetters(testApp);
    const notices = await findNotices(db(), userId);
    const found = notices.findLast(
      ({ decision_id, appeal_until }) => decision_id === decisionId && appeal_until !== null,
    );
    if (!found) throw new Error(`no letter of the decision ${decisionId} reached ${userId}`);
    return found.id;
  }

  return {
    notify,

    /** A post that was taken down, with a notice for its author. */
    async takenDownPost(more: DecisionFields = {}) {
      const reported = await insertReportedPost(testApp);
      const before = await readSubject(testApp, reported.subject);
      const decision: DecisionFields = { policy: 'spam', actions: ['takedown'], ...more };
      const decisionId = await makeDecision(testApp, reported.subject, decision);
      return { ...reported, before, decisionId, noticeId: await notify(reported.author.id, decisionId) };
    },

    /** Objects as a user who may sign in. */
    object: async (userId: string, noticeId: string, text = 'Đây là bài viết của tôi, không phải quảng cáo.') =>
      testApp.send('POST', '/api/users/appeals', { token: await tokenOf(userId), body: { noticeId, text } }),

    /** Objects as a user who may be suspended or disabled. @returns the appeal */
    async objectAnyhow(userId: string, noticeId: string): Promise<string> {
      const { is_disabled } = await db()
        .selectFrom('users')
        .select('is_disabled')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const hour = new Date(testApp.clock.now().getTime() + 3_600_000);
      const token = is_disabled ? await insertAppealToken(db(), userId, hour) : await tokenOf(userId);
      const body = { noticeId, text: 'Tôi không đồng ý với quyết định này.' };
      const response = await testApp.send('POST', '/api/users/appeals', { token, body });
      if (response.statusCode !== 201) throw new Error(`the appeal was rejected: ${response.body}`);
      return response.json().data._id;
    },

    notices: async (userId: string) =>
      (await testApp.send('POST', '/api/users/notices', { token: await tokenOf(userId), body: {} })).json().data,

    /** Decides as an administrator who sees the subject as it is, unless `version` says otherwise. */
    async conclude(id: string, outcome: 'uphold' | 'overturn', more: object = {}, adminToken = testApp.admin.token) {
      const { version } = (await testApp.post(`/api/admin/appeals/${id}`)).json().data.subject;
      const body = { outcome, version, ...more };
      return testApp.send('POST', `/api/admin/appeals/${id}/decide`, { token: adminToken, body });
    },
  };
}
