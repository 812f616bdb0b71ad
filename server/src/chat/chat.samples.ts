import { newId } from '../lib/ids.ts';
import { insertUser } from '../testing/factories.ts';
import type { KeyedCase, Samples, SampleTarget } from '../testing/sample.ts';
import { pngOf } from '../testing/test-images.ts';

const image = await pngOf();

const ofUpload = async ({ database: { db } }: SampleTarget, field: string, count = 1) => ({
  params: { userId: (await insertUser(db)).id },
  body: { tempId: newId(), caption: 'Chụp sáng nay' },
  upload: { field, files: Array.from({ length: count }, () => image) },
});

const AT = '2026-11-21T08:00:00.000Z';
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

const otherCaption: KeyedCase = {
  others: async () => [{ caption: 'Chụp chiều nay' }],
  code: 'MESSAGE_KEY_REUSED',
  isPublishedAgain: true,
};

export const chatSamples: Samples = {
  endpoints: {
    listChatUsers: async () => ({ body: { search: 'người' } }),
    listMessages: async ({ database: { db } }) => ({
      params: { userId: (await insertUser(db)).id },
      body: { limit: 5 },
    }),
    searchMessages: async () => ({ body: { searchTerm: 'xin chào', limit: 5 } }),
    sendImage: (target) => ofUpload(target, 'image'),
    sendMultipleImages: (target) => ofUpload(target, 'images', 2),
    sendImageAsUser: async (target) => {
      const { body, upload } = await ofUpload(target, 'image');
      return { body, upload };
    },
  },
  events: {
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
    admin_send_image: ({ senderId, userId }) => ({ userId, adminId: senderId, image, tempId: 't1' }),
    admin_mark_read: ({ senderId, userId }) => ({ userId, adminId: senderId }),
    admin_typing: ({ userId }) => ({ userId, isTyping: true }),
    user_connected: ({ senderId }) => senderId,
    send_message: ({ senderId }) => ({ senderId, content: 'Xin chào', type: 'text', tempId: 't1' }),
    user_typing: () => undefined,
    user_stop_typing: () => null,
    mark_messages_read: () => ({}),
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
    conversation_marked_unread: () => ({ userId: 'u1', unreadCount: 1 }),
    conversation_viewers: () => ({
      userId: 'u1',
      viewers: [{ _id: 'a1', username: 'Mai', avatar: null, isTyping: true }],
    }),
    messages_marked_read: () => ({ byUserId: 'u1', forUserId: null, upToSeq: 1 }),
    messages_marked_read_success: () => ({ userId: 'u1', upToSeq: 1 }),
  },
  // A repeat has the key of the first: see `keyed`.
  again: { sendImage: null, sendMultipleImages: null, sendImageAsUser: null },
  keyed: { sendImage: otherCaption, sendMultipleImages: otherCaption, sendImageAsUser: otherCaption },
};
