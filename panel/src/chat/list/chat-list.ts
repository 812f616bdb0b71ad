import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import type { ConversationCounts } from '@hai-dang/contract/chat/conversations.schema.ts';
import { replaceEqualDeep } from '@tanstack/react-query';
import type { LiveWork, Received } from './live-work.ts';

/** The changes by events of one user, field by field. */
export interface LiveUser {
  readonly isOnline?: Received<boolean>;
  readonly name?: Received<Pick<ChatUser, 'username' | 'avatar'>>;
  readonly lastActive?: Received<string | null>;
  readonly lastMessage?: Received<ChatUser['lastMessage']>;
  readonly unreadCount?: Received<number>;
  readonly isTyping?: Received<boolean>;
  /** The seq of the user's newest received message. */
  readonly lastSeq?: number;
}
export type LiveUsers = ReadonlyMap<string, LiveUser>;
export const NOTHING_LIVE: LiveUsers = new Map();

/** Fetched users; `readAt` is the time of the request: later events apply, earlier ones do not. */
export interface ReadUsers {
  readonly users: readonly ChatUser[];
  readonly readAt: number;
}

/** Users who were on a page when it was loaded, and were missing when it was reloaded, at `missedAt`. */
export interface MissedUsers extends ReadUsers {
  readonly missedAt: number;
}

export interface ChatUserPage extends ReadUsers {
  /** null at the end. */
  readonly nextCursor: string | null;
  /** Whether the server has ranked the search results, the best match first. */
  readonly isRanked: boolean;
  /** Set for the first page; undefined from a legacy backend, which knows no states of conversations. */
  readonly counts?: ConversationCounts | undefined;
  /** Users who may be on a page that has not been reloaded yet. */
  readonly missed?: readonly MissedUsers[] | undefined;
}

/** The online users. */
export interface OnlineUsers extends ReadUsers {
  readonly total: number;
  /** False where more users are online than are listed. */
  readonly isWhole: boolean;
  /** Whether the server may have missed some, because it cannot ask the other servers. */
  readonly isPartial?: boolean | undefined;
}

/** A row of the list, with all fields derived. */
export interface ChatRow extends ChatUser {
  readonly isOnline: boolean;
  readonly isTyping: boolean;
}

/** The fields of a user without a fetched row. */
export const NOTHING_KNOWN = { lastActive: null, isOnline: false, unreadCount: 0, lastMessage: null } as const;

/**
 * The live state is limited to this many users; those with the oldest events are evicted, and the next fetch has them.
 */
const LIVE_KEPT = 2_000;

/** Adds a user's change to `live` and makes the user the most recent one. */
export function addChange(live: Map<string, LiveUser>, id: string, change: LiveUser): void {
  const before = live.get(id);
  const lastActive = before?.lastActive;
  // A status has the stored time, which may be older than that of a message received before.
  const isOlder = lastActive && toTime(change.lastActive?.value) < toTime(lastActive.value);
  live.delete(id);
  live.set(id, { ...before, ...change, ...(isOlder && { lastActive }) });
  for (const oldest of live.keys()) {
    if (live.size <= LIVE_KEPT) break;
    live.delete(oldest);
  }
}

const since = <Value>(received: Received<Value> | undefined, readAt: number): Value | undefined =>
  received !== undefined && received.at >= readAt ? received.value : undefined;

type Presence = OnlineUsers & { readonly ids: ReadonlySet<string> };

/** A user in the list of online users is online (specification, section 3), unless a later event says otherwise. */
function isOnlineNow(
  user: ChatUser,
  readAt: number,
  online: Presence | undefined,
  live: LiveUser | undefined,
): boolean {
  const received = since(live?.isOnline, online === undefined ? readAt : online.readAt);
  if (received !== undefined) return received;
  if (online?.ids.has(user._id)) return true;
  if (online?.isWhole) return false;
  return since(live?.isOnline, readAt) ?? user.isOnline;
}

/** The later of two times; an invalid date is the earlier. */
function later(one: string | null, other: string | null | undefined): string | null {
  return other && toTime(other) > toTime(one) ? other : one;
}

