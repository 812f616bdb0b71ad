import { type Notification, notificationSchema } from '@hai-dang/contract/notifications/notifications.schema.ts';

/** The parsed value of the database. */
export interface FirebaseReading {
  /** Newest first. */
  readonly notifications: readonly Notification[];
  /** The number of entries, invalid ones included. */
  readonly count: number;
}

/** The database stores no nulls. */
const NOTHING = { reports: null, createdAt: null, senderName: null, senderAvatar: null, message: null };

const timeOf = ({ createdAt }: Notification): number => createdAt ?? Number.NEGATIVE_INFINITY;
const newestFirst = (a: Notification, b: Notification): number =>
  timeOf(b) - timeOf(a) || (a._id < b._id ? 1 : a._id > b._id ? -1 : 0);

/**
 * The notifications of the value at notifications/{adminId}. Invalid entries are dropped: others write there too.
 * @param before the last reading: an unchanged notification stays the same object, so that its row is not rerendered
 */
export function toReading(value: unknown, before: readonly Notification[]): FirebaseReading {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  const known = new Map(before.map((notification) => [notification._id, notification]));
  const notifications = entries.flatMap(([_id, content]: [string, unknown]) => {
    const parsed = notificationSchema.safeParse({ ...NOTHING, ...Object(content), _id });
    if (!parsed.success) return [];
    const old = known.get(_id);
    return [old && JSON.stringify(old) === JSON.stringify(parsed.data) ? old : parsed.data];
  });
  return { notifications: notifications.sort(newestFirst), count: entries.length };
}
