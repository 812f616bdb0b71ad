import * as z from 'zod/mini';
import { ADMIN_IMAGE_PAYLOAD_MAX_BYTES } from '../constants.ts';
import { acknowledgementSchema } from '../lib/envelope.ts';
import { defineEvent, defineKeyedEvent } from '../lib/event.ts';
import {
  clientKeySchema,
  idSchema,
  nullableMediaUrlSchema,
  nullableTextSchema,
  timestampSchema,
} from '../lib/fields.ts';
import { errorAckSchema } from '../lib/socket.errors.ts';
import {
  captionSchema,
  chatMessageSchema,
  chatUserSchema,
  conversationViewerSchema,
  MESSAGE_TYPES,
  messageContentSchema,
  messageTextSchema,
  sentStatusSchema,
  sentTempIdSchema,
  seqSchema,
  storedMessageAckSchema,
} from './chat.schema.ts';

/** An id bare, as legacy peers send it, or with its name. */
const userIdSchema = z.union([idSchema, z.object({ userId: idSchema })]);
/** Who the client says it is: rejected unless it is the token's owner. */
const claimedAdminSchema = z.nullish(idSchema);

export const adminJoinChat = defineEvent({
  name: 'admin_join_chat',
  direction: 'toServer',
  access: 'admin',
  summary: "Follow a user's conversation, and no other from now on",
  payload: userIdSchema,
  ack: acknowledgementSchema,
});

export const adminLeaveChat = defineEvent({
  name: 'admin_leave_chat',
  direction: 'toServer',
  access: 'admin',
  summary: "Follow a user's conversation no longer (ours)",
  payload: userIdSchema,
  ack: acknowledgementSchema,
});

export const adminMessage = defineEvent({
  name: 'admin_message',
  direction: 'toServer',
  access: 'admin',
  summary: 'Send a text to a user',
  payload: z.object({
    userId: idSchema,
    text: messageTextSchema,
    type: z.optional(z.literal('text')),
    adminId: claimedAdminSchema,
    tempId: sentTempIdSchema,
  }),
  ack: storedMessageAckSchema,
});

export const adminSendImage = defineEvent({
  name: 'admin_send_image',
  direction: 'toServer',
  access: 'admin',
  summary: 'Send an image to a user',
  payload: z.object({
    userId: idSchema,
    /** Its bytes, or a data URL in base64. */
    image: z.union([z.instanceof(Uint8Array), z.string().check(z.startsWith('data:image/'))]),
    adminId: claimedAdminSchema,
    tempId: sentTempIdSchema,
    caption: captionSchema,
  }),
  maxPayloadBytes: ADMIN_IMAGE_PAYLOAD_MAX_BYTES,
  ack: storedMessageAckSchema,
});

export const adminMarkRead = defineEvent({
  name: 'admin_mark_read',
  direction: 'toServer',
  access: 'admin',
  summary: 'Mark what a user wrote as read',
  payload: z.object({
    userId: idSchema,
    adminId: claimedAdminSchema,
    /** Up to here (ours); without it, all there is. */
    upToSeq: z.nullish(seqSchema),
  }),
  ack: acknowledgementSchema,
});

export const adminTyping = defineEvent({
  name: 'admin_typing',
  direction: 'toServer',
  access: 'admin',
  summary: 'Say that one types to a user, or has stopped',
  payload: z.object({ userId: idSchema, isTyping: z.boolean() }),
  ack: acknowledgementSchema,
});

export const userConnected = defineEvent({
  name: 'user_connected',
  direction: 'toServer',
  access: 'user',
  summary: 'Say that the app is open',
  payload: z.nullish(userIdSchema),
  ack: acknowledgementSchema,
});

export const sendMessage = defineEvent({
  name: 'send_message',
  direction: 'toServer',
  access: 'user',
  summary: 'Send a text to the administrators',
  payload: z.object({
    receiverId: z.nullish(idSchema),
    content: messageTextSchema,
    type: z.optional(z.literal('text')),
    tempId: sentTempIdSchema,
    senderId: z.nullish(idSchema),
  }),
  ack: storedMessageAckSchema,
});

export const userTyping = defineEvent({
  name: 'user_typing',
  direction: 'toServer',
  access: 'user',
  summary: 'Say that one types',
  payload: z.unknown(),
  ack: acknowledgementSchema,
});

export const userStopTyping = defineEvent({
  name: 'user_stop_typing',
  direction: 'toServer',
  access: 'user',
  summary: 'Say that one has stopped typing',
  payload: z.unknown(),
  ack: acknowledgementSchema,
});

