import pTimeout from 'p-timeout';
import { z } from 'zod';
import type { Database, DbOrTx, Tx } from '../lib/db/database.ts';
import type { JobRunner } from '../lib/jobs/job-runner.ts';
import { announcementChangesStore } from './announcement-changes.store.ts';
import { announcementsStore } from './announcements.store.ts';
import { toNotificationContent } from './notifications.mapper.ts';
import type { NotificationSink, SyncChange } from './notifications.sink.ts';
import { type NotificationContentRow, notificationsStore } from './notifications.store.ts';
import { createOutboxStore, type OutboxEntry, type OutboxStore } from './outbox.store.ts';

const DELIVERY_BATCH_SIZE = 200;
/** Administrators, or announcements of one, that a change is written out for in one transaction. */
const EXPANSION_BATCH_SIZE = 200;
/** A count beyond this says nothing more. */
const COUNTED_MAX = 10_000;
/** Less than half of the time after which another server takes over: two never deliver to one administrator at once. */
const DELIVERY_TIMEOUT_MS = 10_000;

const EXPAND = { name: 'notifications.expand-announcements', schema: z.object({}), keyOf: () => '' };

interface OutboxNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  sink: NotificationSink;
  jobs: Pick<JobRunner, 'registerCall' | 'schedule' | 'enqueue' | 'enqueueAfter'>;
}

/** An outbox of which each administrator's entries go out in their order, in a job of which one runs at a time. */
interface DeliveryKind {
  /** Of the job. */
  name: string;
  store: OutboxStore;
  /** Those of an administrator's that exist, as they are now. */
  find: (db: DbOrTx, adminId: string, ids: readonly string[]) => Promise<NotificationContentRow[]>;
}

const OWN: DeliveryKind = {
  name: 'notifications.deliver',
  store: createOutboxStore('notification_outbox'),
  find: (db, _adminId, ids) => notificationsStore.findByIds(db, ids),
};
const ANNOUNCED: DeliveryKind = {
  name: 'notifications.deliver-announcements',
  store: createOutboxStore('announcement_outbox'),
  find: announcementsStore.findDeliverable,
};

/**
 * The changes that a sink has not got yet. Entries are written in the transaction of the change, and name only which
 * notification has changed: the sink gets its state at delivery, so that a late or repeated delivery ends
 * right. What changes for all administrators is one entry first, which a job writes out for each.
 */
export function createOutbox({ database: { db, transact }, sink, jobs }: OutboxNeeds) {
  const own = createDelivery(OWN);
  const announced = createDelivery(ANNOUNCED);

  function createDelivery({ name, store, find }: DeliveryKind) {
    const kind = {
      name,
      schema: z.object({ adminId: z.string() }),
      keyOf: ({ adminId }: { adminId: string }) => adminId,
    };

    /** No transaction is open meanwhile: a sink that is slow must not keep a connection from the calls. */
    async function deliver({ adminId }: { adminId: string }, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const entries = await store.findOf(db, adminId, DELIVERY_BATCH_SIZE);
        if (entries.length === 0) return;
        const ids = inOrderOfLastChange(entries.map(({ notificationId }) => notificationId));
        const byId = new Map((await find(db, adminId, ids)).map((row) => [row.id, row]));
        const changes = ids.map((notificationId): SyncChange => {
          const row = byId.get(notificationId);
          return { notificationId, content: row ? toNotificationContent(row) : null };
        });
        await pTimeout(sink.deliver(adminId, changes), { milliseconds: DELIVERY_TIMEOUT_MS });
        await store.delete(
          db,
          entries.map(({ id }) => id),
        );
      }
    }
    jobs.registerCall(kind, deliver, (tx, { adminId }) => store.hasAny(tx, adminId));

    return {
      async add(tx: Tx, entries: readonly OutboxEntry[]): Promise<void> {
        if (entries.length === 0) return;
        await store.insert(tx, entries);
        const adminIds = new Set(entries.map(({ adminId }) => adminId));
        jobs.enqueueAfter(
          tx,
          kind,
          [...adminIds].map((adminId) => ({ adminId })),
        );
      },

      async resume(): Promise<void> {
        for (const adminId of await store.findAdministrators(db)) {
          await transact((tx) => jobs.enqueue(tx, kind, { adminId }));
        }
      },
    };
  }

  /** Writes out the next part of the first change. @returns whether there was any */
  async function expandNext(tx: Tx): Promise<boolean> {
    const change = await announcementChangesStore.lockFirst(tx);
    if (!change) return false;
    const entries = await announcementChangesStore.findEntries(tx, change, EXPANSION_BATCH_SIZE);
    await announced.add(tx, entries);
    const last = entries.at(-1);
    if (last && entries.length === EXPANSION_BATCH_SIZE) {
      const position = change.announcement_id === null ? last.notificationId : last.adminId;
      await announcementChangesStore.setPosition(tx, change.id, position);
    } else await announcementChangesStore.delete(tx, change.id);
    return true;
  }

  jobs.registerCall(
    EXPAND,
    async (_payload, signal) => {
      while (!signal.aborted && (await transact(expandNext)));
    },
    announcementChangesStore.hasAny,
  );

  /** Enqueues a job for everything that waits: its server has ended, or a backup brought it back. */
  async function resumeDeliveries(): Promise<void> {
    if (await announcementChangesStore.hasAny(db)) await transact((tx) => jobs.enqueue(tx, EXPAND, {}));
    await own.resume();
    await announced.resume();
  }
  jobs.schedule('notifications.resume-deliveries', 'minutely', resumeDeliveries);

  return {
    resumeDeliveries,

    /** How many entries are pending or in flight; at most {@link COUNTED_MAX}. */
    async countWaiting(): Promise<number> {
      const stores = [OWN.store, ANNOUNCED.store, announcementChangesStore];
      const counts = await Promise.all(stores.map((store) => store.countUpTo(db, COUNTED_MAX)));
      return Math.min(
        counts.reduce((sum, count) => sum + count, 0),
        COUNTED_MAX,
      );
    },

    /** Puts administrators' own notifications in; they go out once `tx` is committed. */
    add: own.add,

    /** The same of announcements that have changed for one administrator. */
    addAnnouncements: announced.add,

    /** The same of announcements that have changed for all of them. */
    async addAnnouncementsForAll(tx: Tx, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await announcementChangesStore.insertForAll(tx, ids);
      jobs.enqueueAfter(tx, EXPAND, [{}]);
    },

    /** The same of all that an administrator has from this id on. */
    async addAnnouncementsFrom(tx: Tx, adminId: string, from: string): Promise<void> {
      await announcementChangesStore.insertFrom(tx, adminId, from);
      jobs.enqueueAfter(tx, EXPAND, [{}]);
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;

/** Each id once, in the order of its last change. */
const inOrderOfLastChange = (ids: readonly string[]): string[] => [...new Set(ids.toReversed())].reverse();
