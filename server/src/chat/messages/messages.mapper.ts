import type {
  ChatMessage,
  ChatUser,
  MessageImage,
  MessageNotice,
  MessageQuote,
  SentStatus,
} from '@hai-dang/contract/chat/chat.schema.ts';
import { DELETED_MESSAGE_TEXT } from '@hai-dang/contract/constants.ts';
import { toConversationWork } from '../conversations/conversations.mapper.ts';
import { imageKey } from '../images/chat-images.keys.ts';
import type { ChatUserRow } from '../list/chat-list.store.ts';
import type { ConversationRow, MessageNoticeFields, MessageRow, QuotedMessage } from './messages.store.ts';

/** A legacy client shows a deleted message as a text. */
const contentOf = ({ content, deleted_at }: Pick<MessageRow, 'content' | 'deleted_at'>): string =>
  deleted_at ? DELETED_MESSAGE_TEXT : content;

const toType = (type: string) => (type === 'image' ? 'image' : 'text');

/** Where an image of a user's conversation is to be had, as rows keep it. */
export const imageUrl = (userId: string, name: string): string => `/media/${imageKey(userId, name)}`;

/** Returns the fields of an image that is stored here, none for any other message. */
function toImage(row: MessageRow): { image?: MessageImage; caption?: string } {
  const { image_width: width, image_height: height, image_preview_name: preview, caption } = row;
  if (width === null || height === null || preview === null) return {};
  return {
    image: { width, height, preview: imageUrl(row.user_id, preview) },
    ...(caption === null ? {} : { caption }),
  };
}

const toNotice = ({ id, kind, canAppeal, appealUntil }: MessageNoticeFields): MessageNotice => ({
  _id: id,
  kind,
  canAppeal,
  appealUntil: appealUntil?.toISOString() ?? null,
});

const toQuote = ({ id, seq, content, type, isFromAdmin, isDeleted, senderName }: QuotedMessage): MessageQuote => ({
  _id: id,
  seq,
  content: isDeleted ? DELETED_MESSAGE_TEXT : content,
  type: toType(type),
  isAdminMessage: isFromAdmin,
  senderName,
});

/**
 * A message as it crosses the wire.
 * @param viewerId the account whose own messages include their `tempId`; omitted in broadcasts
 */
export const toChatMessage = (
  row: MessageRow,
  { admin_read_seq, user_read_seq }: Pick<ConversationRow, 'admin_read_seq' | 'user_read_seq'>,
  viewerId: string | null,
): ChatMessage => ({
  _id: row.id,
  ...(row.sender_id === viewerId ? { tempId: row.client_key } : {}),
  content: contentOf(row),
  type: toType(row.type),
  ...toImage(row),
  sender: {
    _id: row.sender_id,
    username: row.username,
    avatar: row.avatar_url,
    role: row.is_from_admin ? 'admin' : 'user',
  },
  receiver: row.is_from_admin ? row.user_id : null,
  createdAt: row.created_at.toISOString(),
  read: row.seq <= (row.is_from_admin ? user_read_seq : admin_read_seq),
  isAdminMessage: row.is_from_admin,
  seq: row.seq,
  ...(row.notice ? { notice: toNotice(row.notice) } : {}),
  ...(row.quote ? { quote: toQuote(row.quote) } : {}),
  ...(row.edited_at ? { editedAt: row.edited_at.toISOString() } : {}),
  ...(row.deleted_at ? { deletedAt: row.deleted_at.toISOString() } : {}),
});

/** How a stored message is confirmed to its sender. */
export const toSentStatus = (
  { _id, createdAt }: Pick<ChatMessage, '_id' | 'createdAt'>,
  tempId: string,
): SentStatus => ({
  status: 'sent',
  messageId: _id,
  tempId,
  timestamp: createdAt,
});

/** A row of the chat's list as it crosses the wire. */
export const toChatUser = (row: ChatUserRow, isOnline: boolean): ChatUser => ({
  _id: row.id,
  username: row.username,
  avatar: row.avatar_url,
  lastActive: row.last_seen_at?.toISOString() ?? null,
  isOnline,
  disabledUntil: row.disabled_until?.toISOString() ?? null,
  unreadCount: row.unread_count ?? 0,
  lastMessage:
    row.content === null || row.created_at === null
      ? null
      : {
          content: contentOf({ content: row.content, deleted_at: row.deleted_at }),
          type: toType(row.type ?? 'text'),
          createdAt: row.created_at.toISOString(),
          isAdminMessage: row.is_from_admin === true,
          ...(row.is_from_admin === true ? { senderName: row.sender_name } : {}),
        },
  ...toConversationWork(row),
});
