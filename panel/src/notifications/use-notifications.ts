import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../lib/session.ts';
import type { FeedView, NotificationFeed } from './notification-feed.ts';
import { feedSlot, viewSlot } from './notifications.slots.ts';
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

let keepers = 0;
let close: (() => void) | undefined;
let reopen: () => void = () => undefined;

/** The first who wants the feed opens it, the last closes it. @returns ends the wish */
function keepOpen(): () => void {
  keepers += 1;
  if (keepers === 1) close = open();
  return () => {
    keepers -= 1;
    if (keepers > 0) return;
    close?.();
    close = undefined;
  };
}

function open(): () => void {
  let isOver = false;
  let end: (() => void) | undefined;

  function start(): void {
    openFeed().then(
      (feed) => {
        if (isOver) return;
        feedSlot.set(feed);
        end = feed.subscribe(viewSlot.set);
      },
      // Its code did not come.
      (error: unknown) => {
        if (!isOver) viewSlot.set({ ...LOADING, status: 'failed', error, isReading: false });
      },
    );
  }

  reopen = () => {
    viewSlot.set(LOADING);
    start();
  };
  start();
  return () => {
    isOver = true;
    end?.();
    feedSlot.set(undefined);
    viewSlot.set(undefined);
  };
}

export interface Notifications {
  readonly view: FeedView;
  /** Undefined until its code is there. */
  readonly feed: NotificationFeed | undefined;
  /** Reads again what could not be read. */
  readonly retry: () => void;
}

function retry(): void {
  const feed = feedSlot.get();
  if (feed) feed.reload();
  else reopen();
}

/** The signed-in administrator's notifications, kept up to date while somebody shows them. */
export function useNotifications(): Notifications {
  const token = useSession()?.token;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session is another feed
  useEffect(() => keepOpen(), [token]);
  const view = useSyncExternalStore(viewSlot.subscribe, viewSlot.get) ?? LOADING;
  const feed = useSyncExternalStore(feedSlot.subscribe, feedSlot.get);
  return { view, feed, retry };
}
