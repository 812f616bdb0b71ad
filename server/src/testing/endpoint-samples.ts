import { SECOND_FACTOR_CHALLENGE_MS } from '@hai-dang/contract/constants.ts';
import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { type Endpoint, endpointPath, type Method } from '@hai-dang/contract/lib/endpoint.ts';
import type { LightMyRequestResponse } from 'fastify';
import { hashPassword } from '../auth/password.ts';
import { hashToken, newToken } from '../auth/token.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { newId } from '../lib/ids.ts';
import type { TestCall } from './build-test-app.ts';
import {
  insertAdmin,
  insertCannedReply,
  insertComment,
  insertNotice,
  insertNotification,
  insertPolicy,
  insertPost,
  insertReport,
  insertSession,
  insertTravelPost,
  insertUser,
} from './factories.ts';
import { uploadOf } from './multipart.ts';
import { codeAt, insertSecondFactor } from './second-factors.ts';
import { pngOf } from './test-images.ts';

const image = await pngOf();

/** A response, from `app.inject` or over the network. */
export type SampleResponse = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'json'>;

/** A server that samples are made for and sent to: a test application, or a child process. */
export interface SampleTarget<Response extends SampleResponse = SampleResponse> {
  database: Pick<Database, 'db'>;
  clock: Clock;
  /** As the administrator, unless `call` has a token. */
  send(method: Method, url: string, call?: TestCall): Promise<Response>;
}

/** The requirements of a successful call: a new row to act on, and a body. */
export interface Sample {
  params?: Record<string, string>;
  body?: unknown;
  /** The only account that may act on the row, or that a public call signs in; otherwise any administrator. */
  callerId?: string;
  /** The target of the audit entry, if not `params.id`; null for none beside the actor. */
  targetId?: string | null;
  /** The only app user who may call; any user if omitted. */
  ownerId?: string;
  /** The uploaded files, and their field name. */
  upload?: { field: string; files: Buffer[] };
}

const SAMPLE_PASSWORD = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;

const ofCredentials = async ({ database: { db } }: SampleTarget, role: 'admin' | 'user'): Promise<Sample> => {
  passwordHash ??= hashPassword(SAMPLE_PASSWORD);
  const { email } = await insertUser(db, { role, password_hash: await passwordHash });
  return { body: { email, password: SAMPLE_PASSWORD } };
};
/** @param isOn false for a pending enrolment */
const ofSecondFactor = async ({ database: { db }, clock }: SampleTarget, isOn: boolean) => {
  const { id: callerId } = await insertAdmin(db);
  const { secret } = await insertSecondFactor(db, callerId, isOn ? clock.now() : null);
  return { callerId, secret };
};

/** A sign-in after the correct password. */
const ofChallenge = async (target: SampleTarget): Promise<Sample> => {
  const { database, clock } = target;
  const { callerId, secret } = await ofSecondFactor(target, true);
  const challenge = newToken();
  const expiresAt = new Date(clock.now().getTime() + SECOND_FACTOR_CHALLENGE_MS);
  await database.db
    .insertInto('login_challenges')
    .values({ challenge_hash: hashToken(challenge), user_id: callerId, expires_at: expiresAt })
    .execute();
  return { body: { challenge, code: codeAt(secret, clock.now()) }, callerId };
};

const ofAdminWithPassword = async ({ database: { db } }: SampleTarget): Promise<string> => {
  passwordHash ??= hashPassword(SAMPLE_PASSWORD);
  return (await insertAdmin(db, { password_hash: await passwordHash })).id;
};

/** An account with a second session. */
const ofTwoSessions = async ({ database: { db }, clock }: SampleTarget) => {
  const { id: callerId } = await insertAdmin(db);
  const sessionId = newId();
  await insertSession(db, callerId, clock.now(), { id: sessionId });
  return { callerId, sessionId };
};

const ofUser = async ({ database: { db } }: SampleTarget): Promise<Sample> => ({
  params: { id: (await insertUser(db)).id },
});
const ofPost = async ({ database: { db } }: SampleTarget, deletedAt: Date | null = null): Promise<Sample> => ({
  params: { id: (await insertPost(db, (await insertUser(db)).id, { deleted_at: deletedAt })).id },
});
const ofTravelPost = async ({ database: { db } }: SampleTarget, deletedAt: Date | null = null): Promise<Sample> => ({
  params: { id: (await insertTravelPost(db, (await insertUser(db)).id, { deleted_at: deletedAt })).id },
});

const ofComment = async ({ database: { db } }: SampleTarget, deletedAt: Date | null = null): Promise<Sample> => {
  const { id: userId } = await insertUser(db);
  const { id: postId } = await insertPost(db, userId);
  return { params: { id: (await insertComment(db, userId, { postId }, { deleted_at: deletedAt })).id } };
};

