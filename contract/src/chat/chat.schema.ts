import * as z from 'zod/mini';
import {
  CHAT_HISTORY_MAX_LIMIT,
  CHAT_HISTORY_PAGE_SIZE,
  CHAT_USERS_DEFAULT_LIMIT,
  MESSAGE_MAX_CHARS,
  MESSAGE_SEARCH_MAX_LIMIT,
  MESSAGE_SEARCH_PAGE_SIZE,
  SEARCH_TERM_MAX_CHARS,
} from '../constants.ts';
import { succeededSchema } from '../lib/envelope.ts';
import {
  clientKeySchema,
  idSchema,
  nullableMediaUrlSchema,
  nullableTextSchema,
  privateMediaUrlSchema,
  timestampSchema,
} from '../lib/fields.ts';
import { cursorSchema } from '../lib/paging.ts';
import { userRoleSchema } from '../users/users.schema.ts';
import {
  conversationCountsSchema,
  conversationFilterSchema,
  conversationSortSchema,
  conversationWorkSchema,
} from './conversations.schema.ts';
import { SEQ_MAX, seqSchema } from './seq.schema.ts';

/** A message's `tempId` as a socket sends it: legacy clients may send a number, which is converted to its decimal text. */
export const sentTempIdSchema = z.union([clientKeySchema, z.number()]);

/** The text of a message as it is sent: blanks around it go, something must remain. */
export const messageTextSchema = z
  .string()
  .check(z.trim(), z.minLength(1, 'Tin nhắn không được để trống'), z.maxLength(MESSAGE_MAX_CHARS, 'Tin nhắn quá dài'));

/** The text under an image; one of blanks is none. */
export const captionSchema = z.nullish(z.string().check(z.trim(), z.maxLength(MESSAGE_MAX_CHARS, 'Chú thích quá dài')));

export const MESSAGE_TYPES = ['text', 'image'] as const;

/** A text; where the `type` beside it is 'image', the image's URL, of the kind {@link privateMediaUrlSchema}. */
export const messageContentSchema = z.string();

/** A stored image (ours). */
export const messageImageSchema = z.object({
  /** Width and height in pixels, upright. */
  width: z.int().check(z.minimum(1)),
  height: z.int().check(z.minimum(1)),
  /** The URL of the preview, at most 320 pixels on the longer side. */
  preview: privateMediaUrlSchema,
});
export type MessageImage = z.infer<typeof messageImageSchema>;

export const messageSenderSchema = z.object({
  _id: idSchema,
  username: nullableTextSchema,
  avatar: nullableMediaUrlSchema,
  role: userRoleSchema,
});

export type MessageSender = z.infer<typeof messageSenderSchema>;

/** The part of a letter about a decision that an app gets with the message (ours). */
export const messageNoticeSchema = z.object({
  _id: idSchema,
  /** Unknown kinds are shown as text alone. */
  kind: z.string(),
  /** Whether its recipient may object now. */
  canAppeal: z.boolean(),
  appealUntil: z.nullable(timestampSchema),
});
export type MessageNotice = z.infer<typeof messageNoticeSchema>;

/** The message that another one quotes, as it is now (ours). */
export const messageQuoteSchema = z.object({
  _id: idSchema,
  seq: seqSchema,
  /** The first {@link QUOTE_MAX_CHARS} of its text, or of an image's caption: '' if it has none. Of a deleted one {@link DELETED_MESSAGE_TEXT}. */
  content: z.string(),
  type: z.enum(MESSAGE_TYPES),
  isAdminMessage: z.boolean(),
  /** Null where the account no longer exists. */
  senderName: nullableTextSchema,
});
export type MessageQuote = z.infer<typeof messageQuoteSchema>;

