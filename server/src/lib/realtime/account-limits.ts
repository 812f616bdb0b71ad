import type { Cluster } from '../cluster/cluster.ts';
import { createSharedAccounts, type SharedAccounts } from './shared-accounts.ts';
import { type BucketSize, createTokenBucket, type TokenBucket } from './token-bucket.ts';

/** More devices and tabs than any account has. */
export const SOCKETS_PER_ACCOUNT = 20;
/** The events of all sockets of an account: enough for many tabs that reconnect at once, and twice the limit of one. */
export const ACCOUNT_EVENTS: BucketSize = { burst: 200, perSecond: 40 };
/** After this time without a socket an account's bucket is full again, and its entry can be dropped. */
const ENTRY_TTL_MS = (ACCOUNT_EVENTS.burst / ACCOUNT_EVENTS.perSecond) * 1_000;
/** Events that are reported to the other servers in one batch. */
const REPORTED_TOGETHER = 20;

/** The limits of all sockets of one account together. */
export interface AccountLimits {
  /** Counts one socket more. @returns counts it no longer; null where the account has as many as it may */
  tryOpen(accountId: string): Promise<(() => void) | null>;
  /** Counts one event more. @returns false for one too many */
  tryHandle(accountId: string): boolean;
}

interface Entry {
  sockets: number;
  events: TokenBucket;
  /** Events that the other servers do not know of yet. */
  unreported: number;
  /** The time until which the account has had too many over all servers. */
  isOverUntil: number;
  forget?: NodeJS.Timeout;
}

/**
 * The limits of accounts; with Redis over all servers, as far as Redis can be reached: else a server goes by what it
 * sees.
 */
export function createAccountLimits(cluster?: Pick<Cluster, 'client' | 'registry'>): AccountLimits {
  const entries = new Map<string, Entry>();
  const ownCounts = () => [...entries].map(([id, { sockets }]): [string, number] => [id, sockets]);
  const shared: SharedAccounts | null = cluster ? createSharedAccounts(cluster, ownCounts) : null;

  function entryOf(accountId: string): Entry {
    const found = entries.get(accountId);
    if (found) return found;
    const entry: Entry = { sockets: 0, events: createTokenBucket(ACCOUNT_EVENTS), unreported: 0, isOverUntil: 0 };
    entries.set(accountId, entry);
    return entry;
  }

  function close(accountId: string, entry: Entry): void {
    entry.sockets -= 1;
    if (entry.sockets > 0) return;
    entry.forget = setTimeout(() => entries.delete(accountId), ENTRY_TTL_MS).unref();
  }

  async function report(accountId: string, entry: Entry): Promise<void> {
    const events = entry.unreported;
    entry.unreported = 0;
    const overMs = (await shared?.report(accountId, events)) ?? 0;
    if (overMs > 0) entry.isOverUntil = performance.now() + overMs;
  }

  return {
    async tryOpen(accountId) {
      const entry = entryOf(accountId);
      if (entry.sockets >= SOCKETS_PER_ACCOUNT) return null;
      clearTimeout(entry.forget);
      entry.sockets += 1;
      if (shared && !(await shared.tryOpen(accountId, SOCKETS_PER_ACCOUNT))) {
        close(accountId, entry);
        return null;
      }
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        close(accountId, entry);
        shared?.close(accountId);
      };
    },

    tryHandle(accountId) {
      const entry = entryOf(accountId);
      if (entry.isOverUntil > performance.now() || !entry.events.tryConsume()) return false;
      entry.unreported += 1;
      if (shared && entry.unreported >= REPORTED_TOGETHER) void report(accountId, entry);
      return true;
    },
  };
}