const ofOwnNotification = async ({
  database: { db },
}: SampleTarget): Promise<Required<Pick<Sample, 'params' | 'callerId'>>> => {
  const { id: callerId } = await insertAdmin(db);
  return { params: { id: (await insertNotification(db, callerId)).id }, callerId };
};
const ofOwnNotifications = async (target: SampleTarget): Promise<Sample> => ({
  callerId: (await ofOwnNotification(target)).callerId,
});

const ofReport = async ({ database: { db } }: SampleTarget) => {
  const { id: authorId } = await insertUser(db);
  const post = await insertPost(db, authorId);
  return { authorId, report: await insertReport(db, { itemType: 'Post', itemId: post.id, itemAuthorId: authorId }) };
};
/** On a post with one report. */
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
const ofReportedPost = async (target: SampleTarget): Promise<Sample> => ({
  params: { id: (await ofReport(target)).report.id },
});

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

/** An objection that waits. */
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

const ofUpload = async ({ database: { db } }: SampleTarget, field: string, count = 1) => ({
  params: { userId: (await insertUser(db)).id },
  body: { tempId: newId(), caption: 'Chụp sáng nay' },
  upload: { field, files: Array.from({ length: count }, () => image) },
});

const makeSample: Record<string, (target: SampleTarget) => Promise<Sample>> = {
  login: (target) => ofCredentials(target, 'admin'),
  loginUser: (target) => ofCredentials(target, 'user'),
  loginWithSecondFactor: ofChallenge,
  logout: async () => ({}),
  getAccount: async () => ({}),
  listOwnSessions: async () => ({}),
  endSession: async (target) => {
    const { callerId, sessionId } = await ofTwoSessions(target);
    return { params: { id: sessionId }, callerId, targetId: null };
  },
  endOtherSessions: async (target) => ({ callerId: (await ofTwoSessions(target)).callerId }),
  changePassword: async (target) => ({
    callerId: await ofAdminWithPassword(target),
    body: { currentPassword: SAMPLE_PASSWORD, newPassword: 'chuối xanh leo rào 9 lần' },
  }),
  confirmPassword: async (target) => ({
    callerId: await ofAdminWithPassword(target),
    body: { password: SAMPLE_PASSWORD },
  }),
  beginSecondFactor: async () => ({}),
  confirmSecondFactor: async (target) => {
    const { callerId, secret } = await ofSecondFactor(target, false);
    return { callerId, body: { code: codeAt(secret, target.clock.now()) } };
  },
  renewRecoveryCodes: async (target) => ({ callerId: (await ofSecondFactor(target, true)).callerId }),
  disableSecondFactor: async (target) => ({ callerId: (await ofSecondFactor(target, true)).callerId }),
  getDashboardStats: async () => ({ body: { days: 7 } }),
  getWork: async () => ({ body: {} }),
  listUsers: async () => ({ body: { limit: 5 } }),
  searchUsers: async () => ({ body: { searchTerm: 'người', limit: 5 } }),
  getUserStatus: ofUser,
  disableUser: ofUser,
  enableUser: async ({ database: { db } }) => ({ params: { id: (await insertUser(db, { is_disabled: true })).id } }),
  deleteUser: ofUser,
  getUserDetail: ofUser,
  listUserPosts: ofUser,
  listUserTravelPosts: ofUser,
  getUserTimeline: ofUser,
  deletePost: (target) => ofPost(target),
  restorePost: (target) => ofPost(target, target.clock.now()),
  deleteTravelPost: (target) => ofTravelPost(target),
  restoreTravelPost: (target) => ofTravelPost(target, target.clock.now()),
  getPost: (target) => ofPost(target),
  getTravelPost: (target) => ofTravelPost(target),
  getComment: (target) => ofComment(target),
  deleteComment: (target) => ofComment(target),
  restoreComment: (target) => ofComment(target, target.clock.now()),
  listNotifications: async () => ({ body: { limit: 5 } }),
  countUnreadNotifications: async () => ({}),
  markAllNotificationsRead: ofOwnNotifications,
  markNotificationRead: ofOwnNotification,
  deleteNotification: ofOwnNotification,
  deleteAllNotifications: ofOwnNotifications,
  createFirebaseToken: async () => ({}),
  listReports: async () => ({ body: { status: 'pending', sort: 'oldest', q: 'mai', from: '2026-01-01', limit: 5 } }),
  listReportCases: async () => ({ body: { itemType: 'Post', sort: 'reports', limit: 5 } }),
  getReport: ofReportedPost,
  setReportStatus: async (target) => ({ ...(await ofReportedPost(target)), body: { status: 'resolved' } }),
  actOnReport: async (target) => {
    const { report, authorId } = await ofReport(target);
    return { params: { id: report.id }, body: { action: 'disable_account' }, targetId: authorId };
  },
  setCaseStatus: async (target) => {
    const { subject_id: itemId } = (await ofReport(target)).report;
    return { body: { itemType: 'Post', itemId, status: 'resolved', expectedOpen: 1 }, targetId: itemId };
  },
  undoCaseStatus: async (target) => {
    const { subject_id: itemId } = (await ofReport(target)).report;
    const change = { itemType: 'Post', itemId, status: 'reviewing', expectedOpen: 1 };
    const response = await target.send('POST', '/api/reports/admin/cases/status', { body: change });
    return { body: { batchId: response.json().data.batchId }, targetId: itemId };
  },
  deleteReport: ofReportedPost,
  createReport: async ({ database: { db } }) => ({
    body: {
      reportedItem: (await insertUser(db)).id,
      itemType: 'User',
      reason: 'spam',
      description: 'Gửi quảng cáo cho mọi người nhiều lần',
    },
  }),
  listChatUsers: async () => ({ body: { search: 'người' } }),
  listMessages: async ({ database: { db } }) => ({
    params: { userId: (await insertUser(db)).id },
    body: { limit: 5 },
  }),
  listCannedReplies: async () => ({}),
  createCannedReply: async () => ({ body: { shortcut: newId().slice(-12), content: 'Chào {tên}!' } }),
  updateCannedReply: async ({ database: { db } }) => {
    const { id, shortcut, version } = await insertCannedReply(db);
    return { params: { id }, body: { shortcut, content: 'Xin chào {tên}!', version } };
  },
  deleteCannedReply: async ({ database: { db } }) => ({ params: { id: (await insertCannedReply(db)).id } }),
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
  decideSubject: async (target) => {
    const { subject_id: itemId } = (await ofReport(target)).report;
    return { body: decisionOf(itemId), targetId: itemId };
  },
  undoDecision: async (target) => {
    const { subject_id: itemId } = (await ofReport(target)).report;
    const response = await target.send('POST', '/api/admin/decisions', { body: decisionOf(itemId) });
    return { params: { id: response.json().data.decisionId }, targetId: itemId };
  },
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
  searchMessages: async () => ({ body: { searchTerm: 'xin chào', limit: 5 } }),
  sendImage: (target) => ofUpload(target, 'image'),
  sendMultipleImages: (target) => ofUpload(target, 'images', 2),
  sendImageAsUser: async (target) => {
    const { body, upload } = await ofUpload(target, 'image');
    return { body, upload };
  },
  listAuditEntries: async () => ({ body: { action: 'auth.login', limit: 5 } }),
  listAuditActors: async () => ({}),
  reportClientError: async () => ({ body: { path: '/admin/users', message: 'broken' } }),
  exportAuditEntries: async () => ({ body: { targetType: 'post' } }),
};

