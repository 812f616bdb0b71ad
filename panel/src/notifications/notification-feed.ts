import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import type { Store } from '../lib/create-store.ts';

/** What a feed knows at a moment. */
export interface FeedView {
  /** Newest first, as far as they have been read. */
  readonly notifications: readonly Notification[];
  readonly unread: number;
  /** Whether there are older ones to load. */
  readonly hasMore: boolean;
  /** 'failed': there is no list to show; what is shown stays when a later reading fails. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** The last reading's failure, until one succeeds. */
  readonly error: unknown;
  readonly isReading: boolean;
  /** Whether news arrive by themselves. */
  readonly connection: 'connecting' | 'connected' | 'disconnected';
}

/**
 * One administrator's notifications, wherever they come from; adapters are chosen in open-feed.ts. The feed is open as
 * long as it has subscribers.
 */
export interface NotificationFeed extends Store<FeedView> {
  /** Each of these shows its effect itself; what one no longer finds counts as done. */
  setRead(id: string): Promise<void>;
  setAllRead(): Promise<void>;
  remove(id: string): Promise<void>;
  removeAll(): Promise<void>;
  /** Loads older ones, unless something is being read already. */
  loadMore(): void;
  /** Reads the list again. */
  reload(): void;
}
