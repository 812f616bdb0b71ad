import type { ChatUser, ChatUserPage, ListChatUsersBody } from '@hai-dang/contract/chat/chat.schema.ts';
import {
  CONVERSATION_STATES,
  type ConversationCounts,
  conversationStateOf,
} from '@hai-dang/contract/chat/conversations.schema.ts';
import {
  CHAT_USERS_DEFAULT_LIMIT,
  CONVERSATIONS_COUNTED_UP_TO,
  ONLINE_USERS_LIST_LIMIT,
} from '@hai-dang/contract/constants.ts';
import { z } from 'zod';
import type { Clock } from '../../lib/clock.ts';
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { Db } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { UsersService } from '../../users/users.service.ts';
import { type ConversationsPage, conversationsStore } from '../conversations/conversations.store.ts';
import { toChatUser } from '../messages/messages.mapper.ts';
import type { PresenceService } from '../presence/presence.service.ts';
import { chatListingStore } from './chat-list.store.ts';
import { createOnlineView, type OnlineView } from './online-view.ts';
import { createUserPages, type Position, positionSchema } from './user-pages.ts';

interface ChatListingNeeds {
  db: Db;
  users: Pick<UsersService, 'listByLastSeen' | 'isSearch' | 'countAppUsers'>;
  presence: Pick<PresenceService, 'areOnline' | 'newestOnline' | 'countOnline'>;
  clock: Clock;
}

/** Of a list of the conversations in one state. */
const stateCursorSchema = z.object({ state: z.enum(CONVERSATION_STATES), at: cursorTime, id: cursorId });
type StatePosition = z.output<typeof stateCursorSchema>;
const anyCursorSchema = z.union([stateCursorSchema, positionSchema]);

interface UserPage {
  users: ChatUser[];
  next: Position | StatePosition | null;
}

/** Of a list in which most users may be left out, one call looks through at most so many pages; of others through one. */
const PAGES_LOOKED_THROUGH = 5;

/** Whom the administrators chat with (specification, section 2, Chat). */
export function createChatListing({ db, users, presence, clock }: ChatListingNeeds) {
  const { findPage } = createUserPages({ users });

  /** In the order of the ids; users deleted meanwhile are left out. */
  async function readRows(view: OnlineView, ids: readonly string[]): Promise<ChatUser[]> {
    if (ids.length === 0) return [];
    const [found, online] = await Promise.all([chatListingStore.findRows(db, ids), view.among(ids)]);
    const rows = new Map(found.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [toChatUser(row, online.has(id))] : [];
    });
  }

  /** The online ones, those seen last first. */
  async function findOnline(online: OnlineView): Promise<ChatUser[]> {
    const newest = await online.newest({ after: null, limit: ONLINE_USERS_LIST_LIMIT });
    const rows = await readRows(
      online,
      newest.map(({ id }) => id),
    );
    return rows.filter(({ isOnline }) => isOnline);
  }

  /**
   * A page of those who match `term` and are to be listed. It may be short and still have a next one.
   * @param isListed leaves some out
   */
  async function findListed(
    online: OnlineView,
    term: string,
    from: Position | null,
    limit: number,
    isListed?: (user: ChatUser) => boolean,
  ): Promise<{ users: ChatUser[]; next: Position | null }> {
    const users: ChatUser[] = [];
    let next = from;
    const most = isListed ? PAGES_LOOKED_THROUGH : 1;
    for (let page = 0; page < most && users.length < limit; page += 1) {
      const found = await findPage(online, term, next, limit - users.length);
      const rows = await readRows(online, found.ids);
      users.push(...(isListed ? rows.filter(isListed) : rows));
      next = found.next;
      if (!next) break;
    }
    return { users, next };
  }

  /** A page of the users whose conversation is in a state. */
  async function findInState(online: OnlineView, { limit, ...page }: ConversationsPage): Promise<UserPage> {
    const found = await conversationsStore.findIds(db, { ...page, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const next = found.length > limit && last ? { state: page.state, ...last } : null;
    return {
      users: await readRows(
        online,
        shown.map(({ id }) => id),
      ),
      next,
    };
  }

  /** Who waits longest first, then everybody else in the usual order. */
  async function findWaitingFirst(
    online: OnlineView,
    from: Position | StatePosition | null,
    limit: number,
  ): Promise<UserPage> {
    if (from && !('state' in from)) return findListed(online, '', from, limit, isNotWaiting);
    const found = await conversationsStore.findIds(db, { state: 'waiting', order: 'oldest', after: from, limit });
    const waiting = await readRows(
      online,
      found.map(({ id }) => id),
    );
    const last = found.at(-1);
    if (last && found.length === limit) return { users: waiting, next: { state: 'waiting', ...last } };
    const others = await findListed(online, '', null, limit - waiting.length, isNotWaiting);
    return { users: [...waiting, ...others.users], next: others.next };
  }

  async function countStates(): Promise<ConversationCounts> {
    const most = CONVERSATIONS_COUNTED_UP_TO;
    const [all, states] = await Promise.all([users.countAppUsers(), conversationsStore.countByState(db, most)]);
    return { all: Math.min(all, most), ...states };
  }

  return {
    /** How many users wait for an answer, counted up to `most`, and since when the first of them does. */
    countWaiting: (most: number): Promise<{ count: number; since: Date | null }> =>
      chatListingStore.countWaiting(db, most),

    /** Of those who are online the most recent ones, with all that a row of the list shows. */
    listOnlineUsers: (): Promise<ChatUser[]> => findOnline(createOnlineView(presence)),

    /**
     * Without `search`, filter and order those who are online; else a page of everybody it finds, '' being everybody: online
     * ones first, then by when they were last seen. A filter without a search lists conversations by when they came into that
     * state, the newest first. A page may be short and still have a next one.
     * @throws {DomainError} INVALID_CURSOR
     */
    async listChatUsers({ search, cursor, limit, filter, sort }: ListChatUsersBody): Promise<ChatUserPage> {
      const online = createOnlineView(presence);
      const timestamp = clock.now().toISOString();
      const state = filter && filter !== 'all' ? filter : null;
      const isByWaiting = sort === 'waiting';
      if (typeof search !== 'string' && !state && !isByWaiting) {
        const listed = findOnline(online);
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
          return findListed(online, term, from, wanted, isInState);
        }
        if (!state) return findWaitingFirst(online, cursor ? decodeCursor(cursor, anyCursorSchema) : null, wanted);
        const after = cursor ? decodeCursor(cursor, stateCursorSchema) : null;
        if (after && after.state !== state) throw new DomainError('INVALID_CURSOR');
        const order = state === 'waiting' && isByWaiting ? 'oldest' : 'newest';
        return findInState(online, { state, order, after, limit: wanted });
      };
      const found = findUsers();
      const [page, statistics, counts] = await Promise.all([
        found,
        online.statistics(found),
        cursor ? undefined : countStates(),
      ]);
      return {
        users: page.users,
        statistics,
        timestamp,
        nextCursor: page.next && encodeCursor({ ...page.next, at: page.next.at?.toISOString() ?? null }),
        isRanked,
        ...(counts ? { counts } : {}),
      };
    },
  };
}
export type ChatListing = ReturnType<typeof createChatListing>;

const isNotWaiting = ({ waitingSince }: ChatUser): boolean => !waitingSince;
