import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { type Endpoint, endpointPath, type Method } from '@hai-dang/contract/lib/endpoint.ts';
import type { LightMyRequestResponse } from 'fastify';
import { hashPassword } from '../auth/password.ts';
import { newId } from '../lib/ids.ts';
import type { TestApp } from './build-test-app.ts';
import {
  insertAdmin,
  insertCannedReply,
  insertComment,
  insertNotification,
  insertPost,
  insertReport,
  insertSession,
  insertTravelPost,
  insertUser,
} from './factories.ts';
import { uploadOf } from './multipart.ts';
import { pngOf } from './pictures.ts';
import { codeAt, insertSecondFactor } from './second-factors.ts';

const picture = await pngOf();

/** What makes a call succeed: a row to act on, made afresh, and a body. */
export interface Sample {
  params?: Record<string, string>;
  body?: unknown;
  /** The only account that may act on the row, made afresh, or that a public call signs in; else any administrator. */
  callerId?: string;
  /** What the trail's entry is about, where that is not `params.id`; null for nothing beside whoever acted. */
  targetId?: string | null;
  /** The only app user who may; any where it is left out. */
  ownerId?: string;
  /** What is uploaded beside the body, and under which name. */
  upload?: { field: string; files: Buffer[] };
}

const SAMPLE_PASSWORD = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;

const ofCredentials = async ({ database: { db } }: TestApp, role: 'admin' | 'user'): Promise<Sample> => {
  passwordHash ??= hashPassword(SAMPLE_PASSWORD);
  const { email } = await insertUser(db, { role, password_hash: await passwordHash });
  return { body: { email, password: SAMPLE_PASSWORD } };
};
/** A sign-in whose password was right. */
const ofChallenge = async (testApp: TestApp): Promise<Sample> => {
  const { db } = testApp.database;
  const credentials = await ofCredentials(testApp, 'admin');
  const { email } = credentials.body as { email: string };
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const { secret } = await insertSecondFactor(db, id, testApp.clock.now());
  const answer = await testApp.send('POST', '/api/admin/login', { token: undefined, ...credentials });
  const { challenge } = answer.json().details;
  return { body: { challenge, code: codeAt(secret, testApp.clock.now()) }, callerId: id };
};

const ofAdminWithPassword = async ({ database: { db } }: TestApp): Promise<string> => {
  passwordHash ??= hashPassword(SAMPLE_PASSWORD);
  return (await insertAdmin(db, { password_hash: await passwordHash })).id;
};

/** @param isOn false for one that was begun */
const ofSecondFactor = async ({ database: { db }, clock }: TestApp, isOn: boolean) => {
  const { id: callerId } = await insertAdmin(db);
  const { secret } = await insertSecondFactor(db, callerId, isOn ? clock.now() : null);
  return { callerId, secret };
};

/** Somebody who is signed in elsewhere as well. */
const ofTwoSessions = async ({ database: { db }, clock }: TestApp) => {
  const { id: callerId } = await insertAdmin(db);
  const sessionId = newId();
  await insertSession(db, callerId, clock.now(), { id: sessionId });
  return { callerId, sessionId };
};

const ofUser = async ({ database: { db } }: TestApp): Promise<Sample> => ({
  params: { id: (await insertUser(db)).id },
});
const ofPost = async ({ database: { db } }: TestApp, deletedAt: Date | null = null): Promise<Sample> => ({
  params: { id: (await insertPost(db, (await insertUser(db)).id, { deleted_at: deletedAt })).id },
});
const ofTravelPost = async ({ database: { db } }: TestApp, deletedAt: Date | null = null): Promise<Sample> => ({
  params: { id: (await insertTravelPost(db, (await insertUser(db)).id, { deleted_at: deletedAt })).id },
});

const ofComment = async ({ database: { db } }: TestApp, deletedAt: Date | null = null): Promise<Sample> => {
  const { id: userId } = await insertUser(db);
  const { id: postId } = await insertPost(db, userId);
  return { params: { id: (await insertComment(db, userId, { postId }, { deleted_at: deletedAt })).id } };
};

