import pTimeout from 'p-timeout';
import { type App, type AppTx, inTransaction } from '../lib/context.ts';
import type { Db, DbOrTx } from '../lib/db/database.ts';
import { announcementChangesStore } from './announcement-changes.store.ts';
import { announcementsStore } from './announcements.store.ts';
import { toNotificationContent } from './notifications.mapper.ts';
import type { NotificationSink, SyncChange } from './notifications.sink.ts';
import { type NotificationContentRow, notificationsStore } from './notifications.store.ts';
import { ANNOUNCED, addEntries, EXPAND, type Outbox, OWN } from './outbox.ts';

const DELIVERY_BATCH_SIZE = 200;
/** Administrators, or announcements of one, that a change is written out for in one transaction. */
const EXPANSION_BATCH_SIZE = 200;
/** A count beyond this says nothing more. */
const COUNTED_MAX = 10_000;
/** Less than half of the time after which another server takes over: two never deliver to one administrator at once. */
const DELIVERY_TIMEOUT_MS = 10_000;

/** Finds those of an administrator's notifications that exist, as they are now. */
type FindNotifications = (db: DbOrTx, adminId: string, ids: readonly string[]) => Promise<NotificationContentRow[]>;

/**
 * States the jobs that send a sink the changes that it has not got yet. Entries are written in the transaction of the
 * change, and name only which notification has changed: the sink gets its state at delivery, so that a late or repeated
 * delivery ends right. What changes for all administrators is one entry first, which a job writes out for each.
 */
export function registerNotificationDeliveries(app: App, sink: NotificationSink): void {
  const { db, jobs } = app;
  const register = (outbox: Outbox, find: FindNotifications) =>
    jobs.registerCall(
      outbox.job,
      ({ adminId }, signal) => deliver(db, sink, { outbox, find, adminId, signal }),
      (tx, { adminId }) => outbox.store.hasAny(tx, adminId),
    );
  register(OWN, (on, _adminId, ids) => notificationsStore.findByIds(on, ids));
  register(ANNOUNCED, announcementsStore.findDeliverable);
  jobs.registerCall(
    EXPAND,
    async (_payload, signal) => {
      while (!signal.aborted && (await inTransaction(app, expandNext)));
    },
    announcementChangesStore.hasAny,
  );
  jobs.schedule('notifications.resume-deliveries', 'minutely', () => resumeDeliveries(app));
}

interface Delivery {
  outbox: Outbox;
  find: FindNotifications;
  adminId: string;
  signal: AbortSignal;
}

/** No transaction is open meanwhile: a sink that is slow must not keep a connection from the calls. */
async function deliver(db: Db, sink: NotificationSink, delivery: Delivery): Promise<void> {
  const { outbox, find, adminId, signal } = delivery;
  while (!signal.aborted) {
    const entries = await outbox.store.findOf(db, adminId, DELIVERY_BATCH_SIZE);
    if (entries.length === 0) return;
    const ids = inOrderOfLastChange(entries.map(({ notificationId }) => notificationId));
    const byId = new Map((await find(db, adminId, ids)).map((row) => [row.id, row]));
    const changes = ids.map((notificationId): SyncChange => {
      const row = byId.get(notificationId);
      return { notificationId, content: row ? toNotificationContent(row) : null };
    });
    await pTimeout(sink.deliver(adminId, changes), { milliseconds: DELIVERY_TIMEOUT_MS });
    await outbox.store.delete(
      db,
      entries.map(({ id }) => id),
    );
  }
}

/** Writes out the next part of the first change. @returns whether there was any */
async function expandNext(ctx: AppTx): Promise<boolean> {
  const { tx } = ctx;
  const change = await announcementChangesStore.lockFirst(tx);
  if (!change) return false;
  const entries = await announcementChangesStore.findEntries(tx, change, EXPANSION_BATCH_SIZE);
  await addEntries(ctx, ANNOUNCED, entries);
  const last = entries.at(-1);
  if (last && entries.length === EXPANSION_BATCH_SIZE) {
    const position = change.announcement_id === null ? last.notificationId : last.adminId;
    await announcementChangesStore.setPosition(tx, change.id, position);
  } else await announcementChangesStore.delete(tx, change.id);
  return true;
}

/** Enqueues a job for everything that waits: its server has ended, or a backup brought it back. */
export async function resumeDeliveries({ db, transact, jobs }: App): Promise<void> {
  if (await announcementChangesStore.hasAny(db)) await transact((tx) => jobs.enqueue(tx, EXPAND, {}));
  for (const { store, job } of [OWN, ANNOUNCED]) {
    for (const adminId of await store.findAdministrators(db)) {
      await transact((tx) => jobs.enqueue(tx, job, { adminId }));
    }
  }
}

/** How many entries are pending or in flight; at most {@link COUNTED_MAX}. */
export async function countUndelivered(db: Db): Promise<number> {
  const stores = [OWN.store, ANNOUNCED.store, announcementChangesStore];
  const counts = await Promise.all(stores.map((store) => store.countUpTo(db, COUNTED_MAX)));
  return Math.min(
    counts.reduce((sum, count) => sum + count, 0),
    COUNTED_MAX,
  );
}

/** Each id once, in the order of its last change. */
const inOrderOfLastChange = (ids: readonly string[]): string[] => [...new Set(ids.toReversed())].reverse();
