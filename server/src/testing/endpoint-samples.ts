import { SECOND_FACTOR_CHALLENGE_MS } from '@hai-dang/contract/constants.ts';
import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { type Endpoint, endpointPath, type Method } from '@hai-dang/contract/lib/endpoint.ts';
import { hashPassword } from '../auth/password.ts';
import { hashToken, newToken } from '../auth/token.ts';
import { newId } from '../lib/ids.ts';
import {
  insertAdmin,
  insertCannedReply,
  insertComment,
  insertInvitation,
  insertNotification,
  insertPost,
  insertSavedView,
  insertSession,
  insertTravelPost,
  insertUser,
  insertWebhook,
} from './factories.ts';
import { moderationSamples } from './moderation-samples.ts';
import { uploadOf } from './multipart.ts';
import { ofReport, ofUser, type Sample, type SampleMakers, type SampleResponse, type SampleTarget } from './sample.ts';
import { codeAt, insertSecondFactor } from './second-factors.ts';
import { pngOf } from './test-images.ts';

const image = await pngOf();

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

const ofOtherAdmin = async ({ database: { db } }: SampleTarget): Promise<Sample> => ({
  params: { id: (await insertAdmin(db)).id },
});
const ofInvitation = async ({ database: { db }, clock }: SampleTarget) =>
  insertInvitation(db, (await insertAdmin(db)).id, clock.now());

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

