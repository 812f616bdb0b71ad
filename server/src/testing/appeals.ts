import type { DecideBody, ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { TestApp } from './build-test-app.ts';
import {
  insertAdmin,
  insertAppealToken,
  insertNotice,
  insertPost,
  insertReport,
  insertSession,
  insertUser,
} from './factories.ts';

export interface Ref {
  itemType: string;
  itemId: string;
}

/** Decisions, notices and objections in tests, made by the calls of the wire contract where there is one. */
export function createAppealSteps(testApp: TestApp) {
  const db = () => testApp.database.db;
  /** Sessions and tokens end with the time that a test lets pass: each call has its own. */
  const tokenOf = (id: string) => insertSession(db(), id, testApp.clock.now());
  const asAdmin = async (url: string, body: object = {}, id = testApp.admin.id) =>
    testApp.send('POST', url, { token: await tokenOf(id), body });

  async function reportedPost(statuses: readonly string[] = ['pending', 'reviewing', 'rejected']) {
    const author = await insertUser(db());
    const row = await insertPost(db(), author.id);
    const subject: Ref = { itemType: 'Post', itemId: row.id };
    const reports = [];
    for (const status of statuses) {
      reports.push(await insertReport(db(), { ...subject, itemAuthorId: author.id }, { status }));
    }
    return { author, subject, reports };
  }

  const read = async ({ itemType, itemId }: Ref): Promise<ModerationSubject> =>
    (await asAdmin(`/api/admin/subjects/${itemType}/${itemId}`)).json().data;

  async function decide(subject: Ref, decision: Partial<Omit<DecideBody, 'subject'>>): Promise<string> {
    const { version } = await read(subject);
    const body = { subject, outcome: 'violation', policy: 'spam', actions: [], version, ...decision };
    return (await asAdmin('/api/admin/decisions', body)).json().data.decisionId;
  }

  const notify = async (userId: string, decisionId: string, fields: { report_id?: string } = {}) =>
    (await insertNotice(db(), { userId, decisionId }, { created_at: testApp.clock.now(), ...fields })).id;

  return {
    asAdmin,
    reportedPost,
    read,
    decide,
    notify,
    addAdmin: async () => (await insertAdmin(db())).id,

    /** A post that was taken down, with a notice for its author. */
    async takenDownPost(more: Partial<Omit<DecideBody, 'subject'>> = {}) {
      const post = await reportedPost();
      const before = await read(post.subject);
      const decisionId = await decide(post.subject, { actions: ['takedown'], ...more });
      return { ...post, before, decisionId, noticeId: await notify(post.author.id, decisionId) };
    },

    /** As a user who may sign in. */
    object: async (userId: string, noticeId: string, text = 'Đây là bài viết của tôi, không phải quảng cáo.') =>
      testApp.send('POST', '/api/users/appeals', { token: await tokenOf(userId), body: { noticeId, text } }),

    /** As a user who may be suspended or disabled. @returns the objection */
    async objectAnyhow(userId: string, noticeId: string): Promise<string> {
      const { is_disabled } = await db()
        .selectFrom('users')
        .select('is_disabled')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const hour = new Date(testApp.clock.now().getTime() + 3_600_000);
      const token = is_disabled ? await insertAppealToken(db(), userId, hour) : await tokenOf(userId);
      const body = { noticeId, text: 'Tôi không đồng ý với quyết định này.' };
      return (await testApp.send('POST', '/api/users/appeals', { token, body })).json().data._id;
    },

    notices: async (userId: string) =>
      (await testApp.send('POST', '/api/users/notices', { token: await tokenOf(userId), body: {} })).json().data,

    /** By an administrator who sees the subject as it is, unless `version` says otherwise. */
    async conclude(id: string, outcome: 'uphold' | 'overturn', more: object = {}, adminId = testApp.admin.id) {
      const { version } = (await asAdmin(`/api/admin/appeals/${id}`)).json().data.subject;
      return asAdmin(`/api/admin/appeals/${id}/decide`, { outcome, version, ...more }, adminId);
    },

    statusesOf: async (ids: readonly string[]) =>
      (await db().selectFrom('reports').select('status').where('id', 'in', ids).orderBy('id').execute()).map(
        ({ status }) => status,
      ),
  };
}
