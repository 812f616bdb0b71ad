import type { ChatUser, ChatUserPage, ListChatUsersBody } from '@hai-dang/contract/chat/chat.schema.ts';
import {
  CONVERSATION_STATES,
  type ConversationCounts,
  conversationStateOf,
} from '@hai-dang/contract/chat/conversations.schema.ts';
import { CHAT_USERS_DEFAULT_LIMIT, CONVERSATIONS_COUNTED_UP_TO } from '@hai-dang/contract/constants.ts';
import { z } from 'zod';
import type { App } from '../../lib/context.ts';
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { Db } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { countAppUsers } from '../../users/count-users.ts';
import { type ConversationsPage, conversationsStore } from '../conversations/conversations.store.ts';
import { chatListingStore } from './chat-list.store.ts';
import { findChatUsers, findOnlineUsers } from './find-chat-users.ts';
import { findUserPage, type ListPage, type Position, positionSchema } from './find-user-page.ts';
import { createOnlineView, type OnlineView } from './online-view.ts';

/** The cursor of a list of the conversations in one state. */
const stateCursorSchema = z.object({ state: z.enum(CONVERSATION_STATES), at: cursorTime, id: cursorId });
type StatePosition = z.output<typeof stateCursorSchema>;
const anyCursorSchema = z.union([stateCursorSchema, positionSchema]);

interface UserPage {
  users: ChatUser[];
  next: Position | StatePosition | null;
}

/** One call looks through at most so many pages of a list in which most users may be left out, and through one of any other. */
const PAGES_LOOKED_THROUGH = 5;

/**
 * Lists the users whom the administrators chat with (specification, section 2, Chat).
 * Without `search`, filter and order it lists those who are online; else a page of everybody it finds, '' being
 * everybody: online ones first, then by when they were last seen. A filter without a search lists conversations by when
 * they came into that state, the newest first. A page may be short and still have a next one.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listChatUsers(
  { db, clock, onlineUsers }: Pick<App, 'db' | 'clock' | 'onlineUsers'>,
  { search, cursor, limit, filter, sort }: ListChatUsersBody,
): Promise<ChatUserPage> {
  const online = createOnlineView(onlineUsers);
  const timestamp = clock.now().toISOString();
  const state = filter && filter !== 'all' ? filter : null;
  const isByWaiting = sort === 'waiting';
  if (typeof search !== 'string' && !state && !isByWaiting) {
    const listed = findOnlineUsers(db, online);
    const [users, statistics] = await Promise.all([listed, online.statistics(listed)]);
    return { users, statistics, timestamp, nextCursor: null, isRanked: false };
  }
  const term = search ?? '';
  const isRanked = term.trim() !== '';
  const wanted = limit ?? CHAT_USERS_DEFAULT_LIMIT;

  const findUsers = (): Promise<UserPage> => {
    if (isRanked || (!state && !isByWaiting)) {
      const from = cursor ? decodeCursor(cursor, positionSchema) : null;
      const isInState = state ? (user: ChatUser) => conversationStateOf(user) === state : undefined;
      return findListed(db, online, { term, from, limit: wanted }, isInState);
    }
    if (!state) {
      const from = cursor ? decodeCursor(cursor, anyCursorSchema) : null;
      return findWaitingFirst(db, online, from, wanted);
    }
    const after = cursor ? decodeCursor(cursor, stateCursorSchema) : null;
    if (after && after.state !== state) throw new DomainError('INVALID_CURSOR');
    const order = state === 'waiting' && isByWaiting ? 'oldest' : 'newest';
    return findInState(db, online, { state, order, after, limit: wanted });
  };
  const found = findUsers();
  const [page, statistics, counts] = await Promise.all([
    found,
    online.statistics(found),
    cursor ? undefined : countStates(db),
  ]);
  return {
    users: page.users,
    statistics,
    timestamp,
    nextCursor: page.next && encodeCursor({ ...page.next, at: page.next.at?.toISOString() ?? null }),
    isRanked,
    ...(counts ? { counts } : {}),
  };
}

/**
 * A page of those who match a term and are to be listed. It may be short and still have a next one.
 * @param isListed leaves some out
 */
async function findListed(
  db: Db,
  online: OnlineView,
  { term, from, limit }: ListPage,
  isListed?: (user: ChatUser) => boolean,
): Promise<{ users: ChatUser[]; next: Position | null }> {
  const users: ChatUser[] = [];
  let next = from;
  const most = isListed ? PAGES_LOOKED_THROUGH : 1;
  for (let page = 0; page < most && users.length < limit; page += 1) {
    const found = await findUserPage(db, online, { term, from: next, limit: limit - users.length });
    const rows = await findChatUsers(db, online, found.ids);
    users.push(...(isListed ? rows.filter(isListed) : rows));
    next = found.next;
    if (!next) break;
  }
  return { users, next };
}

/** A page of the users whose conversation is in a state. */
async function findInState(db: Db, online: OnlineView, { limit, ...page }: ConversationsPage): Promise<UserPage> {
  const found = await conversationsStore.findIds(db, { ...page, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last ? { state: page.state, ...last } : null;
  return { users: await findChatUsers(db, online, idsOf(shown)), next };
}

/** Who waits longest first, then everybody else in the usual order. */
async function findWaitingFirst(
  db: Db,
  online: OnlineView,
  from: Position | StatePosition | null,
  limit: number,
): Promise<UserPage> {
  if (from && !('state' in from)) return findListed(db, online, { term: '', from, limit }, isNotWaiting);
  const found = await conversationsStore.findIds(db, { state: 'waiting', order: 'oldest', after: from, limit });
  const waiting = await findChatUsers(db, online, idsOf(found));
  const last = found.at(-1);
  if (last && found.length === limit) return { users: waiting, next: { state: 'waiting', ...last } };
  const rest = { term: '', from: null, limit: limit - waiting.length };
  const others = await findListed(db, online, rest, isNotWaiting);
  return { users: [...waiting, ...others.users], next: others.next };
}

async function countStates(db: Db): Promise<ConversationCounts> {
  const most = CONVERSATIONS_COUNTED_UP_TO;
  const [all, states] = await Promise.all([countAppUsers(db), conversationsStore.countByState(db, most)]);
  return { all: Math.min(all, most), ...states };
}

/** The most recent of those who are online, with all that a row of the list shows. */
export const listOnlineUsers = ({ db, onlineUsers }: Pick<App, 'db' | 'onlineUsers'>): Promise<ChatUser[]> =>
  findOnlineUsers(db, createOnlineView(onlineUsers));

/** How many users wait for an answer, counted up to `most`, and since when the first of them does. */
export const countWaitingConversations = (db: Db, most: number): Promise<{ count: number; since: Date | null }> =>
  chatListingStore.countWaiting(db, most);

const idsOf = (rows: ReadonlyArray<{ id: string }>): string[] => rows.map(({ id }) => id);

const isNotWaiting = ({ waitingSince }: ChatUser): boolean => !waitingSince;
