import type {
  ChatUser,
  ChatUserPage,
  ListChatUsersBody,
  OnlineStatistics,
} from '@hai-dang/contract/chat/chat.schema.ts';
import { CHAT_USER_PAGE_SIZE, ONLINE_USERS_LISTED } from '@hai-dang/contract/constants.ts';
import { z } from 'zod';
import type { Clock } from '../lib/clock.ts';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Db } from '../lib/db/database.ts';
import type { UsersService } from '../users/users.service.ts';
import type { ChatListingStore } from './chat.listing.store.ts';
import { toChatUser } from './chat.mapper.ts';
import type { PresenceService } from './chat.presence.service.ts';

interface ChatListingNeeds {
  db: Db;
  store: ChatListingStore;
  users: Pick<UsersService, 'listByLastSeen'>;
  presence: Pick<PresenceService, 'areOnline' | 'onlineIds'>;
  clock: Clock;
}

const cursorSchema = z.object({
  /** Whether it stands among those who are online, who come first. */
  online: z.boolean(),
  at: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable(),
  id: z.string().max(64),
});
type Position = z.output<typeof cursorSchema>;

/** Whom the administrators chat with (specification, section 2, Chat). */
export function createChatListing({ db, store, users, presence, clock }: ChatListingNeeds) {
  /** In the order of the ids; whoever has been deleted meanwhile is left out. */
  async function readRows(ids: readonly string[]): Promise<ChatUser[]> {
    if (ids.length === 0) return [];
    const [found, online] = await Promise.all([store.findRows(db, ids), presence.areOnline(ids)]);
    const rows = new Map(found.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [toChatUser(row, online.has(id))] : [];
    });
  }

  async function countOnline(): Promise<OnlineStatistics> {
    const { total, verified } = await store.countVerified(db, await presence.onlineIds());
    return { totalOnline: total, verifiedCount: verified, normalUserCount: total - verified };
  }

  /** The online ones, those seen last first. */
  async function findOnline(): Promise<ChatUser[]> {
    const among = { only: await presence.onlineIds() };
    const { ids } = await users.listByLastSeen({ term: '', among, after: null, limit: ONLINE_USERS_LISTED });
    return (await readRows(ids)).filter(({ isOnline }) => isOnline);
  }

  /** A page of everybody in whom `term` occurs: first those who are online. */
  async function findPage(term: string, from: Position | null): Promise<{ ids: string[]; next: Position | null }> {
    const online = await presence.onlineIds();
    const ids: string[] = [];
    if (from?.online !== false) {
      const page = { term, among: { only: online }, after: from, limit: CHAT_USER_PAGE_SIZE };
      const found = await users.listByLastSeen(page);
      if (found.next) return { ids: found.ids, next: { ...found.next, online: true } };
      ids.push(...found.ids);
    }
    const after = from?.online === false ? from : null;
    const limit = Math.max(1, CHAT_USER_PAGE_SIZE - ids.length);
    const found = await users.listByLastSeen({ term, among: { except: online }, after, limit });
    return { ids: [...ids, ...found.ids], next: found.next && { ...found.next, online: false } };
  }

  return {
    /** Of those who are online the most recent ones, with all that a row of the list shows. */
    listOnlineUsers: findOnline,

    /**
     * Without `search` those who are online; with it a page of everybody it finds, '' being everybody: online ones
     * first, then by when they were last seen. A page may be short and still have a next one.
     * @throws {DomainError} INVALID_CURSOR
     */
    async listChatUsers({ search, cursor }: ListChatUsersBody): Promise<ChatUserPage> {
      const timestamp = clock.now().toISOString();
      if (typeof search !== 'string') {
        const [online, statistics] = await Promise.all([findOnline(), countOnline()]);
        return { users: online, statistics, timestamp, nextCursor: null };
      }
      const from = cursor ? decodeCursor(cursor, cursorSchema) : null;
      const [{ ids, next }, statistics] = await Promise.all([findPage(search, from), countOnline()]);
      const nextCursor = next ? encodeCursor({ ...next, at: next.at?.toISOString() ?? null }) : null;
      return { users: await readRows(ids), statistics, timestamp, nextCursor };
    },
  };
}
export type ChatListing = ReturnType<typeof createChatListing>;
