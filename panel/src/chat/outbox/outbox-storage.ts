import type { MessageQuote } from '@hai-dang/contract/chat/chat.schema.ts';
import { within } from '../../lib/within.ts';
import { BY_ADMIN, openDatabase, STORE, settled } from './outbox-database.ts';

/** Some browsers never complete a transaction: sending does not wait for that. */
const RESPONDS_WITHIN_MS = 10_000;
/** The same once it has failed: each message would wait for it. */
const RESPONDS_AGAIN_WITHIN_MS = 1_000;

/** The metadata of an image. */
export interface ImageFacts {
  /** The file's name. */
  readonly name: string;
  /** In pixels, as displayed. */
  readonly width: number;
  readonly height: number;
}

/** A text or an image that was sent by the administrator and is not yet confirmed. */
export interface OutboxEntry {
  /** The idempotency key: the same in every attempt (the wire contract, Delivery). */
  readonly tempId: string;
  /** The sender. */
  readonly adminId: string;
  /** The receiver. */
  readonly userId: string;
  /** An image's caption, perhaps ''. */
  readonly text: string;
  /** Set for an image, whose bytes are stored separately; named as in the entries that browsers have stored. */
  readonly picture?: ImageFacts | undefined;
  /** The message that a text quotes. */
  readonly quote?: MessageQuote | undefined;
  /** In ms since 1970; strictly increasing, so that it is also the order. */
  readonly createdAt: number;
  /** How long it has waited for a confirmation while connected. */
  readonly waitedMs: number;
  /** Why it is not retried automatically; can be shown. */
  readonly error?: string | undefined;
}

export interface OutboxStorage {
  /** All entries of one administrator. */
  all(adminId: string): Promise<OutboxEntry[]>;
  /** @param bytes an image's, when it is first written; they never change */
  put(entry: OutboxEntry, bytes?: Blob): Promise<void>;
  /** The bytes of an image entry. */
  bytes(tempId: string): Promise<Blob | undefined>;
  remove(tempId: string): Promise<void>;
}

/** True for a quota error. */
const isOutOfRoom = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError';

/**
 * The key of an image's bytes, stored separately from the entry, which is rewritten often. They have no administrator
 * id, so that the list of entries omits them.
 */
const bytesKey = (tempId: string): string => `${tempId} bytes`;

/** The outbox in IndexedDB: it outlives the page. Each call rejects where the browser denies storage. */
export function createBrowserStorage(): OutboxStorage {
  let opened: Promise<IDBDatabase> | undefined;
  const forget = () => {
    opened = undefined;
  };
  async function begin(mode?: IDBTransactionMode, options?: IDBTransactionOptions): Promise<IDBTransaction> {
    opened ??= openDatabase(forget);
    try {
      return (await opened).transaction(STORE, mode, options);
    } catch (error) {
      forget();
      throw error;
    }
  }
  /** Some browsers close a connection without an event. */
  const transactionOf: typeof begin = (...how) => begin(...how).catch(() => begin(...how));
  async function change(work: (store: IDBObjectStore) => void): Promise<void> {
    // 'strict': resolves only once the data is on the disk.
    const transaction = await transactionOf('readwrite', { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    work(transaction.objectStore(STORE));
    await done;
  }

  return {
    async all(adminId) {
      const store = (await transactionOf()).objectStore(STORE);
      return settled<OutboxEntry[]>(store.index(BY_ADMIN).getAll(adminId));
    },
    put: (entry, bytes) =>
      change((store) => {
        store.put(entry);
        if (bytes) store.put({ tempId: bytesKey(entry.tempId), bytes });
      }),
    async bytes(tempId) {
      const store = (await transactionOf()).objectStore(STORE);
      const found = await settled<{ bytes: Blob } | undefined>(store.get(bytesKey(tempId)));
      return found?.bytes;
    },
    remove: (tempId) =>
      change((store) => {
        store.delete(tempId);
        store.delete(bytesKey(tempId));
      }),
  };
}

/** The outbox in memory, which is lost with the page. */
export function createMemoryStorage(): OutboxStorage {
  const entries = new Map<string, OutboxEntry>();
  const images = new Map<string, Blob>();
  return {
    all: async (adminId) => [...entries.values()].filter((entry) => entry.adminId === adminId),
    async put(entry, bytes) {
      entries.set(entry.tempId, entry);
      if (bytes) images.set(entry.tempId, bytes);
    },
    bytes: async (tempId) => images.get(tempId),
    async remove(tempId) {
      entries.delete(tempId);
      images.delete(tempId);
    },
  };
}

/**
 * Writes to the first storage while it works, and to memory after its first failure; what it still returns is not missing
 * then. Only an image that the first one has no room for is rejected: images in memory soon take too much of it, and are
 * lost with the page.
 * @param second empty; it gets a copy of all entries, so that nothing is missing when the first one fails
 */
export function withFallback(first: OutboxStorage, second: OutboxStorage): OutboxStorage {
  let hasFailed = false;
  /** Entries that the first one does not have, or has an older version of. */
  const inSecondAlone = new Set<string>();
  const inTime = <Value>(call: Promise<Value>): Promise<Value> =>
    within(hasFailed ? RESPONDS_AGAIN_WITHIN_MS : RESPONDS_WITHIN_MS, call);
  /** @returns undefined once the first one has failed: private mode, a policy, a full disk */
  async function attempt<Value>(work: (storage: OutboxStorage) => Promise<Value>): Promise<Value | undefined> {
    if (hasFailed) return undefined;
    try {
      return await inTime(work(first));
    } catch {
      hasFailed = true;
      return undefined;
    }
  }
  return {
    async all(adminId) {
      // A failed read is tried again the next time: the entries of an earlier page or of another tab are in the first
      // storage alone.
      const stored = await inTime(first.all(adminId)).catch(() => undefined);
      if (stored) {
        const kept = new Set([...inSecondAlone, ...stored.map(({ tempId }) => tempId)]);
        // Entries that another tab has removed are removed here, too.
        for (const { tempId } of await second.all(adminId)) if (!kept.has(tempId)) await second.remove(tempId);
        for (const entry of stored) if (!inSecondAlone.has(entry.tempId)) await second.put(entry);
      }
      return second.all(adminId);
    },
    async put(entry, bytes) {
      let outOfRoom: unknown;
      const isWritten = await attempt((storage) =>
        storage.put(entry, bytes).then(
          () => true,
          (error: unknown) => {
            if (!bytes || !isOutOfRoom(error)) throw error;
            outOfRoom = error;
          },
        ),
      );
      if (outOfRoom !== undefined) throw outOfRoom;
      if (!isWritten) inSecondAlone.add(entry.tempId);
      await second.put(entry, isWritten ? undefined : bytes);
    },
    async bytes(tempId) {
      // Reads may still succeed where writes fail.
      return (await second.bytes(tempId)) ?? inTime(first.bytes(tempId)).catch(() => undefined);
    },
    async remove(tempId) {
      await second.remove(tempId);
      // Deletes may still succeed where writes fail.
      await inTime(first.remove(tempId)).catch(() => undefined);
    },
  };
}
