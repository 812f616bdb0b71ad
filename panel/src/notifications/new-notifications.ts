import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';

/** What has been seen so far, so that nobody is told of it. */
export interface Seen {
  readonly ids: ReadonlySet<string>;
  /** The earliest time seen, in ms: what is from then or before is an older page, not news. */
  readonly since: number;
}

const timeOf = ({ createdAt }: Notification): number => createdAt ?? Number.POSITIVE_INFINITY;

/**
 * Which notifications have come since `seen`: unread ones whose id was never seen before, newest first. The first list
 * is where one starts, and brings none.
 */
export function findNew(
  seen: Seen | undefined,
  notifications: readonly Notification[],
): { readonly seen: Seen; readonly arrived: readonly Notification[] } {
  const ids = new Set(seen?.ids);
  const before = ids.size;
  for (const { _id } of notifications) ids.add(_id);
  const oldest = notifications.reduce((since, item) => Math.min(since, timeOf(item)), Number.POSITIVE_INFINITY);
  if (!seen) {
    // Of an empty list nothing is older.
    const since = notifications.length === 0 ? Number.NEGATIVE_INFINITY : oldest;
    return { seen: { ids, since }, arrived: [] };
  }
  if (ids.size === before) return { seen, arrived: [] };
  const arrived = notifications.filter((item) => !item.read && !seen.ids.has(item._id) && timeOf(item) > seen.since);
  return { seen: { ids, since: Math.min(seen.since, oldest) }, arrived };
}
