import { deleteApp, initializeApp } from '@firebase/app';
import { connectAuthEmulator, initializeAuth, inMemoryPersistence, signInWithCustomToken } from '@firebase/auth';
import {
  forceWebSockets,
  getDatabase,
  limitToLast,
  onValue,
  orderByKey,
  query,
  ref,
  remove,
  set,
  update,
} from '@firebase/database';
import type { FirebaseWebSettings } from '@hai-dang/contract/panel-settings.ts';

// Otherwise, after one failed socket, the SDK stays with long polling, which adds scripts to the page.
forceWebSockets();

let opened = 0;

/** One administrator's notifications in the realtime database (the wire contract, Realtime database). */
export interface FirebaseDatabase {
  /**
   * Calls back with the newest `limit` at once and after every change.
   * @returns ends that
   */
  watch(limit: number, onValue: (value: unknown) => void, onDenied: (error: Error) => void): () => void;
  watchConnection(onChange: (isConnected: boolean) => void): void;
  /** Watchers see each write at once; it settles when the database has accepted or rejected it. */
  setRead(ids: readonly string[]): Promise<void>;
  remove(id: string): Promise<void>;
  removeAll(): Promise<void>;
  close(): void;
}

/**
 * Signs in and opens the database. Nothing is stored in the browser: each tab signs in separately.
 * @param token the custom token that our server has signed for this administrator
 * @throws if the sign-in fails
 */
export async function openFirebaseDatabase(
  { databaseUrl, projectId, apiKey, authEmulatorUrl }: FirebaseWebSettings,
  adminId: string,
  token: string,
): Promise<FirebaseDatabase> {
  opened += 1;
  const app = initializeApp({ apiKey, projectId, databaseURL: databaseUrl }, `notifications-${opened}`);
  // deleteApp waits for the database's response; the caller does not.
  const close = () => void deleteApp(app).catch(() => undefined);
  try {
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    if (authEmulatorUrl) connectAuthEmulator(auth, authEmulatorUrl, { disableWarnings: true });
    await signInWithCustomToken(auth, token);
  } catch (error) {
    close();
    throw error;
  }
  const database = getDatabase(app);
  const own = ref(database, `notifications/${adminId}`);
  const one = (id: string) => ref(database, `notifications/${adminId}/${id}`);

  return {
    watch: (limit, onChange, onDenied) =>
      onValue(query(own, orderByKey(), limitToLast(limit)), (snapshot) => onChange(snapshot.val()), onDenied),
    watchConnection(onChange) {
      onValue(ref(database, '.info/connected'), (snapshot) => onChange(snapshot.val() === true));
    },
    async setRead(ids) {
      const [id, ...others] = ids;
      if (id === undefined) return;
      if (others.length === 0) await set(ref(database, `notifications/${adminId}/${id}/read`), true);
      else await update(own, Object.fromEntries(ids.map((each) => [`${each}/read`, true])));
    },
    remove: (id) => remove(one(id)),
    removeAll: () => remove(own),
    close,
  };
}
