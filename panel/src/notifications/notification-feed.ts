import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { createStore, type Store, useStore } from '../lib/create-store.ts';

/** The state of a feed. */
export interface FeedView {
  /** Newest first, as far as they are loaded. */
  readonly notifications: readonly Notification[];
  readonly unread: number;
  /** Whether there are older ones to load. */
  readonly hasMore: boolean;
  /** 'failed': there is no list to show; a list that is shown stays when a later fetch fails. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** The error of the last fetch, until one succeeds. */
  readonly error: unknown;
  readonly isReading: boolean;
  /** Whether changes are pushed. */
  readonly connection: 'connecting' | 'connected' | 'disconnected';
}

/**
 * One administrator's notifications, from any source; use-notifications.ts chooses the adapter. The feed is open while
 * it has subscribers.
 */
export interface NotificationFeed extends Store<FeedView> {
  /** Each of these updates the view itself; a notification that no longer exists counts as a success. */
  setRead(id: string): Promise<void>;
  /** The same of several, as one row of the list groups them. */
  setSomeRead(ids: readonly string[]): Promise<void>;
  setAllRead(): Promise<void>;
  remove(id: string): Promise<void>;
  removeSome(ids: readonly string[]): Promise<void>;
  removeAll(): Promise<void>;
  /** Loads older ones, unless a fetch is in flight. */
  loadMore(): void;
  /** Refetches the list. */
  reload(): void;
}

/**
 * The open feed and its view; in this module, because the bell is on every screen and the adapters are loaded later.
 */
export const openedFeed = createStore<NotificationFeed | undefined>(undefined);
export const feedView = createStore<FeedView | undefined>(undefined);

/** The number of unread notifications as far as it is known. */
export const useUnreadCount = (): number => useStore(feedView, (view) => view?.unread ?? 0);
