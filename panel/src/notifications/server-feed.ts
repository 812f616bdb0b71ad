import {
  NOTIFICATION_EVENTS_MAX,
  NOTIFICATION_LIST_DEFAULT_LIMIT,
  PAGE_MAX_LIMIT,
} from '@hai-dang/contract/constants.ts';
import {
  deleteAllNotifications,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import {
  notificationAdded,
  notificationChanged,
  notificationRemoved,
  notificationsCleared,
} from '@hai-dang/contract/notifications/notifications.events.ts';
import type { Notification, NotificationPage } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { createStore } from '../lib/create-store.ts';
import { type PanelSocket, panelSocket } from '../lib/socket.ts';
import { throttle } from '../lib/throttle.ts';
import {
  applyEvents,
  createLateFilter,
  EMPTY_FEED,
  type FeedEvent,
  type FeedState,
  fromPage,
  withOlder,
} from './feed-state.ts';
import type { FeedView, NotificationFeed } from './notification-feed.ts';
import { markSomeRead, removeSomeNotifications } from './notifications.api.ts';

/** Events within this time cause one refetch. */
const READ_AGAIN_AFTER_MS = 500;

/** The newest notifications, or those before one. @throws ApiError */
async function fetchNotifications(limit: number, before?: string): Promise<NotificationPage> {
  const body = { limit, ...(before !== undefined && { before }) };
  return (await callEndpoint(listNotifications, { body })).data;
}

/** The newest page, with at least as many notifications as are shown now, so that a refetch never removes rows. */
async function readFromNewest(shown: number): Promise<FeedState> {
  const limit = Math.min(Math.max(shown, NOTIFICATION_LIST_DEFAULT_LIMIT), PAGE_MAX_LIMIT);
  let state = fromPage(await fetchNotifications(limit));
  while (state.hasMore && state.notifications.length < shown) {
    state = withOlder(state, await fetchNotifications(limit, state.notifications.at(-1)?._id));
  }
  return state;
}

/**
 * The feed of the panel's own server: the list over HTTP, then the socket's events. The list is refetched after each
 * connection, and after an event whose effect is not sure.
 */
export function createServerFeed(socket: PanelSocket = panelSocket): NotificationFeed {
  let state = EMPTY_FEED;
  let status: FeedView['status'] = 'loading';
  let error: unknown;
  /** Events received during a fetch: its response may be older, so they are applied to it once more. */
  let receivedMeanwhile: FeedEvent[] | undefined;
  let isWantedAgain = false;
  let changesReceived = 0;
  const isInTime = createLateFilter();
  let isOpen = false;
  let wasConnected = false;

  /** Before the first connection it is not disconnected. */
  function connection(): FeedView['connection'] {
    const current = socket.state.get();
    if (current === 'connected') wasConnected = true;
    return wasConnected ? current : 'connecting';
  }

  const view = (): FeedView => ({
    ...state,
    status,
    error,
    isReading: receivedMeanwhile !== undefined,
    connection: connection(),
  });
  const store = createStore(view(), { onActive: open });
  const showView = () => store.set(view());

  /** One fetch at a time; a request meanwhile starts another fetch afterwards. */
  async function read(get: () => Promise<(before: FeedState) => FeedState>): Promise<void> {
    receivedMeanwhile = [];
    showView();
    let isSure = true;
    try {
      const merge = await get();
      const outcome = applyEvents(merge(state), receivedMeanwhile);
      // Events received meanwhile may be older than the response.
      isSure = outcome.isSure && receivedMeanwhile.length === 0;
      state = outcome.state;
      status = 'ready';
      error = undefined;
    } catch (failure) {
      error = failure;
      if (status === 'loading') status = 'failed';
    }
    receivedMeanwhile = undefined;
    if (isOpen) showView();
    if (isWantedAgain) readAll();
    else if (!isSure) readAllSoon();
  }

  function readAll(): void {
    readAllSoon.cancel();
    isWantedAgain = receivedMeanwhile !== undefined;
    if (isWantedAgain || !isOpen) return;
    changesReceived = 0;
    void read(async () => {
      const fresh = await readFromNewest(state.notifications.length);
      return () => fresh;
    });
  }

  const readAllSoon = throttle(readAll, READ_AGAIN_AFTER_MS);

  function receive(...published: FeedEvent[]): void {
    const events = published.filter(isInTime);
    receivedMeanwhile?.push(...events);
    const outcome = applyEvents(state, events);
    state = outcome.state;
    changesReceived += events.filter(({ kind }) => kind === 'changed').length;
    showView();
    if (status === 'ready' && (!outcome.isSure || changesReceived >= NOTIFICATION_EVENTS_MAX)) readAllSoon();
  }

  function open(): () => void {
    isOpen = true;
    const ends = [
      socket.on(notificationAdded, ({ notification }) => receive({ kind: 'added', notification })),
      socket.on(notificationChanged, ({ notification }) => receive({ kind: 'changed', notification })),
      socket.on(notificationRemoved, ({ id }) => receive({ kind: 'removed', id })),
      socket.on(notificationsCleared, () => receive({ kind: 'cleared' })),
      socket.onConnected(readAll),
      socket.state.subscribe(showView),
    ];
    readAll();
    return () => {
      isOpen = false;
      for (const end of ends) end();
      readAllSoon.cancel();
    };
  }

  const find = (id: string) => state.notifications.find(({ _id }) => _id === id);
  const asRead = (notification: Notification): FeedEvent => ({
    kind: 'changed',
    notification: { ...notification, read: true },
  });
  /** Whether another tab or browser has already removed it. */
  function isGone(failure: unknown): boolean {
    return failure instanceof ApiError && failure.code === 'NOTIFICATION_NOT_FOUND';
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    async setRead(id) {
      const before = find(id);
      if (before) receive(asRead(before));
      try {
        await callEndpoint(markNotificationRead, { params: { id } });
        // The list fetched meanwhile may be older.
        if (before && find(id)) receive(asRead(before));
      } catch (failure) {
        if (isGone(failure)) return receive({ kind: 'removed', id });
        if (before && find(id)) receive({ kind: 'changed', notification: before });
        throw failure;
      }
    },

    async setSomeRead(ids) {
      const before = ids.flatMap((id) => find(id) ?? []);
      const present = () => before.filter(({ _id }) => find(_id));
      receive(...before.map(asRead));
      try {
        await markSomeRead(ids);
        // The list fetched meanwhile may be older.
        receive(...present().map(asRead));
      } catch (failure) {
        receive(...present().map((notification) => ({ kind: 'changed' as const, notification })));
        throw failure;
      }
    },

    async setAllRead() {
      const before = state.notifications;
      await callEndpoint(markAllNotificationsRead);
      // Notifications received since are left out.
      receive(...before.filter(({ _id, read }) => !read && find(_id)).map(asRead));
      // Notifications that are not loaded count too.
      if (state.unread > 0) readAll();
    },

    async remove(id) {
      try {
        await callEndpoint(deleteNotification, { params: { id } });
      } catch (failure) {
        if (!isGone(failure)) throw failure;
      }
      receive({ kind: 'removed', id });
    },

    async removeSome(ids) {
      await removeSomeNotifications(ids);
      receive(...ids.map((id) => ({ kind: 'removed' as const, id })));
    },

    async removeAll() {
      const before = state.notifications;
      await callEndpoint(deleteAllNotifications);
      receive(...before.map(({ _id: id }) => ({ kind: 'removed' as const, id })));
      if (state.hasMore || state.unread > 0) readAll();
    },

    loadMore() {
      const oldest = state.notifications.at(-1);
      if (receivedMeanwhile !== undefined || !state.hasMore || !oldest) return;
      void read(async () => {
        const page = await fetchNotifications(NOTIFICATION_LIST_DEFAULT_LIMIT, oldest._id);
        return (before) => withOlder(before, page);
      });
    },

    reload: readAll,
  };
}
