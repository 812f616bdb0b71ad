/** A user has come online or gone offline. */
export interface PresenceChange {
  userId: string;
  isOnline: boolean;
}

/** Users who have a socket open, or had one within the grace period. */
export interface Presence {
  /** Adds a socket of an account. */
  join(userId: string): void;
  /** Removes a socket of an account. */
  leave(userId: string): void;
  isOnline(userId: string): boolean;
  onlineIds(): string[];
  /** Calls `listener` with every change from now on. */
  onChange(listener: (change: PresenceChange) => void): void;
  /** Clears the state without calling the listeners. */
  clear(): void;
}

interface Entry {
  sockets: number;
  /** Runs while the account has no socket. */
  grace?: NodeJS.Timeout;
}

/**
 * Presence of one server's sockets, in memory: a killed server leaves no stale entries.
 * @param graceMs grace period after the last disconnect; a change of network is no disconnect
 */
export function createPresence({ graceMs }: { graceMs: number }): Presence {
  const entries = new Map<string, Entry>();
  const listeners: Array<(change: PresenceChange) => void> = [];
  const notify = (userId: string, isOnline: boolean) => {
    for (const listener of listeners) listener({ userId, isOnline });
  };

  return {
    join(userId) {
      const entry = entries.get(userId);
      if (!entry) {
        entries.set(userId, { sockets: 1 });
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
        notify(userId, false);
      }, graceMs).unref();
    },

    isOnline: (userId) => entries.has(userId),
    onlineIds: () => [...entries.keys()],
    onChange: (listener) => void listeners.push(listener),

    clear() {
      for (const { grace } of entries.values()) clearTimeout(grace);
      entries.clear();
    },
  };
}
