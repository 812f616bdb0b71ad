import type { OnlineCount, OnlinePage, SeenUser } from '../../lib/realtime/online-users.ts';
import { createSeenOrder } from './seen-order.ts';

/** A user has come online or gone offline. */
export interface PresenceChange {
  userId: string;
  isOnline: boolean;
}

/** An account as the database has it, for the order and the counts of those who are online. */
export interface DescribedUser {
  id: string;
  /** Null for never; an earlier time than is known changes nothing. */
  lastSeenAt: Date | null;
  isVerified: boolean;
  /** False for a deleted account, which is neither listed nor counted. */
  isListed: boolean;
}

/** Users who have a socket open, or had one within the grace period. */
export interface Presence {
  /** Adds a socket of an account, which was opened at a time. */
  join(userId: string, at: Date): void;
  /** Removes a socket of an account. */
  leave(userId: string): void;
  isOnline(userId: string): boolean;
  onlineIds(): string[];
  /** When one who is online was last seen. */
  lastSeenOf(userId: string): Date | undefined;
  /** States how the database has these accounts; those who are not online are skipped. */
  describe(users: readonly DescribedUser[]): void;
  /** A page of those who are listed, the last seen first. */
  newestOnline(page: OnlinePage): SeenUser[];
  /** How many are listed. */
  countOnline(): OnlineCount;
  /** Calls `listener` with every change from now on. */
  onChange(listener: (change: PresenceChange) => void): void;
  /** Clears the state without calling the listeners. */
  clear(): void;
}

interface Entry {
  sockets: number;
  seenAt: Date;
  /** Runs while the account has no socket. */
  grace?: NodeJS.Timeout;
}

/**
 * Presence of one server's sockets, in memory: a killed server leaves no stale entries.
 * @param graceMs grace period after the last disconnect; a change of network is no disconnect
 */
export function createPresence({ graceMs }: { graceMs: number }): Presence {
  const entries = new Map<string, Entry>();
  const listed = createSeenOrder();
  const verified = new Set<string>();
  const listeners: Array<(change: PresenceChange) => void> = [];
  const notify = (userId: string, isOnline: boolean) => {
    for (const listener of listeners) listener({ userId, isOnline });
  };

  function unlist(id: string, { seenAt }: Entry): void {
    listed.remove({ id, at: seenAt });
    verified.delete(id);
  }

  function describeOne({ id, lastSeenAt, isVerified, isListed }: DescribedUser): void {
    const entry = entries.get(id);
    if (!entry) return;
    unlist(id, entry);
    if (lastSeenAt && lastSeenAt > entry.seenAt) entry.seenAt = lastSeenAt;
    if (!isListed) return;
    listed.add({ id, at: entry.seenAt });
    if (isVerified) verified.add(id);
  }

  return {
    join(userId, at) {
      const entry = entries.get(userId);
      if (!entry) {
        entries.set(userId, { sockets: 1, seenAt: at });
        listed.add({ id: userId, at });
        notify(userId, true);
        return;
      }
      entry.sockets += 1;
      clearTimeout(entry.grace);
    },

    leave(userId) {
      const entry = entries.get(userId);
      if (!entry || entry.sockets === 0) return;
      entry.sockets -= 1;
      if (entry.sockets > 0) return;
      entry.grace = setTimeout(() => {
        entries.delete(userId);
        unlist(userId, entry);
        notify(userId, false);
      }, graceMs).unref();
    },

    isOnline: (userId) => entries.has(userId),
    onlineIds: () => [...entries.keys()],
    lastSeenOf: (userId) => entries.get(userId)?.seenAt,
    describe: (users) => users.forEach(describeOne),
    newestOnline: listed.page,
    countOnline: () => ({ total: listed.size(), verified: verified.size }),
    onChange: (listener) => void listeners.push(listener),

    clear() {
      for (const { grace } of entries.values()) clearTimeout(grace);
      entries.clear();
      listed.clear();
      verified.clear();
    },
  };
}
