import type {
  ChatUser,
  ChatUserPage,
  ListChatUsersBody,
  OnlineStatistics,
} from '@hai-dang/contract/chat/chat.schema.ts';
import { CHAT_USERS_DEFAULT_LIMIT, ONLINE_USERS_LIST_LIMIT } from '@hai-dang/contract/constants.ts';
import { z } from 'zod';
import type { Clock } from '../../lib/clock.ts';
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { Db } from '../../lib/db/database.ts';
import type { UsersService } from '../../users/users.service.ts';
import { toChatUser } from '../messages/messages.mapper.ts';
import type { PresenceService } from '../presence/presence.service.ts';
import { chatListingStore } from './chat-list.store.ts';

interface ChatListingNeeds {
  db: Db;
  users: Pick<UsersService, 'listByLastSeen'>;
  presence: Pick<PresenceService, 'areOnline' | 'onlineIds'>;
  clock: Clock;
}

const cursorSchema = z.object({
  /** Whether it is in the section of online users, which is listed first. */
  online: z.boolean(),
  at: cursorTime.nullable(),
  id: cursorId,
  /** Of a search: how well it matches. */
  tier: cursorInteger.default(0),
  /** Whether only the domain of the e-mail matches: such users are listed last. */
  kind: z.enum(['own', 'domain']).default('own'),
});
type Position = z.output<typeof cursorSchema>;

/** The list from top to bottom. */
const SECTIONS = [
  { kind: 'own', online: true },
  { kind: 'own', online: false },
  { kind: 'domain', online: true },
  { kind: 'domain', online: false },
] as const;

/** Whom the administrators chat with (specification, section 2, Chat). */
export function createChatListing({ db, users, presence, clock }: ChatListingNeeds) {
  /** In the order of the ids; users deleted meanwhile are left out. */
  async function readRows(ids: readonly string[]): Promise<ChatUser[]> {
    if (ids.length === 0) return [];
    const [found, online] = await Promise.all([chatListingStore.findRows(db, ids), presence.areOnline(ids)]);
    const rows = new Map(found.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [toChatUser(row, online.has(id))] : [];
    });
  }

  async function countOnline(): Promise<OnlineStatistics> {
    const { total, verified } = await chatListingStore.countVerified(db, await presence.onlineIds());
    return { totalOnline: total, verifiedCount: verified, normalUserCount: total - verified };
  }

  /** The online ones, those seen last first. */
  async function findOnline(): Promise<ChatUser[]> {
    const among = { only: await presence.onlineIds() };
    const { ids } = await users.listByLastSeen({
      term: '',
      kind: 'own',
      among,
      after: null,
      limit: ONLINE_USERS_LIST_LIMIT,
    });
    return (await readRows(ids)).filter(({ isOnline }) => isOnline);
  }

  /**
   * A page of all users who match `term`: first those who are online, the best match first. Users whose e-mail
   * has it only in the domain are listed last, online or not.
   */
  async function findPage(
    term: string,
    from: Position | null,
    limit: number,
  ): Promise<{ ids: string[]; next: Position | null }> {
    const online = await presence.onlineIds();
    const begin = from ? SECTIONS.findIndex((one) => one.kind === from.kind && one.online === from.online) : 0;
    const ids: string[] = [];
    for (const [index, { kind, online: isOnline }] of SECTIONS.slice(begin).entries()) {
      const among = isOnline ? { only: online } : { except: online };
      const after = index === 0 ? from : null;
      // Where a full page ends with a section, one row of the next shows whether there is more.
      const wanted = Math.max(1, limit - ids.length);
      const found = await users.listByLastSeen({ term, kind, among, after, limit: wanted });
      ids.push(...found.ids);
      if (found.next) return { ids, next: { ...found.next, kind, online: isOnline } };
    }
    return { ids, next: null };
  }

  return {
    /** How many users wait for an answer, counted up to `most`, and since when the first of them does. */
    countWaiting: (most: number): Promise<{ count: number; since: Date | null }> =>
      chatListingStore.countWaiting(db, most),

    /** Of those who are online the most recent ones, with all that a row of the list shows. */
    listOnlineUsers: findOnline,

    /**
     * Without `search` those who are online; with it a page of everybody it finds, '' being everybody: online ones
     * first, then by when they were last seen. A page may be short and still have a next one.
     * @throws {DomainError} INVALID_CURSOR
     */
    async listChatUsers({ search, cursor, limit }: ListChatUsersBody): Promise<ChatUserPage> {
      const timestamp = clock.now().toISOString();
      if (typeof search !== 'string') {
        const [online, statistics] = await Promise.all([findOnline(), countOnline()]);
        return { users: online, statistics, timestamp, nextCursor: null, isRanked: false };
      }
      const from = cursor ? decodeCursor(cursor, cursorSchema) : null;
      const [{ ids, next }, statistics] = await Promise.all([
        findPage(search, from, limit ?? CHAT_USERS_DEFAULT_LIMIT),
        countOnline(),
      ]);
      const nextCursor = next ? encodeCursor({ ...next, at: next.at?.toISOString() ?? null }) : null;
      return { users: await readRows(ids), statistics, timestamp, nextCursor, isRanked: search.trim() !== '' };
    },
  };
}
export type ChatListing = ReturnType<typeof createChatListing>;
