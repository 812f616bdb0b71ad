import type { Clock } from '../lib/clock.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import type { Log } from '../lib/logger.ts';
import { type RunAs, runUnwatched } from '../lib/run-as.ts';
import { withinTime } from '../lib/within-time.ts';
import { toNotificationContent } from './notifications.mapper.ts';
import type { NotificationSink, SinkChange } from './notifications.sink.ts';
import type { OutboxEntry, OutboxRow, OutboxStore } from './outbox.store.ts';

/** What others have put in, or what has become due again, is looked for this often. */
const POLL_INTERVAL_MS = 5_000;
const DELIVERED_AT_ONCE = 200;
/** More than so many are no other news. */
const COUNTED_MAX = 10_000;
/** Well within the time a transaction may wait for its client. */
const DELIVERY_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

interface OutboxNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  store: OutboxStore;
  sink: NotificationSink;
  clock: Clock;
}

/**
 * What a sink is still to be told. Entries are written in the transaction of the change, and name only which
 * notification has changed: what the sink gets is its state at that time, so that whatever comes late or twice ends
 * right. Each administrator's entries go out in their order, by one server at a time.
 */
export function createOutbox({ database: { db, transact }, store, sink, clock }: OutboxNeeds) {
  let wake: () => void = () => undefined;

  /** @returns whether there was anything to deliver that no other server is delivering */
  const deliverNext = (log: Log): Promise<boolean> =>
    transact(async (tx) => {
      const head = await store.lockDueHead(tx, clock.now());
      if (!head || !(await store.lockAdministrator(tx, head.admin_id))) return false;
      const rows = await store.findOf(tx, head.admin_id, DELIVERED_AT_ONCE);
      try {
        await withinTime(sink.deliver(head.admin_id, toChanges(rows)), DELIVERY_TIMEOUT_MS);
      } catch (error) {
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** head.attempts, LONGEST_PAUSE_MS);
        log.warn({ err: error, sink: sink.name, pauseMs }, 'notifications could not be delivered; it is tried again');
        await store.postpone(tx, head, new Date(clock.now().getTime() + pauseMs));
        return true;
      }
      await store.delete(
        tx,
        rows.map(({ id }) => id),
      );
      return true;
    });

  /** Delivers all that is due, each administrator's in order. Several servers may do this at once. */
  async function deliverOutbox(log: Log): Promise<void> {
    while (await deliverNext(log));
  }

  return {
    deliverOutbox,

    /** How many entries wait, those under way included; at most {@link COUNTED_MAX}. */
    countWaiting: (): Promise<number> => store.countUpTo(db, COUNTED_MAX),

    /** Puts entries in; they go out once `tx` is committed. */
    async add(tx: Tx, entries: readonly OutboxEntry[]): Promise<void> {
      if (entries.length === 0) return;
      await store.insert(tx, entries, clock.now());
      afterCommit(tx, () => wake());
    },

    /**
     * Delivers from now on: right after a commit of this process, and every few seconds what others have left.
     * @returns stops it and waits for the delivery under way
     */
    start(log: Log, runAs: RunAs = runUnwatched): () => Promise<void> {
      let underWay: Promise<void> = Promise.resolve();
      let isWaiting = false;
      let isStopped = false;
      const deliver = async () => {
        isWaiting = false;
        if (isStopped) return;
        try {
          await runAs('outbox', () => deliverOutbox(log));
        } catch (error) {
          log.warn({ err: error, sink: sink.name }, 'the outbox could not be read; it is tried again');
        }
      };
      wake = () => {
        // One that waits for its turn will see what comes meanwhile.
        if (isWaiting) return;
        isWaiting = true;
        underWay = underWay.then(deliver);
      };
      const timer = setInterval(wake, POLL_INTERVAL_MS);
      timer.unref();
      wake();
      return async () => {
        isStopped = true;
        clearInterval(timer);
        await underWay;
      };
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;

/** Each notification once, in the order of its last change. */
function toChanges(rows: readonly OutboxRow[]): SinkChange[] {
  const changes = new Map<string, SinkChange>();
  for (const { notificationId, notification } of rows) {
    changes.delete(notificationId);
    changes.set(notificationId, { notificationId, content: notification && toNotificationContent(notification) });
  }
  return [...changes.values()];
}
