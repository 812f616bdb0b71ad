import type { Clock } from '../lib/clock.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { acquireLease, type Lease, releaseLease } from '../lib/db/job-lease.ts';
import { afterCommit } from '../lib/db/transact.ts';
import type { Log } from '../lib/logger.ts';
import { type RunAs, runUnwatched } from '../lib/run-as.ts';
import { withinTime } from '../lib/within-time.ts';
import { toNotificationContent } from './notifications.mapper.ts';
import type { NotificationSink, SyncChange } from './notifications.sink.ts';
import type { OutboxEntry, OutboxHead, OutboxRow, OutboxStore } from './outbox.store.ts';

/** What others have put in, or what has become due again, is looked for this often. */
const POLL_INTERVAL_MS = 5_000;
const DELIVERED_AT_ONCE = 200;
/** A count beyond this says nothing more. */
const COUNTED_MAX = 10_000;
const DELIVERY_TIMEOUT_MS = 10_000;
/** Beyond a delivery and what is stored of it: two servers never deliver to one administrator at once. */
const LEASE_MS = 20_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

interface OutboxNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  store: OutboxStore;
  sink: NotificationSink;
  clock: Clock;
}

/** One administrator's next entries, which nobody else delivers until the lease ends. */
interface Claim {
  adminId: string;
  head: OutboxHead;
  lease: Lease;
  rows: OutboxRow[];
}

/**
 * The changes that a sink has not got yet. Entries are written in the transaction of the change, and name only which
 * notification has changed: what the sink gets is its state at that time, so that whatever comes late or twice ends
 * right. Each administrator's entries go out in their order, by one server at a time.
 */
export function createOutbox({ database: { db, transact }, store, sink, clock }: OutboxNeeds) {
  let wake: () => void = () => undefined;

  /** @returns null unless something is due for the administrator and nobody else delivers it */
  const claim = (adminId: string): Promise<Claim | null> =>
    transact(async (tx) => {
      const now = clock.now();
      const head = await store.lockDueHead(tx, adminId, now);
      const lease = head && (await acquireLease(tx, `outbox:${adminId}`, LEASE_MS));
      if (!lease) return null;
      // An older version of this server knows of no lease: what is not due it leaves alone.
      await store.postpone(tx, head.id, new Date(now.getTime() + LEASE_MS), head.attempts);
      return { adminId, head, lease, rows: await store.findOf(tx, adminId, DELIVERED_AT_ONCE) };
    });

  /** No transaction is open meanwhile: a sink that is slow must not keep a connection from the calls. */
  async function deliver({ adminId, head, lease, rows }: Claim, log: Log): Promise<void> {
    let failure: unknown;
    try {
      await withinTime(sink.deliver(adminId, toChanges(rows)), DELIVERY_TIMEOUT_MS);
    } catch (error) {
      failure = error;
    }
    await transact(async (tx) => {
      // The server that holds the lease by now delivers the same entries once more.
      if (!(await releaseLease(tx, lease))) return;
      if (failure === undefined) {
        const ids = rows.map(({ id }) => id);
        await store.delete(tx, ids);
      } else {
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** head.attempts, LONGEST_PAUSE_MS);
        log.warn({ err: failure, sink: sink.name, pauseMs }, 'notifications could not be delivered; it is tried again');
        await store.postpone(tx, head.id, new Date(clock.now().getTime() + pauseMs), head.attempts + 1);
      }
    });
  }

  /**
   * Delivers all that is due, each administrator's in order. Several servers may do this at once.
   * @param signal ends it between two deliveries
   */
  async function deliverOutbox(log: Log, signal?: AbortSignal): Promise<void> {
    const claimedByOthers: string[] = [];
    while (!signal?.aborted) {
      const adminId = await store.findDueAdministrator(db, clock.now(), claimedByOthers);
      if (adminId === undefined) return;
      const claimed = await claim(adminId);
      if (claimed) await deliver(claimed, log);
      else claimedByOthers.push(adminId);
    }
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
     * @returns stops it after the delivery in flight, and waits for that
     */
    start(log: Log, runAs: RunAs = runUnwatched): () => Promise<void> {
      let underWay: Promise<void> = Promise.resolve();
      let isWaiting = false;
      const stopping = new AbortController();
      const deliver = async () => {
        isWaiting = false;
        if (stopping.signal.aborted) return;
        try {
          await runAs('outbox', () => deliverOutbox(log, stopping.signal));
        } catch (error) {
          log.warn({ err: error, sink: sink.name }, 'the outbox could not be read; it is tried again');
        }
      };
      wake = () => {
        // One that is waiting will see what is added meanwhile.
        if (isWaiting) return;
        isWaiting = true;
        underWay = underWay.then(deliver);
      };
      const timer = setInterval(wake, POLL_INTERVAL_MS);
      timer.unref();
      wake();
      return async () => {
        stopping.abort();
        clearInterval(timer);
        await underWay;
      };
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
