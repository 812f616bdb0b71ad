import pTimeout from 'p-timeout';
import { z } from 'zod';
import type { Database, Tx } from '../lib/db/database.ts';
import type { JobRunner } from '../lib/jobs/job-runner.ts';
import { toNotificationContent } from './notifications.mapper.ts';
import type { NotificationSink, SyncChange } from './notifications.sink.ts';
import { type OutboxEntry, type OutboxRow, outboxStore } from './outbox.store.ts';

const DELIVERY_BATCH_SIZE = 200;
/** A count beyond this says nothing more. */
const COUNTED_MAX = 10_000;
/** Less than half of the time after which another server takes over: two never deliver to one administrator at once. */
const DELIVERY_TIMEOUT_MS = 10_000;

const DELIVER = {
  name: 'notifications.deliver',
  schema: z.object({ adminId: z.string() }),
  keyOf: ({ adminId }: { adminId: string }) => adminId,
};

interface OutboxNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  sink: NotificationSink;
  jobs: Pick<JobRunner, 'registerCall' | 'schedule' | 'enqueue' | 'enqueueAfter'>;
}

/**
 * The changes that a sink has not got yet. Entries are written in the transaction of the change, and name only which
 * notification has changed: the sink gets its state at delivery, so that a late or repeated delivery ends
 * right. Each administrator's entries go out in their order, in a job of which one runs at a time.
 */
export function createOutbox({ database: { db, transact }, sink, jobs }: OutboxNeeds) {
  /** No transaction is open meanwhile: a sink that is slow must not keep a connection from the calls. */
  async function deliver({ adminId }: { adminId: string }, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const rows = await outboxStore.findOf(db, adminId, DELIVERY_BATCH_SIZE);
      if (rows.length === 0) return;
      await pTimeout(sink.deliver(adminId, toChanges(rows)), { milliseconds: DELIVERY_TIMEOUT_MS });
      await outboxStore.delete(
        db,
        rows.map(({ id }) => id),
      );
    }
  }

  /** Enqueues a delivery to everybody for whom something waits: its server has ended, or a backup brought it back. */
  async function resumeDeliveries(): Promise<void> {
    for (const adminId of await outboxStore.findAdministrators(db)) {
      await transact((tx) => jobs.enqueue(tx, DELIVER, { adminId }));
    }
  }

  jobs.registerCall(DELIVER, deliver, (tx, { adminId }) => outboxStore.hasAny(tx, adminId));
  jobs.schedule('notifications.resume-deliveries', 'minutely', resumeDeliveries);

  return {
    resumeDeliveries,

    /** How many entries are pending or in flight; at most {@link COUNTED_MAX}. */
    countWaiting: (): Promise<number> => outboxStore.countUpTo(db, COUNTED_MAX),

    /** Puts entries in; they go out once `tx` is committed. */
    async add(tx: Tx, entries: readonly OutboxEntry[]): Promise<void> {
      if (entries.length === 0) return;
      await outboxStore.insert(tx, entries);
      const adminIds = new Set(entries.map(({ adminId }) => adminId));
      jobs.enqueueAfter(
        tx,
        DELIVER,
        [...adminIds].map((adminId) => ({ adminId })),
      );
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;

/** Each notification once, in the order of its last change. */
function toChanges(rows: readonly OutboxRow[]): SyncChange[] {
  const changes = new Map<string, SyncChange>();
  for (const { notificationId, notification } of rows) {
    changes.delete(notificationId);
    changes.set(notificationId, { notificationId, content: notification && toNotificationContent(notification) });
  }
  return [...changes.values()];
}
