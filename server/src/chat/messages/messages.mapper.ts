import type {
  ChatMessage,
  ChatUser,
  MessageImage,
  MessageNotice,
  SentStatus,
} from '@hai-dang/contract/chat/chat.schema.ts';
import { imageKey } from '../images/chat-images.keys.ts';
import type { ChatUserRow } from '../list/chat-list.store.ts';
import type { ConversationRow, MessageNoticeFields, MessageRow } from './messages.store.ts';

const toType = (type: string) => (type === 'image' ? 'image' : 'text');

/** Where an image of a user's conversation is to be had, as rows keep it. */
export const imageUrl = (userId: string, name: string): string => `/media/${imageKey(userId, name)}`;

/** Of an image that is stored here. */
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
  content: row.content,
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
});

/** How a stored message is confirmed to its sender. */
export const toSentStatus = ({ _id, createdAt }: ChatMessage, tempId: string): SentStatus => ({
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
          content: row.content,
          type: toType(row.type ?? 'text'),
          createdAt: row.created_at.toISOString(),
          isAdminMessage: row.is_from_admin === true,
        },
});
