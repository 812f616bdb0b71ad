import { useEffect } from 'react';
import { createExternalStore, useStore } from '../lib/create-store.ts';
import { session, useSession } from '../lib/session.ts';
import { loadSettings } from '../lib/settings.ts';
import { untilLoaded } from '../lib/until-loaded.ts';
import { type FeedView, feedView, type NotificationFeed, openedFeed } from './notification-feed.ts';

const LOADING: FeedView = {
  notifications: [],
  unread: 0,
  hasMore: false,
  status: 'loading',
  error: undefined,
  isReading: true,
  connection: 'connecting',
};

/** Chooses the source of the notifications. */
async function openFeed(): Promise<NotificationFeed> {
  const { firebase } = await loadSettings();
  const adminId = session.get()?.adminId;
  // The database stores notifications by the administrator's id.
  if (firebase && adminId !== undefined) {
    const { createFirebaseFeed } = await import('./firebase-feed.ts');
    return createFirebaseFeed(firebase, adminId);
  }
  const { createServerFeed } = await import('./server-feed.ts');
  return createServerFeed();
}

/** Opens the feed with the first subscription, and closes it after the last one has ended. */
const feedUse = createExternalStore(feedView.get, open);

function open(): () => void {
  let isClosed = false;
  let end: (() => void) | undefined;

  void untilLoaded(openFeed).then((feed) => {
    if (isClosed) return;
    openedFeed.set(feed);
    const showView = () => feedView.set(feed.get());
    end = feed.subscribe(showView);
    showView();
  });
  return () => {
    isClosed = true;
    end?.();
    openedFeed.set(undefined);
    feedView.set(undefined);
  };
}

export interface Notifications {
  readonly view: FeedView;
  /** Undefined until its code is loaded. */
  readonly feed: NotificationFeed | undefined;
  /** Repeats a failed load. */
  readonly retry: () => void;
}

function retry(): void {
  openedFeed.get()?.reload();
}

/** The signed-in administrator's notifications, with live changes while a component shows them. */
export function useNotifications(): Notifications {
  const token = useSession()?.token;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session has another feed
  useEffect(() => feedUse.subscribe(() => undefined), [token]);
  const view = useStore(feedView) ?? LOADING;
  const feed = useStore(openedFeed);
  return { view, feed, retry };
}
