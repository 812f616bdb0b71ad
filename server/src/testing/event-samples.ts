import type { SocketEvent } from '@hai-dang/contract/lib/event.ts';
import { pngOf } from './test-images.ts';

const image = await pngOf();

/** The ids in a payload. */
interface Means {
  /** The sender that the payload claims. */
  senderId: string;
  /** An existing app user. */
  userId: string;
  /** A message of the sender to the user. */
  messageId?: string;
}

const AT = '2026-11-21T08:00:00.000Z';
const REPORT = {
  reportId: 'r1',
  version: 2,
  status: 'pending',
  itemType: 'Post',
  itemId: 'p1',
  accountId: 'u1',
  reporterId: 'u2',
};
const NOTIFICATION = {
  id: 'n1',
  notification: {
    _id: 'n1',
    type: 'new_report',
    reports: 'r1',
    read: false,
    createdAt: 1,
    senderName: 'Lan',
    senderAvatar: null,
    message: null,
  },
};
const MESSAGE = {
  _id: 'm1',
  content: 'Xin chào',
  type: 'text',
  sender: { _id: 'u1', username: 'Lan', avatar: null, role: 'user' },
  receiver: null,
  createdAt: AT,
  read: false,
  isAdminMessage: false,
  seq: 1,
};
const QUOTE = { _id: 'm0', seq: 1, content: 'Chào', type: 'text', isAdminMessage: true, senderName: 'Mai' };
const PERSON = { username: 'Lan', avatar: null, isOnline: true, lastActive: AT };
const UPDATE = {
  messageId: 'm1',
  content: 'x',
  createdAt: AT,
  senderId: 'u1',
  receiverId: null,
  type: 'text',
  unreadCount: 1,
  userId: 'u1',
};

/** One valid payload of each event of the wire contract. */
const samples: Record<string, (means: Means) => unknown> = {
  admin_connected: ({ senderId }) => senderId,
  admin_disconnect: ({ senderId }) => ({ adminId: senderId }),
  admin_join_chat: ({ userId }) => userId,
  admin_leave_chat: ({ userId }) => ({ userId }),
  admin_message: ({ senderId, userId, messageId }) => ({
    userId,
    adminId: senderId,
    text: 'Xin chào',
    type: 'text',
    tempId: 't1',
    ...(messageId === undefined ? {} : { quotedId: messageId }),
  }),
  admin_edit_message: ({ messageId = 'm1' }) => ({ messageId, text: 'Chào bạn' }),
  admin_delete_message: ({ messageId = 'm1' }) => ({ messageId }),
  admin_send_image: ({ senderId, userId }) => ({ userId, adminId: senderId, image: image, tempId: 't1' }),
  admin_mark_read: ({ senderId, userId }) => ({ userId, adminId: senderId }),
  admin_typing: ({ userId }) => ({ userId, isTyping: true }),
  user_connected: ({ senderId }) => senderId,
  send_message: ({ senderId }) => ({ senderId, content: 'Xin chào', type: 'text', tempId: 't1' }),
  user_typing: () => undefined,
  user_stop_typing: () => null,
  mark_messages_read: () => ({}),
  notification_added: () => NOTIFICATION,
  notification_changed: () => NOTIFICATION,
  notification_removed: () => ({ id: 'n1' }),
  notifications_cleared: () => ({}),
  report_added: () => REPORT,
  report_changed: () => REPORT,
  report_removed: () => REPORT,
  cases_changed: () => REPORT,
  recent_actions_changed: () => ({}),
  onlineUsers: () => [{ _id: 'u1', ...PERSON, unreadCount: 0, lastMessage: null }],
  user_status_changed: () => ({ userId: 'u1', ...PERSON }),
  receive_message: () => ({ ...MESSAGE, quote: QUOTE }),
  message_sent: () => ({
    ...MESSAGE,
    status: 'sent',
    messageId: MESSAGE._id,
    tempId: 't1',
    timestamp: MESSAGE.createdAt,
  }),
  message_edited: () => ({
    messageId: MESSAGE._id,
    userId: 'u1',
    message: { ...MESSAGE, editedAt: AT },
    isLast: true,
  }),
  message_deleted: () => ({
    messageId: MESSAGE._id,
    userId: 'u1',
    message: { ...MESSAGE, deletedAt: AT },
    isLast: true,
  }),
  message_error: () => ({ error: 'Lỗi gửi tin nhắn', code: 'VALIDATION_FAILED', tempId: 't1' }),
  user_typing_status: () => ({ userId: 'u1', isTyping: true }),
  admin_typing_status: () => ({ isTyping: true }),
  conversation_updated: () => UPDATE,
  conversation_state_changed: () => ({
    userId: 'u1',
    waitingSince: AT,
    isResolved: false,
    stateSince: AT,
    assignee: { _id: 'a1', username: 'Mai' },
    formerState: 'open',
  }),
  conversation_marked_unread: () => ({ userId: 'u1', unreadCount: 1 }),
  conversation_viewers: () => ({
    userId: 'u1',
    viewers: [{ _id: 'a1', username: 'Mai', avatar: null, isTyping: true }],
  }),
  messages_marked_read: () => ({ byUserId: 'u1', forUserId: null, upToSeq: 1 }),
  messages_marked_read_success: () => ({ userId: 'u1', upToSeq: 1 }),
  canned_replies_changed: () => ({}),
  saved_views_changed: () => ({}),
  webhooks_changed: () => ({}),
  appeals_changed: () => ({}),
  bulk_changed: () => ({
    _id: 'b1',
    action: { kind: 'suspend', days: 7 },
    policy: { key: 'spam', title: 'Spam' },
    total: 3,
    done: 1,
    skipped: 1,
    failed: 0,
    state: 'running',
    stopReason: null,
    startedBy: { _id: 'u1', username: 'Lan' },
    startedAt: AT,
    endedAt: null,
    undo: { until: null, state: 'none', by: null, done: 0, skipped: 0 },
  }),
  notes_changed: () => ({ itemType: 'Post', itemId: 'p1' }),
  subject_assigned: () => ({
    itemType: 'Post',
    itemId: 'p1',
    assignee: { _id: 'a1', username: 'Mai', avatar: null, at: AT },
  }),
  admin_view_subject: () => ({ itemType: 'Post', itemId: 'p1' }),
  admin_leave_subject: () => ({ itemType: 'Post', itemId: 'p1' }),
  admin_follow_subjects: () => ({}),
  subject_viewers: () => ({
    itemType: 'Post',
    itemId: 'p1',
    viewers: [{ _id: 'a1', username: 'Mai', avatar: null }],
  }),
  policies_changed: () => ({ key: 'spam' }),
  settings_changed: () => ({}),
  administrators_changed: () => ({}),
  preferences_changed: () => ({}),
  letter_templates_changed: () => ({}),
};

/** @throws for an event without a sample: add a sample here with each new event of the contract */
export function eventSample(
  event: Pick<SocketEvent, 'name'>,
  means: Means = { senderId: 's1', userId: 'u1' },
): unknown {
  const sample = samples[event.name];
  if (!sample) throw new Error(`event-samples.ts knows no payload of '${event.name}'`);
  return sample(means);
}

/** Whether a payload of the event contains its sender. */
export const namesSender = (event: Pick<SocketEvent, 'name'>): boolean =>
  JSON.stringify(eventSample(event, { senderId: 'the sender', userId: 'u1' }))?.includes('the sender') ?? false;
