import {
  createFirebaseToken,
  deleteAllNotifications,
  deleteNotification,
  markAllNotificationsRead,
  markNotificationRead,
} from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import type { FirebaseWebSettings } from '@hai-dang/contract/panel-settings.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { ApiError, isNotFound } from '../lib/api-error.ts';
import { createStore } from '../lib/create-store.ts';
import { type FirebaseDatabase, openFirebaseDatabase } from './firebase-database.ts';
import { toReading } from './firebase-items.ts';
import type { FeedView, NotificationFeed } from './notification-feed.ts';
import { markSomeRead, removeSomeNotifications } from './notifications.api.ts';

/** How many are watched at first, and how many more for each page of older ones. */
const WATCHED = 200;
/** Retry delay after the database has denied access, or the sign-in has failed. */
const TRY_AGAIN_MS = 60_000;
/** Timeout for a write to the database; a write not accepted by then is accepted later. */
const ANSWER_MS = 5_000;

/**
 * The custom token of this browser's Firebase sign-in.
 * @throws ApiError, also where the server does not use Firebase
 */
async function fetchToken(): Promise<string> {
  const { token } = (await callEndpoint(createFirebaseToken)).data;
  if (token === null) throw new ApiError({ status: 0, code: 'FIREBASE_NOT_SET_UP' });
  return token;
}

/**
 * The feed of Firebase's realtime database (the wire contract, Realtime database; specification, section 7).
 *
 * Changes are sent to our own server first: it records the audit log, and it applies them to the database as well if
 * this tab cannot reach it. Then they are written to the database, where every tab sees them at once.
 */
export function createFirebaseFeed(settings: FirebaseWebSettings, adminId: string): NotificationFeed {
  let database: FirebaseDatabase | undefined;
  /** The current connection attempt: callbacks of an aborted one are ignored. */
  let opening = 0;
  let stopWatching: () => void = () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watched = WATCHED;
  const store = createStore<FeedView>(
    {
      notifications: [],
      unread: 0,
      hasMore: false,
      status: 'loading',
      error: undefined,
      isReading: false,
      connection: 'connecting',
    },
    {
      onActive() {
        void open();
        return close;
      },
    },
  );
  const view = store.get;
  const change = (part: Partial<FeedView>): void => store.set({ ...view(), ...part });

  function show(value: unknown): void {
    const { notifications, count } = toReading(value, view().notifications);
    change({
      notifications,
      unread: notifications.filter(({ read }) => !read).length,
      hasMore: count >= watched,
      status: 'ready',
      error: undefined,
      isReading: false,
    });
  }

  function fail(error: unknown): void {
    close();
    change({
      error,
      isReading: false,
      connection: 'disconnected',
      ...(view().status === 'loading' && { status: 'failed' }),
    });
    timer = setTimeout(() => void open(), TRY_AGAIN_MS);
  }

  /** The list stays until the database has responded. */
  function watch(from: FirebaseDatabase): void {
    const stopBefore = stopWatching;
    stopWatching = from.watch(watched, show, fail);
    stopBefore();
  }

  function showConnection(isConnected: boolean): void {
    // biome-ignore lint/suspicious/noConsole: specification, section 7
    console.info(`The notifications’ database is ${isConnected ? 'connected' : 'not connected'}.`);
    // Before the first connection it is not disconnected.
    if (isConnected || view().connection === 'connected')
      change({ connection: isConnected ? 'connected' : 'disconnected' });
  }

  async function open(): Promise<void> {
    close();
    const current = opening;
    change({ isReading: true });
    try {
      const openedDatabase = await openFirebaseDatabase(settings, adminId, await fetchToken());
      if (current !== opening) return openedDatabase.close();
      database = openedDatabase;
      openedDatabase.watchConnection((isConnected) => current === opening && showConnection(isConnected));
      watch(openedDatabase);
    } catch (error) {
      if (current === opening) fail(error);
    }
  }

  function close(): void {
    opening += 1;
    clearTimeout(timer);
    stopWatching();
    stopWatching = () => undefined;
    database?.close();
    database = undefined;
  }

  const find = (id: string) => view().notifications.find(({ _id }) => _id === id);

  /**
   * Makes a change on our server, then in the database.
   * @param isDone whether the list already shows the result: then a rejection is ignored
   */
  async function changeBoth(
    onServer: () => Promise<unknown>,
    inDatabase: (current: FirebaseDatabase) => Promise<void>,
    isDone: () => boolean,
  ): Promise<void> {
    await onServer().catch(ignoreUnknown);
    if (!database) return;
    const isConnected = view().connection === 'connected';
    try {
      await answered(inDatabase(database), isConnected ? ANSWER_MS : 0);
    } catch (error) {
      if (!isDone()) throw asApiError(error);
    }
  }

  const areRead = (ids: readonly string[]): boolean => ids.every((id) => find(id)?.read !== false);

  return {
    get: store.get,
    subscribe: store.subscribe,

    setRead: (id) =>
      changeBoth(
        () => callEndpoint(markNotificationRead, { params: { id } }),
        (current) => current.setRead(find(id) ? [id] : []),
        () => areRead([id]),
      ),

    setSomeRead: (ids) =>
      changeBoth(
        () => markSomeRead(ids),
        (current) => current.setRead(ids.filter(find)),
        () => areRead(ids),
      ),

    setAllRead() {
      const ids = unreadIds(view().notifications);
      return changeBoth(
        () => callEndpoint(markAllNotificationsRead),
        // Notifications that were removed meanwhile are left out.
        (current) => current.setRead(ids.filter(find)),
        () => areRead(ids),
      );
    },

    remove: (id) =>
      changeBoth(
        () => callEndpoint(deleteNotification, { params: { id } }),
        (current) => current.remove(id),
        () => find(id) === undefined,
      ),

    removeSome: (ids) =>
      changeBoth(
        () => removeSomeNotifications(ids),
        async (current) => {
          await Promise.all(ids.map((id) => current.remove(id)));
        },
        () => !ids.some(find),
      ),

    removeAll: () =>
      changeBoth(
        () => callEndpoint(deleteAllNotifications),
        (current) => current.removeAll(),
        () => view().notifications.length === 0,
      ),

    loadMore() {
      if (!database || view().isReading || !view().hasMore) return;
      watched += WATCHED;
      change({ isReading: true });
      watch(database);
    },

    reload: () => void open(),
  };
}

const unreadIds = (notifications: readonly Notification[]): string[] =>
  notifications.flatMap(({ _id, read }) => (read ? [] : [_id]));

/** Our server may not have a notification of the database, or may store none. */
function ignoreUnknown(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

/**
 * Waits for the database's response until a timeout: a write that is not accepted yet is accepted when the database is
 * reachable again.
 */
async function answered(writing: Promise<void>, withinMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const longEnough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs);
  });
  // A later rejection must not count as unhandled.
  writing.catch(() => undefined);
  await Promise.race([writing, longEnough]);
  clearTimeout(timer);
}

/** Converts an error to an ApiError, so that the screens handle one kind. */
function asApiError(error: unknown): ApiError {
  const isDenied = error instanceof Error && /permission.denied/i.test(error.message);
  return new ApiError(isDenied ? { status: 403, code: 'FIREBASE_DENIED' } : { status: 0, code: 'FIREBASE_FAILED' });
}
