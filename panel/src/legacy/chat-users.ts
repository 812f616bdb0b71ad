import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { dataOf, fieldsOf, flagOf, idOf, listIn, oneOf, rowsOf, textOf, timeOf, wholeOf } from './shapes.ts';

/** Users of the chat as last received: a legacy backend's events contain only their ids. */
const seen = new Map<string, ChatUser>();

export const seenUser = (id: string): ChatUser | undefined => seen.get(id);

export function rememberUser(user: ChatUser): ChatUser {
  seen.set(user._id, user);
  return user;
}

/** An unknown type is shown as text. */
export const toMessageType = (value: unknown) => oneOf(['text', 'image'], value, 'text');

function toLastMessage(raw: unknown): ChatUser['lastMessage'] {
  if (!(raw instanceof Object)) return null;
  const { content, type, createdAt, isAdminMessage } = fieldsOf(raw);
  return {
    content: textOf(content) ?? '',
    type: toMessageType(type),
    createdAt: timeOf(createdAt) ?? '',
    isAdminMessage: flagOf(isAdminMessage),
  };
}

/** @param isOnline true for a list of the online users */
export function toChatUser(raw: unknown, isOnline: boolean): ChatUser | undefined {
  const fields = fieldsOf(raw);
  const _id = idOf(raw);
  if (_id === null) return undefined;
  const before = seenUser(_id);
  return rememberUser({
    _id,
    username: textOf(fields['username']) ?? before?.username ?? '',
    avatar: textOf(fields['avatar']) ?? before?.avatar ?? null,
    lastActive: timeOf(fields['lastActive']) ?? before?.lastActive ?? null,
    isOnline: isOnline || flagOf(fields['isOnline']),
    unreadCount: wholeOf(fields['unreadCount']) ?? before?.unreadCount ?? 0,
    lastMessage: toLastMessage(fields['lastMessage']),
  });
}

/** All users of the chat, or, without a search, the online ones: the response does not say which it has. */
export function toChatUserPage(raw: unknown, body: unknown): unknown {
  const list = listIn(raw, 'users');
  if (!list) return raw;
  const isOnline = typeof fieldsOf(body)['search'] !== 'string';
  const users = rowsOf(list, (row) => toChatUser(row, isOnline));
  const { statistics, timestamp, nextCursor, isRanked } = fieldsOf(dataOf(raw));
  const { totalOnline, verifiedCount, normalUserCount } = fieldsOf(statistics);
  return {
    success: true,
    data: {
      users,
      statistics: {
        totalOnline: wholeOf(totalOnline) ?? users.length,
        verifiedCount: wholeOf(verifiedCount) ?? 0,
        normalUserCount: wholeOf(normalUserCount) ?? 0,
      },
      timestamp: timeOf(timestamp) ?? new Date().toISOString(),
      nextCursor: textOf(nextCursor),
      isRanked: flagOf(isRanked),
    },
  };
}