/** The response as the endpoint's schema parses it: JSON, or the text of a file. */
export const contentOf = ({ media }: Endpoint, response: SampleResponse): unknown =>
  media === 'application/json' || response.statusCode >= 400 ? response.json() : response.body;

/** @throws for an endpoint without a sample: add a sample here with each new endpoint of the contract */
export function sampleOf(endpoint: Endpoint, target: SampleTarget): Promise<Sample> {
  const make = makeSample[endpoint.name];
  if (!make) throw new Error(`endpoint-samples.ts knows no way to call '${endpoint.name}'`);
  return make(target);
}

/** Every path of the wire contract, aliases included. */
export const addresses: ReadonlyArray<{ endpoint: Endpoint; method: Method; path: string }> = endpoints.flatMap(
  (endpoint) =>
    [{ method: endpoint.method, path: endpoint.path }, ...(endpoint.aliases ?? [])].map(({ method, path }) => ({
      endpoint,
      method,
      path,
    })),
);

/** Sends a sample to one path of its endpoint; a GET has no body. */
export function sendSample<Response extends SampleResponse>(
  target: SampleTarget<Response>,
  { method, path }: { method: Method; path: string },
  { params, body, upload }: Sample,
  token: string | undefined,
): Promise<Response> {
  const url = endpointPath({ path }, params);
  if (upload)
    return target.send(method, url, {
      token,
      ...uploadOf(body as Record<string, string>, upload.field, upload.files),
    });
  const hasBody = body !== undefined && method !== 'GET';
  return target.send(method, url, { token, ...(hasBody ? { body } : {}) });
}
