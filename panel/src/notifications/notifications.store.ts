import { createStore, useStore } from '../lib/create-store.ts';
import type { FeedView, NotificationFeed } from './notification-feed.ts';

/** The open feed, and its view: small, for the bell stands on every screen and the rest is fetched later. */
export const openedFeed = createStore<NotificationFeed | undefined>(undefined);
export const feedView = createStore<FeedView | undefined>(undefined);

/** How many notifications are unread as far as is known. */
export const useUnreadCount = (): number => useStore(feedView, (view) => view?.unread ?? 0);
