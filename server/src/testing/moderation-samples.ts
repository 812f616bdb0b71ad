import { newId } from '../lib/ids.ts';
import { insertAdmin, insertSession, insertUser } from './factories.ts';
import { insertNotice, insertPolicy } from './moderation-factories.ts';
import { ofReport, ofUser, type Sample, type SampleMakers, type SampleTarget } from './sample.ts';

/** A status that an administrator has set a moment ago. */
async function ofRecentAction(target: SampleTarget): Promise<Sample> {
  const { db } = target.database;
  const { report } = await ofReport(target);
  await target.send('POST', `/api/reports/admin/${report.id}`, { body: { status: 'resolved' } });
  const { id, actor_id } = await db
    .selectFrom('moderation_events')
    .select(['id', 'actor_id'])
    .where('report_id', '=', report.id)
    .where('kind', '=', 'status_set')
    .executeTakeFirstOrThrow();
  return { params: { id }, callerId: actor_id ?? '', targetId: report.id };
}

/** Returns a decision on a post with one report. */
const decisionOf = (itemId: string) => ({
  subject: { itemType: 'Post', itemId },
  outcome: 'violation',
  policy: 'spam',
  actions: ['warn'],
  version: 1,
});
const SETTINGS = {
  ladder: [{ points: 4, action: 'disable', suspendDays: null }],
  dueHours: [48, 24, 12, 1],
  appealDays: 30,
  isSealingOn: true,
  isHidingOn: false,
  hidingReporters: 5,
};

const ofUserSubject = async ({ database: { db } }: SampleTarget): Promise<Sample> => ({
  params: { itemType: 'User', itemId: (await insertUser(db)).id },
});
const ofNote = async ({ database: { db }, clock }: SampleTarget, removedAt: Date | null): Promise<Sample> => {
  const { id: callerId, username } = await insertAdmin(db);
  const id = newId();
  await db
    .insertInto('subject_notes')
    .values({
      id,
      subject_type: 'User',
      subject_id: (await insertUser(db)).id,
      kind: 'noted',
      text: 'Cần theo dõi',
      author_id: callerId,
      author_name: username,
      created_at: clock.now(),
      removed_at: removedAt,
    })
    .execute();
  return { params: { id }, callerId };
};

const bulkOf = async ({ database: { db } }: SampleTarget) => ({
  action: { kind: 'suspend', days: 7 },
  target: { kind: 'users', ids: [(await insertUser(db)).id] },
  policy: 'spam',
});
/** Returns the parameters of an action that runs. */
const ofBulk = async (target: SampleTarget): Promise<Sample> => {
  const response = await target.send('POST', '/api/admin/bulk', { body: await bulkOf(target) });
  return { params: { id: response.json().data._id } };
};

/** A decision on a reported post, whose author may object to it. */
const ofDecision = async (target: SampleTarget) => {
  const { report, authorId } = await ofReport(target);
  const itemId = report.subject_id;
  const response = await target.send('POST', '/api/admin/decisions', { body: decisionOf(itemId) });
  const { decisionId } = response.json().data;
  const createdAt = target.clock.now();
  const notice = await insertNotice(target.database.db, { userId: authorId, decisionId }, { created_at: createdAt });
  return { ownerId: authorId, itemId, decisionId, noticeId: notice.id };
};
const APPEAL_TEXT = 'Tôi chỉ chia sẻ kinh nghiệm đi Huế, không quảng cáo gì cả.';

/** An appeal that waits. */
const ofAppeal = async (target: SampleTarget) => {
  const { ownerId, itemId, noticeId } = await ofDecision(target);
  const token = await insertSession(target.database.db, ownerId, target.clock.now());
  const body = { noticeId, text: APPEAL_TEXT };
  const response = await target.send('POST', '/api/users/appeals', { token, body });
  const { version } = await target.database.db
    .selectFrom('moderation_subjects')
    .select('version')
    .where('subject_id', '=', itemId)
    .executeTakeFirstOrThrow();
  return { params: { id: response.json().data._id }, itemId, version };
};

