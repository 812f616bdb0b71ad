import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';

/** The notifications already seen, which are not new. */
export interface Seen {
  readonly ids: ReadonlySet<string>;
  /** The earliest time seen, in ms: notifications up to this time are from an older page, not new. */
  readonly since: number;
}

const timeOf = ({ createdAt }: Notification): number => createdAt ?? Number.POSITIVE_INFINITY;

/**
 * The new notifications since `seen`: unread ones whose id was never seen before, newest first. The first list is the
 * starting point, and has no new ones.
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
    // No notification is older than an empty list.
    const since = notifications.length === 0 ? Number.NEGATIVE_INFINITY : oldest;
    return { seen: { ids, since }, arrived: [] };
  }
  if (ids.size === before) return { seen, arrived: [] };
  const arrived = notifications.filter((item) => !item.read && !seen.ids.has(item._id) && timeOf(item) > seen.since);
  return { seen: { ids, since: Math.min(seen.since, oldest) }, arrived };
}
