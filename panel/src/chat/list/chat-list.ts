import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { replaceEqualDeep } from '@tanstack/react-query';

/** Something an event has told, and when it arrived, in ms since 1970. */
interface Told<Value> {
  readonly at: number;
  readonly value: Value;
}

/** What events have told of one user, each thing by itself. */
export interface LiveUser {
  readonly isOnline?: Told<boolean>;
  readonly name?: Told<Pick<ChatUser, 'username' | 'avatar'>>;
  readonly lastActive?: Told<string | null>;
  readonly lastMessage?: Told<ChatUser['lastMessage']>;
  readonly unreadCount?: Told<number>;
  readonly isTyping?: Told<boolean>;
  /** Of the newest message of theirs that has come. */
  readonly lastSeq?: number;
}
export type LiveUsers = ReadonlyMap<string, LiveUser>;
export const NOTHING_LIVE: LiveUsers = new Map();

/** Users as they were read; `readAt` is when the call was made, so that later events count and earlier ones do not. */
export interface ReadUsers {
  readonly users: readonly ChatUser[];
  readonly readAt: number;
}

/** Users who were on a page when it was loaded, and were not when it was loaded again, at `missedAt`. */
export interface MissedUsers extends ReadUsers {
  readonly missedAt: number;
}

export interface ChatUserPage extends ReadUsers {
  /** null at the end. */
  readonly nextCursor: string | null;
  /** Whether the server has put those it found in order, the best match first. */
  readonly isRanked: boolean;
  /** Who may be on a page that has not been loaded again yet. */
  readonly missed?: readonly MissedUsers[] | undefined;
}

/** Those who are online. */
export interface OnlineUsers extends ReadUsers {
  readonly total: number;
  /** False where there are more than are listed. */
  readonly isWhole: boolean;
}

/** A row of the list, with nothing left to be derived. */
export interface ChatRow extends ChatUser {
  readonly isOnline: boolean;
  readonly isTyping: boolean;
}

/** Of a user that no list has told of yet. */
export const NOTHING_KNOWN = { lastActive: null, isOnline: false, unreadCount: 0, lastMessage: null } as const;

/** Users of whom events told longest ago are forgotten beyond so many; the next reading tells of them. */
const LIVE_KEPT = 2_000;

/** Adds to `live` what an event has told of one user, who becomes the last one told of. */
export function addChange(live: Map<string, LiveUser>, id: string, change: LiveUser): void {
  const before = live.get(id);
  const lastActive = before?.lastActive;
  // A status tells what is stored, which may be older than the message that came before it.
  const isOlder = lastActive && toTime(change.lastActive?.value) < toTime(lastActive.value);
  live.delete(id);
  live.set(id, { ...before, ...change, ...(isOlder && { lastActive }) });
  for (const oldest of live.keys()) {
    if (live.size <= LIVE_KEPT) break;
    live.delete(oldest);
  }
}

const since = <Value>(told: Told<Value> | undefined, readAt: number): Value | undefined =>
  told !== undefined && told.at >= readAt ? told.value : undefined;

type Presence = OnlineUsers & { readonly ids: ReadonlySet<string> };

/** Whoever is among the online ones is online (specification, section 3), unless events have told otherwise since. */
function isOnlineNow(
  user: ChatUser,
  readAt: number,
  online: Presence | undefined,
  live: LiveUser | undefined,
): boolean {
  const told = since(live?.isOnline, online === undefined ? readAt : online.readAt);
  if (told !== undefined) return told;
  if (online?.ids.has(user._id)) return true;
  if (online?.isWhole) return false;
  return since(live?.isOnline, readAt) ?? user.isOnline;
}

/** Of two moments the later one; what is no date is the earlier. */
function later(one: string | null, other: string | null | undefined): string | null {
  return other && toTime(other) > toTime(one) ? other : one;
}

function toRow(user: ChatUser, readAt: number, online: Presence | undefined, live: LiveUser | undefined): ChatRow {
  const isOnline = isOnlineNow(user, readAt, online, live);
  return {
    ...user,
    ...since(live?.name, readAt),
    // A server may store it less often than it tells of it.
    lastActive: later(user.lastActive, live?.lastActive?.value),
    lastMessage: since(live?.lastMessage, readAt) ?? user.lastMessage,
    unreadCount: since(live?.unreadCount, readAt) ?? user.unreadCount,
    isOnline,
    isTyping: isOnline && (live?.isTyping?.value ?? false),
  };
}

/** What is no date counts as never. */
function toTime(moment: string | null | undefined): number {
  const time = moment ? Date.parse(moment) : Number.NaN;
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

/** Online ones first, then by when they were last active (specification, section 2). */
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

/** What is read, and what has happened since. */
interface ListSources {
  readonly pages: readonly ChatUserPage[];
  readonly online: OnlineUsers | undefined;
  readonly live: LiveUsers;
  /** Whether only those whom a search has found are listed: nobody joins them. */
  readonly isSearch: boolean;
}

/**
 * The list as it is now: each user once, in the specification's order, or in the server's of those it has found. Those who are online, and those of whom an event
 * tells for the first time, stand in it although the page that has them is not read yet.
 */
export function toRows({ pages, online, live, isSearch }: ListSources): readonly ChatRow[] {
  const [first] = pages;
  const isRanked = isSearch && first?.isRanked;
  const presence = online && { ...online, ids: new Set(online.users.map(({ _id }) => _id)) };
  const rows = new Map<string, ChatRow>();
  const add = (user: ChatUser, readAt: number) => {
    if (!rows.has(user._id)) rows.set(user._id, toRow(user, readAt, presence, live.get(user._id)));
  };
  // What was read last knows best.
  const loaded: readonly ReadUsers[] = [...pages, ...pages.flatMap(({ missed }) => missed ?? [])];
  const sources = isSearch || !online ? loaded : [...loaded, online];
  for (const { users, readAt } of isRanked ? loaded : sources.toSorted((a, b) => b.readAt - a.readAt)) {
    for (const user of users) add(user, readAt);
  }
  if (!isSearch && first) {
    for (const [id, { name, lastActive }] of live) {
      // Someone who was there when the list was read, and is not in it, stands further down, or is no longer there.
      const known = since(name, first.readAt);
      if (known && lastActive) add({ ...NOTHING_KNOWN, _id: id, ...known }, first.readAt);
    }
  }
  return isRanked ? [...rows.values()] : inOrder(rows.values());
}

/** {@link toRows} with a memory: a row in which nothing has changed stays the same object, so that it is not rendered again. */
export function createRowBuilder(): typeof toRows {
  let known: ReadonlyMap<string, ChatRow> = new Map();
  return (sources) => {
    const rows = toRows(sources).map((row) => replaceEqualDeep(known.get(row._id), row));
    known = new Map(rows.map((row) => [row._id, row]));
    return rows;
  };
}

/** How many are online now; undefined until that is known. */
export function countOnline(online: OnlineUsers | undefined, live: LiveUsers): number | undefined {
  if (!online) return undefined;
  const ids = new Set(online.users.map(({ _id }) => _id));
  let count = online.isWhole ? ids.size : online.total;
  for (const [id, { isOnline }] of live) {
    const told = since(isOnline, online.readAt);
    if (told === undefined) continue;
    if (told && !ids.has(id)) count += 1;
    if (!told && ids.has(id)) count -= 1;
  }
  return Math.max(0, count);
}
