import { useEffect } from 'react';
import { createExternalStore, useStore } from '../lib/create-store.ts';
import { useSession } from '../lib/session.ts';
import type { FeedView, NotificationFeed } from './notification-feed.ts';
import { feedView, openedFeed } from './notifications.store.ts';
import { openFeed } from './open-feed.ts';

const LOADING: FeedView = {
  notifications: [],
  unread: 0,
  hasMore: false,
  status: 'loading',
  error: undefined,
  isReading: true,
  connection: 'connecting',
};

let reopen: () => void = () => undefined;

/** Opens the feed with the first subscription, and closes it with the end of the last. */
const feedUse = createExternalStore(feedView.get, open);

function open(): () => void {
  let isClosed = false;
  let end: (() => void) | undefined;

  function start(): void {
    openFeed().then(
      (feed) => {
        if (isClosed) return;
        openedFeed.set(feed);
        const showView = () => feedView.set(feed.get());
        end = feed.subscribe(showView);
        showView();
      },
      // Its code did not come.
      (error: unknown) => {
        if (!isClosed) feedView.set({ ...LOADING, status: 'failed', error, isReading: false });
      },
    );
  }

  reopen = () => {
    feedView.set(LOADING);
    start();
  };
  start();
  return () => {
    isClosed = true;
    end?.();
    openedFeed.set(undefined);
    feedView.set(undefined);
  };
}

export interface Notifications {
  readonly view: FeedView;
  /** Undefined until its code is there. */
  readonly feed: NotificationFeed | undefined;
  /** Loads again what could not be loaded. */
  readonly retry: () => void;
}

function retry(): void {
  const feed = openedFeed.get();
  if (feed) feed.reload();
  else reopen();
}

/** The signed-in administrator's notifications, kept up to date while somebody shows them. */
export function useNotifications(): Notifications {
  const token = useSession()?.token;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session is another feed
  useEffect(() => feedUse.subscribe(() => undefined), [token]);
  const view = useStore(feedView) ?? LOADING;
  const feed = useStore(openedFeed);
  return { view, feed, retry };
}
