import { ApiError } from '../lib/api-error.ts';
import { toLogin } from './auth.ts';
import { toChatUserPage } from './chat-users.ts';
import { toHistory, toSentImage } from './messages.ts';
import { toNotificationPage } from './notifications.ts';
import { toPost, toTravelPost, toUserPosts, toUserTravelPosts } from './posts.ts';
import { toComment, toDecidedReport, toReportDetail, toReportList } from './reports.ts';
import { fieldsOf, textOf } from './shapes.ts';
import { toStats } from './stats.ts';
import { toChangedUser, toFoundUsers, toUserList, toUserProfile, toUserStatus } from './users.ts';

/** A call and its parameters. */
export interface LegacyCall {
  /** The endpoint's name. */
  readonly name: string;
  readonly params: unknown;
  readonly body: unknown;
}

const paramOf = ({ params }: LegacyCall, name: string): string => textOf(fieldsOf(params)[name]) ?? '';
const dataAs = (toData: (raw: unknown) => unknown) => (raw: unknown) => ({
  success: true,
  data: toData(fieldsOf(raw)['data']),
});

/** For each endpoint of a legacy backend, the function that normalises its response to the contract's shape. */
const NORMALISERS: Readonly<Record<string, (raw: unknown, call: LegacyCall) => unknown>> = {
  login: toLogin,
  getDashboardStats: toStats,
  listUsers: (raw, { body }) => toUserList(raw, body),
  searchUsers: toFoundUsers,
  getUserStatus: (raw, call) => toUserStatus(raw, paramOf(call, 'id')),
  disableUser: (raw, call) => toChangedUser(raw, paramOf(call, 'id')),
  enableUser: (raw, call) => toChangedUser(raw, paramOf(call, 'id')),
  getUserDetail: toUserProfile,
  listUserPosts: (raw, { body }) => toUserPosts(raw, body),
  listUserTravelPosts: (raw, { body }) => toUserTravelPosts(raw, body),
  getPost: dataAs(toPost),
  getTravelPost: dataAs(toTravelPost),
  getComment: dataAs(toComment),
  listReports: (raw, { body }) => toReportList(raw, body),
  getReport: dataAs(toReportDetail),
  setReportStatus: (raw, call) => toDecidedReport(raw, paramOf(call, 'id'), call.body),
  listChatUsers: (raw, { body }) => toChatUserPage(raw, body),
  listMessages: (raw, call) => toHistory(raw, paramOf(call, 'userId'), call.body),
  sendImage: (raw, call) => toSentImage(raw, paramOf(call, 'userId')),
  listNotifications: toNotificationPage,
};

/** Endpoints whose normaliser handles error responses itself. */
const READS_REFUSALS = ['getUserDetail'];

/**
 * Normalises a legacy backend's response to the contract's shape, as far as possible; the caller parses the result.
 * @throws ApiError for an error with status 200 and `success: false`
 */
export function normaliseResponse(raw: unknown, call: LegacyCall): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const { success, message, code } = fieldsOf(raw);
  if (success === false && !READS_REFUSALS.includes(call.name)) {
    throw new ApiError({ status: 200, code: textOf(code) ?? 'REJECTED', message: textOf(message) ?? '' });
  }
  // For most calls that change something, the panel only reads whether they succeeded.
  return NORMALISERS[call.name]?.(raw, call) ?? { ...raw, success: true };
}