/** A chat message (specification, section 3; the wire contract, Socket). */
export const chatMessageSchema = z.object({
  _id: idSchema,
  /** The key that the reader sent it with; set for their own messages only. */
  tempId: z.optional(z.string()),
  content: messageContentSchema,
  type: z.enum(MESSAGE_TYPES),
  /** Set for an image only (ours). */
  caption: z.optional(z.string()),
  /** Set for an image that is stored here (ours). */
  image: z.optional(messageImageSchema),
  sender: messageSenderSchema,
  /** The app user where an administrator wrote; null where the user wrote, to all of them. */
  receiver: z.nullable(idSchema),
  createdAt: timestampSchema,
  /** Whether the other side has read it: the user, or any administrator. */
  read: z.boolean(),
  isAdminMessage: z.boolean(),
  /** Ours. */
  seq: seqSchema,
  /** Set for a letter only (ours). */
  notice: z.optional(messageNoticeSchema),
  /** The message that it quotes (ours). */
  quote: z.optional(messageQuoteSchema),
  /** When its author last edited it (ours). */
  editedAt: z.optional(timestampSchema),
  /** When its author deleted it (ours): `content` is {@link DELETED_MESSAGE_TEXT}, and nothing else of it is left. */
  deletedAt: z.optional(timestampSchema),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** The acknowledgement of a stored message. */
export const storedMessageAckSchema = z.object({ message: chatMessageSchema });

/**
 * An internal note about the user of a conversation, as its author gets it acknowledged (ours). It is stored with the notes and
 * not among the messages: no call or event of an app user has this shape.
 */
export const noteMessageSchema = z.object({
  _id: idSchema,
  tempId: z.string(),
  content: z.string(),
  type: z.literal('note'),
  sender: z.pick(messageSenderSchema, { _id: true, username: true }),
  createdAt: timestampSchema,
});
export type NoteMessage = z.infer<typeof noteMessageSchema>;

/** How a stored message is confirmed to its sender (specification, section 3). */
export const sentStatusSchema = z.object({
  status: z.literal('sent'),
  messageId: idSchema,
  tempId: z.string(),
  timestamp: timestampSchema,
});
export type SentStatus = z.infer<typeof sentStatusSchema>;

/** The text fields of an upload; they precede the files. */
export const sendImageBodySchema = z.object({ tempId: clientKeySchema, caption: captionSchema });
export type SendImageBody = z.infer<typeof sendImageBodySchema>;

/** Without `search` those who are online are listed; with it, be it '', everybody who can be chatted with. */
export const listChatUsersBodySchema = z.object({
  search: z.nullish(z.string().check(z.maxLength(SEARCH_TERM_MAX_CHARS, 'Từ khóa tìm kiếm quá dài'))),
  cursor: z.nullish(cursorSchema),
  limit: z.nullish(z.int().check(z.minimum(1), z.maximum(CHAT_USERS_DEFAULT_LIMIT))),
  /** The state of the conversations to list, the newest to be in it first (ours). */
  filter: z.nullish(conversationFilterSchema),
  /** 'waiting': who waits longest first (ours). */
  sort: z.nullish(conversationSortSchema),
});
export type ListChatUsersBody = z.infer<typeof listChatUsersBodySchema>;

/** A row of the chat's list (specification, section 3). */
export const chatUserSchema = z.object({
  _id: idSchema,
  username: z.string(),
  avatar: nullableMediaUrlSchema,
  lastActive: z.nullable(timestampSchema),
  isOnline: z.boolean(),
  /** When a suspension ends (ours); null for an account that is not disabled, or without an end. */
  disabledUntil: z.optional(z.nullable(timestampSchema)),
  /** Messages of the user that no administrator has read. */
  unreadCount: z.int(),
  /** The newest message of the conversation (ours). */
  lastMessage: z.nullable(
    z.object({
      /** Its beginning, if it is long. */
      content: messageContentSchema,
      type: z.enum(MESSAGE_TYPES),
      createdAt: timestampSchema,
      isAdminMessage: z.boolean(),
      /** The author of an administrator's message (ours); null where the account no longer exists. */
      senderName: z.optional(nullableTextSchema),
    }),
  ),
  ...z.partial(conversationWorkSchema).shape,
});
export type ChatUser = z.infer<typeof chatUserSchema>;

export const onlineStatisticsSchema = z.object({
  totalOnline: z.int(),
  verifiedCount: z.int(),
  normalUserCount: z.int(),
  /** True while some servers' users may be missing, in the list as well (ours). */
  isPartial: z.optional(z.boolean()),
});
export type OnlineStatistics = z.infer<typeof onlineStatisticsSchema>;

export const chatUserPageSchema = z.object({
  users: z.array(chatUserSchema),
  statistics: onlineStatisticsSchema,
  timestamp: timestampSchema,
  /** Null at the end (ours). */
  nextCursor: z.nullable(z.string()),
  /** Whether the users are ordered by how well they match the search term (extension). */
  isRanked: z.boolean(),
  /** Set on the first page of a list only (ours). */
  counts: z.optional(conversationCountsSchema),
});
export type ChatUserPage = z.infer<typeof chatUserPageSchema>;

/** The newest messages are listed without `before` and `after`. Both are exclusive. */
export const listMessagesBodySchema = z.object({
  before: z.nullish(seqSchema),
  /** 0 asks for all from the first on. */
  after: z.nullish(z.int().check(z.minimum(0), z.maximum(SEQ_MAX))),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(CHAT_HISTORY_MAX_LIMIT)), CHAT_HISTORY_PAGE_SIZE),
});
export type ListMessagesBody = z.infer<typeof listMessagesBodySchema>;

/** Last and read sequence numbers of a conversation (extension). A seq of 0 means none. */
export const conversationStateSchema = z.object({
  lastSeq: z.int(),
  /** The user has read what administrators wrote up to here. */
  userReadSeq: z.int(),
  /** Administrators have read what the user wrote up to here. */
  adminReadSeq: z.int(),
  /** How much work it still is (ours). */
  work: z.optional(conversationWorkSchema),
});
export type ConversationState = z.infer<typeof conversationStateSchema>;

/** An administrator who has a conversation open (extension), in one tab or several. */
export const conversationViewerSchema = z.object({
  _id: idSchema,
  username: nullableTextSchema,
  avatar: nullableMediaUrlSchema,
  isTyping: z.boolean(),
});
export type ConversationViewer = z.infer<typeof conversationViewerSchema>;

/** Oldest first. */
export const listMessagesResponseSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  data: z.array(chatMessageSchema),
  conversation: conversationStateSchema,
});

/** A search over all conversations, or in that of one user. */
export const searchMessagesBodySchema = z.object({
  searchTerm: z.string().check(z.minLength(1), z.maxLength(SEARCH_TERM_MAX_CHARS, 'Từ khóa tìm kiếm quá dài')),
  userId: z.nullish(idSchema),
  cursor: z.nullish(cursorSchema),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(MESSAGE_SEARCH_MAX_LIMIT)), MESSAGE_SEARCH_PAGE_SIZE),
});
export type SearchMessagesBody = z.infer<typeof searchMessagesBodySchema>;

/** A search hit: a message and the user of its conversation. */
export const foundMessageSchema = z.object({
  message: chatMessageSchema,
  user: z.object({ _id: idSchema, username: z.string(), avatar: nullableMediaUrlSchema }),
});
export type FoundMessage = z.infer<typeof foundMessageSchema>;

/** Newest first. A page may be short, or empty, and still have a next one. */
export const foundMessagePageSchema = z.object({
  messages: z.array(foundMessageSchema),
  pagination: z.object({ nextCursor: z.nullable(z.string()) }),
});
export type FoundMessagePage = z.infer<typeof foundMessagePageSchema>;