/** The samples of the endpoints of moderation. */
export const moderationSamples: SampleMakers = {
  listPolicies: async () => ({}),
  createPolicy: async () => ({
    body: {
      title: `Đăng lại ${newId().slice(-12)}`,
      text: 'Không đăng lại bài của người khác.',
      severity: 1,
      points: 1,
      expiresDays: 90,
      defaultActions: ['warn'],
    },
  }),
  updatePolicy: async ({ database: { db } }) => {
    const { key, version } = await insertPolicy(db);
    return { params: { key }, body: { version, points: 3 }, targetId: key };
  },
  disablePolicy: async ({ database: { db } }) => {
    const { key } = await insertPolicy(db);
    return { params: { key }, targetId: key };
  },
  getSettings: async () => ({}),
  updateSettings: async ({ database: { db } }) => {
    const { version } = await db.selectFrom('moderation_settings').select('version').executeTakeFirstOrThrow();
    return { body: { ...SETTINGS, appealDueHours: 1 + (version % 100), version }, targetId: 'moderation' };
  },
  listLetterTemplates: async () => ({ body: { policy: 'spam' } }),
  setLetterTemplate: async ({ database: { db } }) => {
    const { key } = await insertPolicy(db);
    const body = { policy: key, kind: 'warn', text: 'Chào {tên}, xin đọc lại quy tắc {quy tắc}.', version: 0 };
    return { body, targetId: `${key}:warn` };
  },
  previewDecision: async (target) => {
    const { subject_id: itemId } = (await ofReport(target)).report;
    return { body: decisionOf(itemId) };
  },
  getSubject: async (target) => {
    const { subject_id: itemId } = (await ofReport(target)).report;
    return { params: { itemType: 'Post', itemId } };
  },
  assignSubject: async (target) => {
    const { subject_id: itemId } = (await ofReport(target)).report;
    return { params: { itemType: 'Post', itemId }, body: { assigneeId: 'me' } };
  },
  createNote: async (target) => ({ ...(await ofUserSubject(target)), body: { text: 'Cần theo dõi' } }),
  createTag: async (target) => ({ ...(await ofUserSubject(target)), body: { text: 'VIP' } }),
  listNotes: ofUserSubject,
  removeNote: (target) => ofNote(target, null),
  restoreNote: (target) => ofNote(target, target.clock.now()),
  startBulk: async (target) => ({ body: await bulkOf(target) }),
  previewBulk: async (target) => ({ body: await bulkOf(target) }),
  listBulks: async () => ({ body: { limit: 5 } }),
  getBulk: ofBulk,
  stopBulk: ofBulk,
  undoBulk: ofBulk,
  decideSubject: async (target) => {
    const { subject_id: itemId } = (await ofReport(target)).report;
    return { body: decisionOf(itemId), targetId: itemId };
  },
  undoDecision: async (target) => {
    const { subject_id: itemId } = (await ofReport(target)).report;
    const response = await target.send('POST', '/api/admin/decisions', { body: decisionOf(itemId) });
    return { params: { id: response.json().data.decisionId }, targetId: itemId };
  },
  listRecentActions: async () => ({ body: { limit: 5 } }),
  undoRecentAction: ofRecentAction,
  listNotices: async (target) => ({ ownerId: (await ofDecision(target)).ownerId }),
  createAppeal: async (target) => {
    const { ownerId, noticeId } = await ofDecision(target);
    return { body: { noticeId, text: APPEAL_TEXT }, ownerId };
  },
  listAppeals: async (target) => {
    await ofAppeal(target);
    return { body: { state: 'open', limit: 5 } };
  },
  getAppeal: async (target) => ({ params: (await ofAppeal(target)).params }),
  decideAppeal: async (target) => {
    const { params, itemId, version } = await ofAppeal(target);
    return { params, body: { outcome: 'overturn', version }, targetId: itemId };
  },
  getUserRecord: ofUser,
};