export const markMessagesRead = defineEvent({
  name: 'mark_messages_read',
  direction: 'toServer',
  access: 'user',
  summary: 'Mark what administrators wrote as read',
  payload: z.unknown(),
  ack: acknowledgementSchema,
});

export const onlineUsers = defineEvent({
  name: 'onlineUsers',
  direction: 'toClient',
  audience: 'account',
  summary: 'Who is online: the most recent ones',
  payload: z.array(chatUserSchema),
});

export const userStatusChanged = defineEvent({
  name: 'user_status_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'A user has come or gone',
  payload: z.object({
    userId: idSchema,
    isOnline: z.boolean(),
    /** Null where the account no longer exists. */
    username: nullableTextSchema,
    avatar: nullableMediaUrlSchema,
    lastActive: z.nullable(timestampSchema),
  }),
});

export const receiveMessage = defineEvent({
  name: 'receive_message',
  direction: 'toClient',
  audience: 'any',
  summary: 'Somebody else has written',
  payload: chatMessageSchema,
});

export const messageSent = defineEvent({
  name: 'message_sent',
  direction: 'toClient',
  audience: 'account',
  summary: 'What one has written is stored; to all sockets of the sender',
  payload: z.object({ ...chatMessageSchema.shape, ...sentStatusSchema.shape }),
});

/** What a legacy panel takes for the outcome of what it sent. */
const confirmationSchema = z.union([sentStatusSchema, z.object({ error: z.string() })]);

export const messageConfirmed = defineKeyedEvent({
  name: 'message_sent_',
  key: clientKeySchema,
  summary: 'What became of an admin_message, beside its acknowledgement; a legacy panel waits for it',
  payload: confirmationSchema,
});

export const imageConfirmed = defineKeyedEvent({
  name: 'image_sent_',
  key: clientKeySchema,
  summary: 'What became of an admin_send_image, beside its acknowledgement; a legacy panel waits for it',
  payload: confirmationSchema,
});

export const messageError = defineEvent({
  name: 'message_error',
  direction: 'toClient',
  audience: 'account',
  summary: 'A message is rejected for good; to the socket that sent it without an acknowledgement',
  payload: z.object({ ...errorAckSchema.shape, tempId: z.nullable(z.string()) }),
});

export const userTypingStatus = defineEvent({
  name: 'user_typing_status',
  direction: 'toClient',
  audience: 'admins',
  summary: 'A user types, or has stopped',
  payload: z.object({ userId: idSchema, isTyping: z.boolean() }),
});

export const adminTypingStatus = defineEvent({
  name: 'admin_typing_status',
  direction: 'toClient',
  audience: 'account',
  summary: 'An administrator types to the user, or has stopped',
  payload: z.object({ isTyping: z.boolean() }),
});

export const conversationViewers = defineEvent({
  name: 'conversation_viewers',
  direction: 'toClient',
  audience: 'room',
  summary: 'Which administrators look at a conversation now, and which of them type; to those who do (ours)',
  payload: z.object({ userId: idSchema, viewers: z.array(conversationViewerSchema) }),
});

export const conversationUpdated = defineEvent({
  name: 'conversation_updated',
  direction: 'toClient',
  audience: 'any',
  summary: 'A conversation has a new message',
  payload: z.object({
    messageId: idSchema,
    content: messageContentSchema,
    createdAt: timestampSchema,
    senderId: idSchema,
    /** The app user's id where an administrator wrote. */
    receiverId: z.nullable(idSchema),
    type: z.enum(MESSAGE_TYPES),
    /** Of the user's messages, those that no administrator has read (ours). */
    unreadCount: z.int(),
    /** Whose conversation it is (ours). */
    userId: idSchema,
  }),
});

export const messagesMarkedRead = defineEvent({
  name: 'messages_marked_read',
  direction: 'toClient',
  audience: 'any',
  summary: 'The other side has read what one wrote; to the user, or to all administrators',
  payload: z.object({
    byUserId: idSchema,
    /** The user whose messages were read; null where the user has read those of the administrators. */
    forUserId: z.nullable(idSchema),
    /** Up to here (ours). */
    upToSeq: z.int(),
  }),
});

export const messagesMarkedReadSuccess = defineEvent({
  name: 'messages_marked_read_success',
  direction: 'toClient',
  audience: 'admins',
  summary: 'An administrator has read what a user wrote',
  payload: z.object({ userId: idSchema, upToSeq: z.int() }),
});

export const cannedRepliesChanged = defineEvent({
  name: 'canned_replies_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'Canned replies have been added, changed or deleted: they are to be fetched again',
  payload: z.object({}),
});