/** An open conversation, unless the fields say otherwise. */
const ofConversation = async (
  { database: { db } }: SampleTarget,
  fields: { resolved_at?: Date } = {},
): Promise<Sample> => {
  const { id: userId } = await insertUser(db);
  await db
    .insertInto('conversations')
    .values({ user_id: userId, last_seq: 0, unread_count: 0, ...fields })
    .execute();
  return { params: { userId }, targetId: userId };
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

const ofSomeNotifications = async ({ database: { db } }: SampleTarget): Promise<Sample> => {
  const { id: callerId } = await insertAdmin(db);
  const ids = [await insertNotification(db, callerId), await insertNotification(db, callerId)].map(({ id }) => id);
  return { body: { ids }, callerId };
};
const ofWebhook = async ({ database: { db } }: SampleTarget): Promise<Sample> => ({
  params: { id: (await insertWebhook(db)).id },
});

const ofReportedPost = async (target: SampleTarget): Promise<Sample> => ({
  params: { id: (await ofReport(target)).report.id },
});

const ofUpload = async ({ database: { db } }: SampleTarget, field: string, count = 1) => ({
  params: { userId: (await insertUser(db)).id },
  body: { tempId: newId(), caption: 'Chụp sáng nay' },
  upload: { field, files: Array.from({ length: count }, () => image) },
});

const makeSample: SampleMakers = {
  ...moderationSamples,
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
  getPreferences: async () => ({}),
  updatePreferences: async () => ({ body: { reportImages: 'blur' } }),
  listAdministrators: async () => ({ body: { limit: 5 } }),
  inviteAdministrator: async () => ({ body: { email: `${newId()}@example.test` } }),
  withdrawInvitation: async (target) => ({ params: { id: (await ofInvitation(target)).id } }),
  disableAdministrator: ofOtherAdmin,
  enableAdministrator: async ({ database: { db } }) => ({
    params: { id: (await insertAdmin(db, { is_disabled: true })).id },
  }),
  endAdministratorSessions: async (target) => ({ params: { id: (await ofTwoSessions(target)).callerId } }),
  resetAdministratorSecondFactor: async (target) => ({
    params: { id: (await ofSecondFactor(target, true)).callerId },
  }),
  getInvitation: async (target) => ({ body: { token: (await ofInvitation(target)).token } }),
  acceptInvitation: async (target) => {
    const { token } = await ofInvitation(target);
    const username = `Người được mời ${newId().slice(-12)}`;
    return { body: { token, username, password: 'chuối xanh leo rào 9 lần' }, createdCaller: username };
  },
  getDashboardStats: async () => ({ body: { days: 7 } }),
  getWork: async () => ({ body: {} }),
  quickSearch: async () => ({ body: { term: 'người dùng', limit: 5 } }),
  getPerformance: async () => ({ body: { from: '2026-01-01', to: '2026-01-31' } }),
  exportPerformance: async () => ({ body: { from: '2026-01-01', to: '2026-01-31' } }),
  listUsers: async () => ({ body: { limit: 5 } }),
  searchUsers: async () => ({ body: { searchTerm: 'người', limit: 5 } }),
  getUserStatus: ofUser,
  disableUser: ofUser,
  enableUser: async ({ database: { db } }) => ({ params: { id: (await insertUser(db, { is_disabled: true })).id } }),
  deleteUser: ofUser,
  getUserDetail: ofUser,
  listUserPosts: ofUser,
  listRemovedContent: ofUser,
  listRelatedAccounts: ofUser,
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
  listContent: async () => ({ body: { q: 'chợ', itemType: 'Post', isReported: true, from: '2026-01-01', limit: 5 } }),
  getContent: async (target) => ({
    params: { itemType: 'Post', itemId: (await ofPost(target)).params?.['id'] ?? '' },
  }),
  listNotifications: async () => ({ body: { limit: 5 } }),
  countUnreadNotifications: async () => ({}),
  markAllNotificationsRead: ofOwnNotifications,
  markNotificationRead: ofOwnNotification,
  deleteNotification: ofOwnNotification,
  deleteAllNotifications: ofOwnNotifications,
  markNotificationsRead: ofSomeNotifications,
  deleteNotifications: ofSomeNotifications,
  createFirebaseToken: async () => ({}),
  listReports: async () => ({ body: { status: 'pending', sort: 'oldest', q: 'mai', from: '2026-01-01', limit: 5 } }),
  listReportCases: async () => ({ body: { itemType: 'Post', sort: 'reports', limit: 5 } }),
  getReport: ofReportedPost,
  setReportStatus: async (target) => ({ ...(await ofReportedPost(target)), body: { status: 'resolved' } }),
  setReportPolicy: async (target) => ({ ...(await ofReportedPost(target)), body: { policy: 'child_safety' } }),
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
  resolveConversation: (target) => ofConversation(target),
  reopenConversation: (target) => ofConversation(target, { resolved_at: target.clock.now() }),
  markConversationUnread: (target) => ofConversation(target),
  assignConversation: async (target) => ({ ...(await ofConversation(target)), body: { assigneeId: 'me' } }),
  listCannedReplies: async () => ({}),
  createCannedReply: async () => ({ body: { shortcut: newId().slice(-12), content: 'Chào {tên}!' } }),
  updateCannedReply: async ({ database: { db } }) => {
    const { id, shortcut, version } = await insertCannedReply(db);
    return { params: { id }, body: { shortcut, content: 'Xin chào {tên}!', version } };
  },
  deleteCannedReply: async ({ database: { db } }) => ({ params: { id: (await insertCannedReply(db)).id } }),
  listSavedViews: async () => ({ body: { screen: 'reports' } }),
  createSavedView: async () => ({
    body: { screen: 'reports', name: `Quá hạn ${newId().slice(-12)}`, query: 'overdue=1', isShared: true },
  }),
  updateSavedView: async ({ database: { db } }) => {
    const { id, name, version } = await insertSavedView(db);
    return { params: { id }, body: { name, query: 'reason=spam&sort=oldest', isShared: true, version } };
  },
  deleteSavedView: async ({ database: { db } }) => ({ params: { id: (await insertSavedView(db)).id } }),
  listWebhooks: async () => ({}),
  createWebhook: async () => ({ body: { url: 'https://93.184.215.14/alerts', kinds: ['overdue', 'appeal'] } }),
  updateWebhook: async ({ database: { db } }) => {
    const { id, version } = await insertWebhook(db);
    const body = { url: 'https://93.184.215.14/other', kinds: ['child_safety'], isEnabled: false, version };
    return { params: { id }, body };
  },
  renewWebhookSecret: ofWebhook,
  testWebhook: ofWebhook,
  deleteWebhook: ofWebhook,
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
  exportUsers: async () => ({ body: { searchTerm: 'mai', filters: { role: 'user', verified: '' }, sort: 'oldest' } }),
  exportReports: async () => ({ body: { status: 'pending', reason: '', sort: 'oldest' } }),
  exportReportCases: async () => ({ body: { status: 'pending', sort: 'reports' } }),
  exportContent: async () => ({ body: { q: 'chợ', itemType: 'Post', isReported: true, hasImages: false } }),
  exportAuditEntries: async () => ({ body: { targetType: 'post' } }),
};

/** The response as the endpoint's schema parses it: JSON, or the text of a file. */
export const contentOf = ({ media }: Endpoint, response: SampleResponse): unknown =>
  media === 'application/json' || response.statusCode >= 400 ? response.json() : response.body;

/** @throws for an endpoint without a sample: add a sample with each new endpoint of the contract, here or in moderation-samples.ts */
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
