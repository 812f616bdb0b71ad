/** What is known of a picture without looking into it. */
export interface ImageFacts {
  /** Of the file it came from. */
  readonly name: string;
  /** In pixels, as it is shown. */
  readonly width: number;
  readonly height: number;
}

/** A text or a picture that was sent by hand and is not yet known to be stored. */
export interface OutboxEntry {
  /** The idempotency key: every attempt carries the same one (the wire contract, Delivery). */
  readonly tempId: string;
  /** Whose it is. */
  readonly adminId: string;
  /** To whom it goes. */
  readonly userId: string;
  /** A picture's caption, perhaps ''. */
  readonly text: string;
  /** With it the entry is a picture, whose bytes lie beside it. */
  readonly picture?: ImageFacts | undefined;
  /** In ms since 1970; grows from one entry to the next, so that it is also their order. */
  readonly createdAt: number;
  /** How long it has been waiting for a confirmation while there was a connection. */
  readonly waitedMs: number;
  /** Why it is not sent any more by itself; what may be shown. */
  readonly error?: string | undefined;
}

export interface OutboxStorage {
  /** All of one administrator's. */
  all(adminId: string): Promise<OutboxEntry[]>;
  /** @param bytes a picture's, when it is first written; they stay as they are from then on */
  put(entry: OutboxEntry, bytes?: Blob): Promise<void>;
  /** The bytes of an entry that is a picture. */
  bytes(tempId: string): Promise<Blob | undefined>;
  remove(tempId: string): Promise<void>;
}

/** True if the browser has no room left for what was to be written. */
const isOutOfRoom = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError';

const DATABASE = 'hai-dang-chat';
const STORE = 'outbox';
const BY_ADMIN = 'adminId';
const OPENED_WITHIN_MS = 5_000;

/**
 * Where a picture's bytes lie, apart from the entry, which is written again and again. They belong to no
 * administrator, so that the list of entries leaves them out.
 */
const bytesKey = (tempId: string): string => `${tempId} bytes`;

function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param onGone the connection is of no use any more */
function openDatabase(onGone: () => void): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(STORE, { keyPath: 'tempId' }).createIndex(BY_ADMIN, 'adminId');
  };
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => {
      const database = opening.result;
      // Another version of the panel waits to change the database, or the browser has dropped the connection.
      database.onclose = onGone;
      database.onversionchange = () => {
        database.close();
        onGone();
      };
      resolve(database);
    };
    opening.onerror = () => reject(opening.error);
    // Other pages may block it, and some browsers never answer: what is to be sent does not wait for that.
    setTimeout(reject, OPENED_WITHIN_MS);
  });
}

/** The outbox in the browser's database: it outlives the page. Each call rejects where the browser refuses storage. */
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
  /** Some browsers drop a connection without a word. */
  const transactionOf: typeof begin = (...how) => begin(...how).catch(() => begin(...how));
  async function change(work: (store: IDBObjectStore) => void): Promise<void> {
    // 'strict': what is said to be written is on the disk.
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

/** The outbox as long as the page stands. */
export function createMemoryStorage(): OutboxStorage {
  const entries = new Map<string, OutboxEntry>();
  const pictures = new Map<string, Blob>();
  return {
    all: async (adminId) => [...entries.values()].filter((entry) => entry.adminId === adminId),
    async put(entry, bytes) {
      entries.set(entry.tempId, entry);
      if (bytes) pictures.set(entry.tempId, bytes);
    },
    bytes: async (tempId) => pictures.get(tempId),
    async remove(tempId) {
      entries.delete(tempId);
      pictures.delete(tempId);
    },
  };
}

/**
 * Keeps to the first storage while it works, and to memory from its first failure on. Only a picture that the first
 * one has no room for is refused: what lies in memory alone is soon too much, and lost with the page.
 * @param second empty; it is given all that is known here, so that nothing of it is missing when the first one fails
 */
export function withFallback(first: OutboxStorage, second: OutboxStorage): OutboxStorage {
  let hasFailed = false;
  /** @returns undefined once the first one has failed: private mode, a policy, a full disk */
  async function attempt<Value>(work: (storage: OutboxStorage) => Promise<Value>): Promise<Value | undefined> {
    if (hasFailed) return undefined;
    try {
      return await work(first);
    } catch {
      hasFailed = true;
      return undefined;
    }
  }
  return {
    async all(adminId) {
      const stored = await attempt((storage) => storage.all(adminId));
      if (!stored) return second.all(adminId);
      // Copied only: another call may be just about to find out that the first one takes nothing more.
      for (const entry of stored) await second.put(entry);
      return stored;
    },
    async put(entry, bytes) {
      await second.put(entry);
      if (!bytes) {
        await attempt((storage) => storage.put(entry));
        return;
      }
      let outOfRoom: unknown;
      const isWritten = await attempt((storage) =>
        storage.put(entry, bytes).then(
          () => true,
          (error: unknown) => {
            if (!isOutOfRoom(error)) throw error;
            outOfRoom = error;
          },
        ),
      );
      if (outOfRoom !== undefined) {
        await second.remove(entry.tempId);
        throw outOfRoom;
      }
      if (isWritten !== true) await second.put(entry, bytes);
    },
    async bytes(tempId) {
      // Even one that takes nothing more may give.
      return (await second.bytes(tempId)) ?? first.bytes(tempId).catch(() => undefined);
    },
    async remove(tempId) {
      await second.remove(tempId);
      // Even one that takes nothing more may let go.
      await first.remove(tempId).catch(() => undefined);
    },
  };
}
