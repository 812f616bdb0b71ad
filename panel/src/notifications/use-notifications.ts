import { useEffect } from 'react';
import { useStore } from '../lib/create-store.ts';
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
        openedFeed.set(feed);
        const showView = () => feedView.set(feed.get());
        end = feed.subscribe(showView);
        showView();
      },
      // Its code did not come.
      (error: unknown) => {
        if (!isOver) feedView.set({ ...LOADING, status: 'failed', error, isReading: false });
      },
    );
  }

  reopen = () => {
    feedView.set(LOADING);
    start();
  };
  start();
  return () => {
    isOver = true;
    end?.();
    openedFeed.set(undefined);
    feedView.set(undefined);
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
  const feed = openedFeed.get();
  if (feed) feed.reload();
  else reopen();
}

/** The signed-in administrator's notifications, kept up to date while somebody shows them. */
export function useNotifications(): Notifications {
  const token = useSession()?.token;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session is another feed
  useEffect(() => keepOpen(), [token]);
  const view = useStore(feedView) ?? LOADING;
  const feed = useStore(openedFeed);
  return { view, feed, retry };
}
