import * as z from 'zod/mini';
import { ADMIN_IMAGE_PAYLOAD_MAX_BYTES, MODERATION_NOTE_MAX_CHARS } from '../constants.ts';
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
  messageTextSchema,
  noteMessageSchema,
  sentStatusSchema,
  sentTempIdSchema,
  storedMessageAckSchema,
} from './chat.schema.ts';
import { markedUnreadSchema } from './conversations.schema.ts';
import { seqSchema } from './seq.schema.ts';

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
  summary:
    'Send a text to a user, or with isInternal write an internal note about the user, which only administrators see',
  payload: z
    .object({
      userId: idSchema,
      text: messageTextSchema,
      type: z.optional(z.literal('text')),
      adminId: claimedAdminSchema,
      tempId: sentTempIdSchema,
      /** Ours. A server that does not know it sends the text to the user: a client asks for notes by `createNote` instead. */
      isInternal: z.optional(z.boolean()),
      /** A message of the same conversation that this one quotes (ours); a note has none. */
      quotedId: z.optional(idSchema),
    })
    .check(
      z.refine(({ isInternal, text }) => !isInternal || text.length <= MODERATION_NOTE_MAX_CHARS, 'Ghi chú quá dài'),
    ),
  ack: z.union([storedMessageAckSchema, z.object({ message: noteMessageSchema })]),
});

export const adminEditMessage = defineEvent({
  name: 'admin_edit_message',
  direction: 'toServer',
  access: 'admin',
  summary: "Edit a text of one's own within five minutes (ours)",
  payload: z.object({ messageId: idSchema, text: messageTextSchema }),
  ack: storedMessageAckSchema,
});

export const adminDeleteMessage = defineEvent({
  name: 'admin_delete_message',
  direction: 'toServer',
  access: 'admin',
  summary: "Delete a message of one's own within five minutes (ours)",
  payload: z.object({ messageId: idSchema }),
  ack: storedMessageAckSchema,
});

export const adminSendImage = defineEvent({
  name: 'admin_send_image',
  direction: 'toServer',
  access: 'admin',
  summary: 'Send an image to a user',
  payload: z.object({
    userId: idSchema,
    /** The image's bytes, or a data URL in base64. */
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
    /** The last message to mark (ours); without it, all are marked. */
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

export const messageSent = defineEvent({
  name: 'message_sent',
  direction: 'toClient',
  audience: 'account',
  summary: 'What one has written is stored; to all sockets of the sender',
  payload: z.object({ ...chatMessageSchema.shape, ...sentStatusSchema.shape }),
});

/** A message as it is now, of one conversation. */
const changedMessageSchema = z.object({
  messageId: idSchema,
  /** Whose conversation it is. */
  userId: idSchema,
  message: chatMessageSchema,
  /** Whether it is the newest of its conversation, which the chat's list shows. */
  isLast: z.boolean(),
});

export const messageEdited = defineEvent({
  name: 'message_edited',
  direction: 'toClient',
  audience: 'any',
  summary: 'Its author has edited a message; to all administrators and the user of the conversation (ours)',
  payload: changedMessageSchema,
});

export const messageDeleted = defineEvent({
  name: 'message_deleted',
  direction: 'toClient',
  audience: 'any',
  summary: 'Its author has deleted a message; to all administrators and the user of the conversation (ours)',
  payload: changedMessageSchema,
});

/** The outcome of what a legacy panel sent. */
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

export const conversationMarkedUnread = defineEvent({
  name: 'conversation_marked_unread',
  direction: 'toClient',
  audience: 'admins',
  summary: 'A conversation counts as unread again, until an administrator opens it (ours)',
  payload: z.object({ userId: idSchema, ...markedUnreadSchema.shape }),
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
    /** The last message that was read (ours). */
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
