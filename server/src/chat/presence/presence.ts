/** A change of who is there. */
export interface PresenceChange {
  userId: string;
  isOnline: boolean;
}

/** Who has a socket open, or had one a moment ago. */
export interface Presence {
  /** An account has one socket more. */
  join(userId: string): void;
  /** An account has one socket less. */
  leave(userId: string): void;
  isOnline(userId: string): boolean;
  onlineIds(): string[];
  /** Tells `listener` of every change from now on. */
  onChange(listener: (change: PresenceChange) => void): void;
  /** Forgets everybody, without a word. */
  clear(): void;
}

interface Entry {
  sockets: number;
  /** Runs while the account has no socket. */
  grace?: NodeJS.Timeout;
}

/**
 * Presence of one server's sockets, kept in memory: a server that is killed leaves nobody behind.
 * @param graceMs how long an account stays after its last socket has gone; a change of network is no leaving
 */
export function createPresence({ graceMs }: { graceMs: number }): Presence {
  const entries = new Map<string, Entry>();
  const listeners: Array<(change: PresenceChange) => void> = [];
  const tell = (userId: string, isOnline: boolean) => {
    for (const listener of listeners) listener({ userId, isOnline });
  };

  return {
    join(userId) {
      const entry = entries.get(userId);
      if (!entry) {
        entries.set(userId, { sockets: 1 });
        tell(userId, true);
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
        tell(userId, false);
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
