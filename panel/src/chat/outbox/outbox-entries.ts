import type { MessageQuote } from '@hai-dang/contract/chat/chat.schema.ts';
import { newClientKey } from '../../lib/client-key.ts';
import { createStore } from '../../lib/create-store.ts';
import type { OutboxEntry, OutboxStorage } from './outbox-storage.ts';

const MAX_REMOVED_IDS = 1_000;

export interface OutboxEntriesParts {
  readonly storage: OutboxStorage;
  /** The id of the signed-in administrator. */
  readonly owner: () => string | undefined;
  /** Notifies other tabs that the storage has changed. */
  readonly announce: () => void;
  readonly now: () => number;
  /** Called when another tab has sent or discarded entries. */
  readonly onRemovedElsewhere: () => void;
}

const inOrder = (one: OutboxEntry, other: OutboxEntry): number =>
  one.createdAt - other.createdAt || (one.tempId < other.tempId ? -1 : 1);

/** Other fields, for instance the time waited, are not shown. */
const hasSameView = (before: readonly OutboxEntry[], after: readonly OutboxEntry[]): boolean =>
  before.length === after.length &&
  after.every(({ tempId, error }, index) => tempId === before[index]?.tempId && error === before[index]?.error);

/** The entries of the outbox, in memory and in the storage. */
export function createOutboxEntries({ storage, owner, announce, now, onRemovedElsewhere }: OutboxEntriesParts) {
  const store = createStore<readonly OutboxEntry[]>([], { isSame: hasSameView });
  /** Entries being written: the storage has an older version of them, and they are not sent yet. */
  const writing = new Map<string, number>();
  /**
   * Entries that were stored by the server or discarded: the latest ids, because the storage may briefly be outdated.
   */
  const removed = new Set<string>();
  let lastStamp = 0;
  /** Numbers of calls of `reload`. */
  let lastStarted = 0;
  let lastApplied = 0;

  const without = (tempId: string) => store.get().filter((entry) => entry.tempId !== tempId);
  const showWith = (entry: OutboxEntry) => store.set([...without(entry.tempId), entry].sort(inOrder));

  function endWriting(tempId: string): void {
    const others = (writing.get(tempId) ?? 1) - 1;
    if (others > 0) writing.set(tempId, others);
    else writing.delete(tempId);
  }

  function stamp(): number {
    lastStamp = Math.max(now(), lastStamp + 1);
    return lastStamp;
  }

  return {
    /** Sorted; the same array until an entry changes. */
    get: store.get,
    subscribe: store.subscribe,

    /**
     * Creates an entry of the signed-in administrator, not yet written.
     * @returns undefined if signed out
     */
    create(userId: string, text: string, quote?: MessageQuote): OutboxEntry | undefined {
      const adminId = owner();
      if (adminId === undefined) return undefined;
      return { tempId: newClientKey(), adminId, userId, text, quote, createdAt: stamp(), waitedMs: 0 };
    },

    stamp,
    isRemoved: (tempId: string): boolean => removed.has(tempId),
    /** Whether the entry can be sent. */
    isDue: (entry: OutboxEntry): boolean => entry.error === undefined && !writing.has(entry.tempId),

    /**
     * Writes an entry to the storage.
     * @param bytes of a new image, which is shown once it is written: only then it is certain to be stored
     * @throws if the storage has no room for the image
     */
    async write(entry: OutboxEntry, bytes?: Blob): Promise<void> {
      writing.set(entry.tempId, (writing.get(entry.tempId) ?? 0) + 1);
      if (!bytes) showWith(entry);
      try {
        await storage.put(entry, bytes);
        if (bytes) showWith(entry);
      } finally {
        endWriting(entry.tempId);
      }
      announce();
    },

    async forget(tempId: string): Promise<void> {
      removed.add(tempId);
      for (const oldest of removed) {
        if (removed.size <= MAX_REMOVED_IDS) break;
        removed.delete(oldest);
      }
      store.set(without(tempId));
      await storage.remove(tempId);
      announce();
    },

    /** Reloads the entries from the storage. */
    async reload(): Promise<void> {
      const adminId = owner();
      lastStarted += 1;
      const number = lastStarted;
      const stored = adminId === undefined ? [] : await storage.all(adminId);
      // The result of a later call, for instance from the fallback of a slow storage, is newer.
      if (adminId !== owner() || number < lastApplied) return;
      lastApplied = number;
      const before = store.get();
      const own = before.filter((entry) => writing.has(entry.tempId) && entry.adminId === adminId);
      const others = stored.filter(({ tempId }) => !removed.has(tempId) && !writing.has(tempId));
      const next = [...others, ...own].sort(inOrder);
      const left = new Set(next.map(({ tempId }) => tempId));
      // Another tab has sent it, and perhaps only that tab receives the confirmation.
      const isSent = before.some((entry) => entry.adminId === adminId && !entry.error && !left.has(entry.tempId));
      store.set(next);
      if (isSent) onRemovedElsewhere();
    },
  };
}