function toRow(
  user: ChatUser,
  readAt: number,
  online: Presence | undefined,
  live: LiveUser | undefined,
  work: LiveWork | undefined,
): ChatRow {
  const isOnline = isOnlineNow(user, readAt, online, live);
  return {
    ...user,
    ...since(live?.name, readAt),
    ...since(work?.works.get(user._id), readAt),
    // A server may store it less often than it publishes it.
    lastActive: later(user.lastActive, live?.lastActive?.value),
    lastMessage: since(live?.lastMessage, readAt) ?? user.lastMessage,
    unreadCount: since(live?.unreadCount, readAt) ?? user.unreadCount,
    isOnline,
    isTyping: isOnline && (live?.isTyping?.value ?? false),
  };
}

/** The time in ms; 0 for an invalid date. */
function toTime(moment: string | null | undefined): number {
  const time = moment ? Date.parse(moment) : Number.NaN;
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

/** Online users first, then sorted by last activity (specification, section 2). */
function inOrder(rows: Iterable<ChatRow>): readonly ChatRow[] {
  const timed = Array.from(rows, (row) => ({ row, time: toTime(row.lastActive) }));
  timed.sort((a, b) => {
    if (a.row.isOnline !== b.row.isOnline) return a.row.isOnline ? -1 : 1;
    if (a.time !== b.time) return b.time > a.time ? 1 : -1;
    if (a.row._id === b.row._id) return 0;
    return a.row._id < b.row._id ? 1 : -1;
  });
  return timed.map(({ row }) => row);
}

/** The fetched lists and the later events. */
interface ListSources {
  readonly pages: readonly ChatUserPage[];
  readonly online: OnlineUsers | undefined;
  readonly live: LiveUsers;
  /** Whether the list has search results only: no other users are added. */
  readonly isSearch: boolean;
  readonly work?: LiveWork;
}

/**
 * The current list: each user once, in the specification's order, or in the server's order of search results. Online
 * users, and users of a first event, are included although their page is not loaded yet.
 */
export function toRows({ pages, online, live, isSearch, work }: ListSources): readonly ChatRow[] {
  const [first] = pages;
  const isRanked = isSearch && first?.isRanked;
  const presence = online && { ...online, ids: new Set(online.users.map(({ _id }) => _id)) };
  const rows = new Map<string, ChatRow>();
  const add = (user: ChatUser, readAt: number) => {
    if (!rows.has(user._id)) rows.set(user._id, toRow(user, readAt, presence, live.get(user._id), work));
  };
  // The latest fetch takes precedence.
  const loaded: readonly ReadUsers[] = [...pages, ...pages.flatMap(({ missed }) => missed ?? [])];
  const sources = isSearch || !online ? loaded : [...loaded, online];
  for (const { users, readAt } of isRanked ? loaded : sources.toSorted((a, b) => b.readAt - a.readAt)) {
    for (const user of users) add(user, readAt);
  }
  if (!isSearch && first) {
    for (const [id, { name, lastActive }] of live) {
      // A user who was online when the list was fetched, and is not in it, is further down, or was deleted.
      const known = since(name, first.readAt);
      if (known && lastActive) add({ ...NOTHING_KNOWN, _id: id, ...known }, first.readAt);
    }
  }
  return isRanked ? [...rows.values()] : inOrder(rows.values());
}

/** {@link toRows} with a cache: an unchanged row stays the same object, so that it is not rerendered. */
export function createRowBuilder(): typeof toRows {
  let known: ReadonlyMap<string, ChatRow> = new Map();
  return (sources) => {
    const rows = toRows(sources).map((row) => replaceEqualDeep(known.get(row._id), row));
    known = new Map(rows.map((row) => [row._id, row]));
    return rows;
  };
}

/** The number of online users; undefined until it is known. */
export function countOnline(online: OnlineUsers | undefined, live: LiveUsers): number | undefined {
  if (!online) return undefined;
  const ids = new Set(online.users.map(({ _id }) => _id));
  let count = online.isWhole ? ids.size : online.total;
  for (const [id, { isOnline }] of live) {
    const received = since(isOnline, online.readAt);
    if (received === undefined) continue;
    if (received && !ids.has(id)) count += 1;
    if (!received && ids.has(id)) count -= 1;
  }
  return Math.max(0, count);
}
