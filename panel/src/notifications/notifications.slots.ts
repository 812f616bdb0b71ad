import { useSyncExternalStore } from 'react';
import { createExternalSlot } from '../lib/external-slot.ts';
import type { FeedView, NotificationFeed } from './notification-feed.ts';

/** The open feed, and what it knows: small, for the bell stands on every screen and the rest is fetched later. */
export const feedSlot = createExternalSlot<NotificationFeed>();
export const viewSlot = createExternalSlot<FeedView>();

const unread = (): number => viewSlot.get()?.unread ?? 0;

/** How many notifications are unread as far as is known. */
export const useUnreadCount = (): number => useSyncExternalStore(viewSlot.subscribe, unread);
