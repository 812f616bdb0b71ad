import { listChatUsers } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { CHAT_USER_PAGE_SIZE, ONLINE_USERS_LIST_LIMIT } from '@hai-dang/contract/constants.ts';
import { queryOptions } from '@tanstack/react-query';
import { callEndpoint } from '../../lib/api-client.ts';
import { keyOf, pagesKeyOf } from '../../lib/endpoint-query.ts';
import type { ChatUserPage, OnlineUsers } from './chat-list.ts';
import type { ChatView } from './chat-view.ts';

const bodyOf = (term: string, { filter, sort }: ChatView) => ({
  search: term,
  limit: CHAT_USER_PAGE_SIZE,
  ...(filter !== 'all' && { filter }),
  ...(sort !== 'activity' && { sort }),
});

/** The query key of all lists of the users of the chat. */
export const chatUserListsKey = pagesKeyOf(listChatUsers);

/** The query key of one list; the parameters are those of {@link fetchChatUserPage}. */
export const chatUserListKey = (term: string, view: ChatView) =>
  pagesKeyOf(listChatUsers, { body: bodyOf(term, view) });

/**
 * One page of the users of the chat.
 * @param term '' for all users
 * @param view of the users of a search all are listed, the best match first
 * @param cursor the start of the page; null for the first
 * @throws ApiError
 */
export async function fetchChatUserPage(
  term: string,
  view: ChatView,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ChatUserPage> {
  const readAt = Date.now();
  const body = { ...bodyOf(term, view), ...(cursor !== null && { cursor }) };
  const { data } = await callEndpoint(listChatUsers, { body, signal });
  const { users, nextCursor, isRanked, counts } = data;
  return { users, nextCursor, isRanked, readAt, counts };
}

/** The online users: the specification's second call (section 7). */
export const onlineUsersQuery = queryOptions({
  queryKey: [...keyOf(listChatUsers, {}), 'online'],
  queryFn: async ({ signal }): Promise<OnlineUsers> => {
    const readAt = Date.now();
    const { data } = await callEndpoint(listChatUsers, { signal });
    const { totalOnline: total, isPartial = false } = data.statistics;
    const online = toOnlineUsers(data.users, readAt);
    return { ...online, total, isWhole: online.isWhole && !isPartial, isPartial };
  },
});

/** The online users of a response or an event, which lists the most recent ones at most. */
export function toOnlineUsers(users: readonly ChatUser[], readAt: number): OnlineUsers {
  return { users, readAt, total: users.length, isWhole: users.length < ONLINE_USERS_LIST_LIMIT };
}
