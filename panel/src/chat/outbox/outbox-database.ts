const DATABASE = 'hai-dang-chat';
export const STORE = 'outbox';
export const BY_ADMIN = 'adminId';
const OPENED_WITHIN_MS = 5_000;

/** The result of a request. */
export function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Opens the database of the outbox.
 * @param onGone called when the connection is no longer usable
 */
export function openDatabase(onGone: () => void): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(STORE, { keyPath: 'tempId' }).createIndex(BY_ADMIN, 'adminId');
  };
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => {
      const database = opening.result;
      // Another version of the panel waits to upgrade the database, or the browser has closed the connection.
      database.onclose = onGone;
      database.onversionchange = () => {
        database.close();
        onGone();
      };
      resolve(database);
    };
    opening.onerror = () => reject(opening.error);
    // Other pages may block it, and some browsers never respond: sending does not wait for that.
    setTimeout(reject, OPENED_WITHIN_MS);
  });
}

/** Where each tab is notified that the storage has changed. */
export const OUTBOX_CHANNEL = 'hai-dang-outbox';

/** Whether the storage has entries of an administrator; false where the browser denies storage. */
export async function hasStoredEntries(adminId: string): Promise<boolean> {
  try {
    const database = await openDatabase(() => undefined);
    const count = await settled(database.transaction(STORE).objectStore(STORE).index(BY_ADMIN).count(adminId));
    database.close();
    return count > 0;
  } catch {
    return false;
  }
}
