/** The windows in which calls are counted: those of the clock, the same on every server. */
export const COUNT_WINDOW_MS = 1_000;
const KEYS_MAX = 50_000;

/**
 * Adds calls of this server to those of all servers in a window.
 * @returns how many there are now
 */
export type SharedCount = (key: string, window: number, calls: number) => Promise<number>;

export interface CallCounts {
  /** Counts one call. @returns how many this key has made in this window, as far as this server knows */
  add(key: string): number;
}

interface Count {
  window: number;
  calls: number;
  /** The calls among them that have not been reported to the other servers. */
  unreported: number;
  isReporting: boolean;
}

/**
 * Counts calls by key. With several servers `shared` returns what all have counted, but no call waits for
 * that: one report of a key is in flight at a time, and without a response this server counts for itself.
 * @param max what is above it need not be reported
 * @param now milliseconds of the clock
 */
export function createCallCounts(max: number, shared?: SharedCount, now: () => number = Date.now): CallCounts {
  const counts = new Map<string, Count>();

  async function report(key: string, count: Count, share: SharedCount): Promise<void> {
    count.isReporting = true;
    try {
      while (count.unreported > 0) {
        const calls = count.unreported;
        count.unreported = 0;
        const total = await share(key, count.window, calls);
        count.calls = Math.max(count.calls, total + count.unreported);
      }
    } catch {
      // The next call tries again.
    }
    count.isReporting = false;
  }

  return {
    add(key) {
      const window = Math.floor(now() / COUNT_WINDOW_MS);
      let count = counts.get(key);
      if (count?.window !== window) {
        count = { window, calls: 0, unreported: 0, isReporting: false };
        counts.delete(key);
        counts.set(key, count);
        const [oldest] = counts.keys();
        if (counts.size > KEYS_MAX && oldest !== undefined) counts.delete(oldest);
      }
      count.calls += 1;
      if (shared && count.calls <= max) {
        count.unreported += 1;
        if (!count.isReporting) void report(key, count, shared);
      }
      return count.calls;
    },
  };
}
