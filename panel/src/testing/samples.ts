import type { ChatMessage, ChatUser, MessageSender } from '@hai-dang/contract/chat/chat.schema.ts';
import type { Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { ModerationEvent, ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { Report, ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import type { TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';

/** Complete objects of the contract, for tests that use some of their fields. */
const CREATED = '2026-11-21T00:00:00.000Z';

export const sampleSender = (_id: string, role: MessageSender['role']): MessageSender => ({
  _id,
  username: null,
  avatar: null,
  role,
});

/** A message of a user. */
export const SAMPLE_MESSAGE: ChatMessage = {
  _id: 'm1',
  content: 'tin 1',
  type: 'text',
  sender: sampleSender('lan', 'user'),
  receiver: null,
  createdAt: CREATED,
  read: false,
  isAdminMessage: false,
  seq: 1,
};

export const SAMPLE_CHAT_USER: ChatUser = {
  _id: 'lan',
  username: 'Lan',
  avatar: null,
  lastActive: null,
  isOnline: false,
  unreadCount: 0,
  lastMessage: null,
};

export const SAMPLE_NOTIFICATION: Notification = {
  _id: 'n1',
  type: 'new_report',
  reports: null,
  read: false,
  createdAt: null,
  senderName: null,
  senderAvatar: null,
  message: null,
};

export const SAMPLE_TRAVEL_POST: TravelPost = {
  _id: 'p1',
  title: null,
  content: null,
  images: [],
  createdAt: CREATED,
  likes: [],
  comments: [],
  likesCount: 0,
  commentsCount: 0,
  location: null,
  author: { _id: null, username: null, avatar: null, verified: false },
};

export const SAMPLE_REPORT: Report = {
  _id: 'report',
  reporter: 'reporter',
  itemType: 'Post',
  reportedItem: 'post',
  reason: 'spam',
  description: null,
  status: 'pending',
  createdAt: CREATED,
  version: 1,
  accountId: null,
};

export const SAMPLE_REPORT_DETAIL: ReportDetail = {
  ...SAMPLE_REPORT,
  snapshot: null,
  itemDeleted: null,
  account: null,
  history: [],
  historyCount: 0,
  case: null,
};

/** A rule without points or consequences. */
export const samplePolicy = (fields: Partial<Policy> = {}): Policy => ({
  key: 'spam',
  title: 'Spam và quảng cáo',
  text: 'Không đăng đi đăng lại cùng một nội dung.',
  severity: 1,
  points: 0,
  expiresDays: 90,
  defaultActions: [],
  suspendDays: null,
  isEnabled: true,
  version: 1,
  appliedCount: 0,
  overturnedCount: 0,
  updatedAt: CREATED,
  ...fields,
});

/** Lan's post, reported once. */
export const sampleSubject = (fields: Partial<ModerationSubject> = {}): ModerationSubject => ({
  subject: { itemType: 'Post', itemId: 'post' },
  state: 'open',
  version: 1,
  owner: { _id: 'lan', username: 'Lan', isDisabled: false, disabledUntil: null, isAdmin: false },
  foundHarmless: null,
  hiddenAt: null,
  takenDownAt: null,
  assignee: null,
  reports: 1,
  openReports: 1,
  closing: 0,
  reporters: 1,
  openAppeals: 0,
  strikes: {
    points: 0,
    recommended: null,
    ladder: [
      { points: 3, action: 'suspend', suspendDays: 7 },
      { points: 6, action: 'suspend', suspendDays: 30 },
      { points: 9, action: 'disable', suspendDays: null },
    ],
  },
  ownerRecord: { warnings: 0, appealsWon: 0 },
  reportersRecord: { closed: 0, right: 0 },
  newestReportId: null,
  events: [],
  ...fields,
});

/** The decision of a colleague. */
export const sampleEvent = (fields: Partial<ModerationEvent> = {}): ModerationEvent => ({
  _id: 'event',
  kind: 'decided',
  at: '2026-11-23T03:00:00.000Z',
  actor: { _id: 'truong-ca', username: 'Trưởng ca' },
  reportId: null,
  decisionId: 'first',
  policy: null,
  note: null,
  until: null,
  ...fields,
});

/** The event of a report that a user has filed. */
export const sampleReported = (
  id: string,
  report: Partial<NonNullable<ModerationEvent['report']>> = {},
): ModerationEvent =>
  sampleEvent({
    _id: id,
    kind: 'reported',
    actor: null,
    reportId: id,
    decisionId: null,
    report: {
      reason: 'spam',
      policy: null,
      description: 'Gửi lời mời mua hàng',
      reporter: 'Trần Thế Phong',
      ...report,
    },
  });

export const SAMPLE_USER: UserSummary = {
  _id: 'lan',
  username: 'Võ Thị Lan',
  email: 'lan@example.com',
  avatar: null,
  xacMinhDanhTinh: true,
  role: 'user',
  vohieuhoa: false,
  disabledUntil: null,
  createdAt: CREATED,
};

/** An action on many subjects that has ended, and can be undone. */
export const SAMPLE_BULK: Bulk = {
  _id: 'bulk',
  action: { kind: 'disable' },
  policy: null,
  total: 2,
  done: 2,
  skipped: 0,
  failed: 0,
  state: 'done',
  stopReason: null,
  startedBy: { _id: 'admin', username: 'Quản trị' },
  startedAt: CREATED,
  endedAt: '2026-11-21T00:00:01.000Z',
  undo: { until: '2100-01-01T00:00:00.000Z', state: 'none', by: null, done: 0, skipped: 0 },
};

/** Lan's appeal to the takedown of a post. */
export const sampleAppeal = (fields: Partial<Appeal> = {}): Appeal => ({
  _id: 'appeal',
  kind: 'owner',
  text: 'Tôi không đăng quảng cáo, đây là bài viết của tôi.',
  createdAt: CREATED,
  dueAt: CREATED,
  author: { _id: 'lan', username: 'Võ Thị Lan' },
  subject: { itemType: 'Post', itemId: 'post' },
  assignee: null,
  title: 'Bán tour giá rẻ',
  reportId: 'report',
  decision: {
    _id: 'decision',
    outcome: 'violation',
    policy: { key: 'spam', version: 1, title: 'Spam và quảng cáo' },
    actions: ['takedown'],
    until: null,
    at: CREATED,
    by: { _id: 'binh', username: 'Bình' },
    note: null,
    isUndone: false,
  },
  outcome: null,
  decidedAt: null,
  decidedBy: null,
  note: null,
  ...fields,
});

/** The last page of a list that goes on behind a cursor. */
export const lastPage = <Row>(data: Row[]) => ({
  success: true as const,
  data,
  pagination: { total: data.length, totalRelation: 'eq' as const, nextCursor: null },
});

/** The first page of such a list, with the cursor `next`. */
export const firstPage = <Row>(data: Row[], total: number) => ({
  ...lastPage(data),
  pagination: { total, totalRelation: 'eq' as const, nextCursor: 'next' },
});