const ofOwnNotification = async ({
  database: { db },
}: TestApp): Promise<Required<Pick<Sample, 'params' | 'callerId'>>> => {
  const { id: callerId } = await insertAdmin(db);
  return { params: { id: (await insertNotification(db, callerId)).id }, callerId };
};
const ofOwnNotifications = async (testApp: TestApp): Promise<Sample> => ({
  callerId: (await ofOwnNotification(testApp)).callerId,
});

const ofReport = async ({ database: { db } }: TestApp) => {
  const { id: authorId } = await insertUser(db);
  const post = await insertPost(db, authorId);
  return { authorId, report: await insertReport(db, { itemType: 'Post', itemId: post.id, itemAuthorId: authorId }) };
};
const ofReportedPost = async (testApp: TestApp): Promise<Sample> => ({
  params: { id: (await ofReport(testApp)).report.id },
});

const ofUpload = async ({ database: { db } }: TestApp, field: string, count = 1) => ({
  params: { userId: (await insertUser(db)).id },
  body: { tempId: newId(), caption: 'Chụp sáng nay' },
  upload: { field, files: Array.from({ length: count }, () => picture) },
});

const makeSample: Record<string, (testApp: TestApp) => Promise<Sample>> = {
  login: (testApp) => ofCredentials(testApp, 'admin'),
  loginUser: (testApp) => ofCredentials(testApp, 'user'),
  loginWithSecondFactor: ofChallenge,
  logout: async () => ({}),
  getAccount: async () => ({}),
  listOwnSessions: async () => ({}),
  endSession: async (testApp) => {
    const { callerId, sessionId } = await ofTwoSessions(testApp);
    return { params: { id: sessionId }, callerId, targetId: null };
  },
  endOtherSessions: async (testApp) => ({ callerId: (await ofTwoSessions(testApp)).callerId }),
  changePassword: async (testApp) => ({
    callerId: await ofAdminWithPassword(testApp),
    body: { currentPassword: SAMPLE_PASSWORD, newPassword: 'chuối xanh leo rào 9 lần' },
  }),
  confirmPassword: async (testApp) => ({
    callerId: await ofAdminWithPassword(testApp),
    body: { password: SAMPLE_PASSWORD },
  }),
  beginSecondFactor: async () => ({}),
  confirmSecondFactor: async (testApp) => {
    const { callerId, secret } = await ofSecondFactor(testApp, false);
    return { callerId, body: { code: codeAt(secret, testApp.clock.now()) } };
  },
  renewRecoveryCodes: async (testApp) => ({ callerId: (await ofSecondFactor(testApp, true)).callerId }),
  disableSecondFactor: async (testApp) => ({ callerId: (await ofSecondFactor(testApp, true)).callerId }),
  getDashboardStats: async () => ({ body: { days: 7 } }),
  listUsers: async () => ({ body: { limit: 5 } }),
  searchUsers: async () => ({ body: { searchTerm: 'người', limit: 5 } }),
  getUserStatus: ofUser,
  disableUser: ofUser,
  enableUser: async ({ database: { db } }) => ({ params: { id: (await insertUser(db, { is_disabled: true })).id } }),
  deleteUser: ofUser,
  getUserDetail: ofUser,
  listUserPosts: ofUser,
  listUserTravelPosts: ofUser,
  deletePost: (testApp) => ofPost(testApp),
  restorePost: (testApp) => ofPost(testApp, testApp.clock.now()),
  deleteTravelPost: (testApp) => ofTravelPost(testApp),
  restoreTravelPost: (testApp) => ofTravelPost(testApp, testApp.clock.now()),
  getPost: (testApp) => ofPost(testApp),
  getTravelPost: (testApp) => ofTravelPost(testApp),
  getComment: (testApp) => ofComment(testApp),
  deleteComment: (testApp) => ofComment(testApp),
  restoreComment: (testApp) => ofComment(testApp, testApp.clock.now()),
  listNotifications: async () => ({ body: { limit: 5 } }),
  countUnreadNotifications: async () => ({}),
  markAllNotificationsRead: ofOwnNotifications,
  markNotificationRead: ofOwnNotification,
  deleteNotification: ofOwnNotification,
  deleteAllNotifications: ofOwnNotifications,
  createFirebaseToken: async () => ({}),
  listReports: async () => ({ body: { status: 'pending', limit: 5 } }),
  listReportCases: async () => ({ body: { itemType: 'Post', limit: 5 } }),
  getReport: ofReportedPost,
  setReportStatus: async (testApp) => ({ ...(await ofReportedPost(testApp)), body: { status: 'resolved' } }),
  actOnReport: async (testApp) => {
    const { report, authorId } = await ofReport(testApp);
    return { params: { id: report.id }, body: { action: 'disable_account' }, targetId: authorId };
  },
  setCaseStatus: async (testApp) => {
    const { id, item_id: itemId } = (await ofReport(testApp)).report;
    return { body: { itemType: 'Post', itemId, status: 'resolved', expectedOpen: 1 }, targetId: id };
  },
  undoCaseStatus: async (testApp) => {
    const { id, item_id: itemId } = (await ofReport(testApp)).report;
    const change = { itemType: 'Post', itemId, status: 'reviewing', expectedOpen: 1 };
    const answer = await testApp.post('/api/reports/admin/cases/status', change);
    return { body: { batchId: answer.json().data.batchId }, targetId: id };
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
  searchMessages: async () => ({ body: { searchTerm: 'xin chào', limit: 5 } }),
  sendImage: (testApp) => ofUpload(testApp, 'image'),
  sendMultipleImages: (testApp) => ofUpload(testApp, 'images', 2),
  sendImageAsUser: async (testApp) => {
    const { body, upload } = await ofUpload(testApp, 'image');
    return { body, upload };
  },
  getChatImage: async ({ database: { db }, services }) => {
    const user = await insertUser(db);
    const message = await services.chatImages.sendImageAsUser({ tempId: newId() }, [picture], user);
    return { params: { userId: user.id, name: message.content.split('/').at(-1) ?? '' }, ownerId: user.id };
  },
  listAuditEntries: async () => ({ body: { action: 'auth.login', limit: 5 } }),
  listAuditActors: async () => ({}),
  exportAuditEntries: async () => ({ body: { targetType: 'post' } }),
};

/** What an answer says, as the endpoint's schema reads it: JSON, or the text of a file. */
export const contentOf = ({ media }: Endpoint, answer: LightMyRequestResponse): unknown =>
  media === 'application/json' || answer.statusCode >= 400 ? answer.json() : answer.body;

/** @throws for an endpoint that has no sample yet: whoever adds one to the contract adds its sample here */
export function sampleOf(endpoint: Endpoint, testApp: TestApp): Promise<Sample> {
  const make = makeSample[endpoint.name];
  if (!make) throw new Error(`endpoint-samples.ts knows no way to call '${endpoint.name}'`);
  return make(testApp);
}

/** Every address of the wire contract, other addresses of a call included. */
export const addresses: ReadonlyArray<{ endpoint: Endpoint; method: Method; path: string }> = endpoints.flatMap(
  (endpoint) =>
    [{ method: endpoint.method, path: endpoint.path }, ...(endpoint.aliases ?? [])].map(({ method, path }) => ({
      endpoint,
      method,
      path,
    })),
);

/** Sends a sample to one address of its endpoint; a GET goes without a body. */
export function sendSample(
  testApp: TestApp,
  { method, path }: { method: Method; path: string },
  { params, body, upload }: Sample,
  token: string | undefined,
) {
  const url = endpointPath({ path }, params);
  if (upload)
    return testApp.send(method, url, {
      token,
      ...uploadOf(body as Record<string, string>, upload.field, upload.files),
    });
  const hasBody = body !== undefined && method !== 'GET';
  return testApp.send(method, url, { token, ...(hasBody ? { body } : {}) });
}
