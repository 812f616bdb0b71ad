import { listChatUsers } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { CHAT_USER_PAGE_SIZE, ONLINE_USERS_LIST_LIMIT } from '@hai-dang/contract/constants.ts';
import { getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { type ChatUserPage, NOTHING_KNOWN, type OnlineUsers } from './chat-list.ts';
import type { ChatView } from './chat-view.ts';

/**
 * One page of the users of the chat.
 * @param term '' for all users
 * @param view of the users of a search all are listed, the best match first
 * @param cursor the start of the page; null for the first
 * @throws ApiError
 */
export async function fetchChatUserPage(
  term: string,
  { filter, sort }: ChatView,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ChatUserPage> {
  const readAt = Date.now();
  const body = {
    search: term,
    limit: CHAT_USER_PAGE_SIZE,
    ...(cursor !== null && { cursor }),
    ...(filter !== 'all' && { filter }),
    ...(sort !== 'activity' && { sort }),
  };
  const { data } = await callEndpoint(listChatUsers, { body, signal });
  const { users, nextCursor, isRanked, counts } = data;
  return { users, nextCursor, isRanked, readAt, counts };
}

/**
 * The online users: the specification's second call (section 7).
 * @throws ApiError
 */
export async function fetchOnlineUsers(signal: AbortSignal): Promise<OnlineUsers> {
  const readAt = Date.now();
  const { data } = await callEndpoint(listChatUsers, { body: {}, signal });
  const { totalOnline: total, isPartial = false } = data.statistics;
  const online = toOnlineUsers(data.users, readAt);
  return { ...online, total, isWhole: online.isWhole && !isPartial, isPartial };
}

/** The online users of a response or an event, which lists the most recent ones at most. */
export function toOnlineUsers(users: readonly ChatUser[], readAt: number): OnlineUsers {
  return { users, readAt, total: users.length, isWhole: users.length < ONLINE_USERS_LIST_LIMIT };
}

/** A user who is not in the list. */
export interface ChatUserLookup {
  readonly user: ChatUser;
  readonly isAdmin: boolean;
}

/**
 * An account by its id.
 * @throws ApiError, with status 404 if there is none
 */
export async function fetchChatUser(id: string, signal: AbortSignal): Promise<ChatUserLookup> {
  const { data } = await callEndpoint(getUserDetail, { params: { id }, body: {}, signal });
  const { _id, username, avatar, lastActive, disabledUntil } = data;
  return {
    user: { ...NOTHING_KNOWN, _id, username, avatar, lastActive, disabledUntil },
    isAdmin: data.role === 'admin',
  };
}
