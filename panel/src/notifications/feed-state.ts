import type { Notification, NotificationPage } from '@hai-dang/contract/notifications/notifications.schema.ts';

/** The state of an administrator's notifications. */
export interface FeedState {
  /** Newest first, without a gap from the newest on; ids created later sort later. */
  readonly notifications: readonly Notification[];
  readonly unread: number;
  /** Whether there are older ones. */
  readonly hasMore: boolean;
}

export const EMPTY_FEED: FeedState = { notifications: [], unread: 0, hasMore: false };

export type FeedEvent =
  | { readonly kind: 'added' | 'changed'; readonly notification: Notification }
  | { readonly kind: 'removed'; readonly id: string }
  | { readonly kind: 'cleared' };

export interface Outcome {
  readonly state: FeedState;
  /** False if the event is about an unknown notification, so that a refetch is needed. */
  readonly isSure: boolean;
}

/**
 * From so many on, each new notification drops the oldest, which can be loaded again: a panel that stays open does not
 * grow, and fetches a few pages after a reconnect.
 */
export const NOTIFICATIONS_KEPT = 300;

const unreadIn = (notification: Notification | undefined): number => (notification && !notification.read ? 1 : 0);
const counted = (unread: number): number => Math.max(0, unread);
const indexOf = (state: FeedState, id: string): number => state.notifications.findIndex(({ _id }) => _id === id);

/** Whether a notification with this id, if it existed, would be loaded. */
function isWithinLoaded({ notifications, hasMore }: FeedState, id: string): boolean {
  const oldest = notifications.at(-1);
  return !hasMore || (oldest !== undefined && id > oldest._id);
}

function add(state: FeedState, notification: Notification): Outcome {
  if (indexOf(state, notification._id) >= 0) return { state, isSure: true };
  const unread = state.unread + unreadIn(notification);
  if (!isWithinLoaded(state, notification._id)) return { state: { ...state, unread }, isSure: false };
  const at = state.notifications.findIndex(({ _id }) => _id < notification._id);
  const place = at < 0 ? state.notifications.length : at;
  const notifications = state.notifications.toSpliced(place, 0, notification);
  if (notifications.length <= NOTIFICATIONS_KEPT) return { state: { ...state, unread, notifications }, isSure: true };
  return { state: { unread, notifications: notifications.slice(0, -1), hasMore: true }, isSure: true };
}

function change(state: FeedState, notification: Notification): Outcome {
  const index = indexOf(state, notification._id);
  const known = state.notifications[index];
  if (!known) return { state, isSure: false };
  const unread = counted(state.unread + unreadIn(notification) - unreadIn(known));
  return { state: { ...state, unread, notifications: state.notifications.with(index, notification) }, isSure: true };
}

function remove(state: FeedState, id: string): Outcome {
  const index = indexOf(state, id);
  const known = state.notifications[index];
  if (!known) return { state, isSure: isWithinLoaded(state, id) };
  const unread = counted(state.unread - unreadIn(known));
  return { state: { ...state, unread, notifications: state.notifications.toSpliced(index, 1) }, isSure: true };
}

/** The state after an event; the same event again changes nothing. */
export function applyEvent(state: FeedState, event: FeedEvent): Outcome {
  if (event.kind === 'added') return add(state, event.notification);
  if (event.kind === 'changed') return change(state, event.notification);
  if (event.kind === 'removed') return remove(state, event.id);
  // Server processes publish independently: an event received later may have been published before.
  return { state: EMPTY_FEED, isSure: false };
}

/** The state after several events, in their order. */
export function applyEvents(state: FeedState, events: readonly FeedEvent[]): Outcome {
  let outcome: Outcome = { state, isSure: true };
  for (const event of events) {
    const next = applyEvent(outcome.state, event);
    outcome = { state: next.state, isSure: outcome.isSure && next.isSure };
  }
  return outcome;
}

/** Maximum number of removed ids that are retained. */
export const REMOVED_KEPT = 200;

/**
 * Drops late events: server processes publish independently, so that a notification may arrive after its removal, and
 * would be shown until the next fetch.
 */
export function createLateFilter(): (event: FeedEvent) => boolean {
  const removed = new Set<string>();
  return (event) => {
    if (event.kind === 'cleared') return true;
    if (event.kind !== 'removed') return !removed.has(event.notification._id);
    removed.add(event.id);
    for (const id of removed) {
      if (removed.size <= REMOVED_KEPT) break;
      removed.delete(id);
    }
    return true;
  };
}

/** The state after a fetch of the newest page, regardless of the previous state. */
export const fromPage = ({ notifications, pagination, unreadCount }: NotificationPage): FeedState => ({
  notifications,
  unread: unreadCount,
  hasMore: pagination.hasMore,
});

/** The state with the page after its oldest notification. */
export function withOlder(state: FeedState, page: NotificationPage): FeedState {
  const known = new Set(state.notifications.map(({ _id }) => _id));
  const older = page.notifications.filter(({ _id }) => !known.has(_id));
  return {
    ...state,
    notifications: [...state.notifications, ...older],
    // A backend that sends the same page again has no further page.
    hasMore: page.pagination.hasMore && older.length > 0,
  };
}
