import { packEntries, type StreamFields } from './entry-batch.ts';
import type { RedisClient } from './redis-client.ts';

/** The oldest entries go when there are more; about 70 MB of messages, at most four times that where all are batches. */
const STREAM_MAX_ENTRIES = 100_000;
/** The entries that one chat message publishes, and some. */
const BATCH_SIZE = 4;
/** Entries that wait while Redis is away; any more are dropped, and the clients of other servers fetch again. */
const PENDING_MAX = 10_000;

interface PendingEntry {
  fields: StreamFields;
  isInFlight: boolean;
}

/**
 * Appends to a Redis stream in order, without ever waiting or failing: what cannot be appended waits, within bounds. What
 * is written within one tick of the event loop becomes one entry.
 * @param writerId signs batches
 */
export function createStreamWriter(client: RedisClient, key: string, writerId: string) {
  /** The entries that are not yet known to be in the stream, in order. */
  const pending = new Set<PendingEntry>();
  /** The pending entries that were written in this tick. */
  let buffered: PendingEntry[] = [];
  let isStalled = false;
  let hasDropped = false;

  const append = (fields: StreamFields): Promise<string> =>
    client.xAdd(key, '*', fields, {
      TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: STREAM_MAX_ENTRIES },
    });

  function sendBatch(entries: readonly PendingEntry[]): void {
    for (const entry of entries) entry.isInFlight = true;
    append(
      packEntries(
        writerId,
        entries.map(({ fields }) => fields),
      ),
    ).then(
      () => {
        for (const entry of entries) pending.delete(entry);
      },
      () => {
        for (const entry of entries) entry.isInFlight = false;
        isStalled = true;
      },
    );
  }

  function send(entries: readonly PendingEntry[]): void {
    for (let from = 0; from < entries.length; from += BATCH_SIZE) sendBatch(entries.slice(from, from + BATCH_SIZE));
  }

  function sendBuffered(): void {
    const entries = buffered;
    buffered = [];
    if (entries.length === 0) return;
    // Else behind what waits already.
    if (client.isReady && !isStalled) send(entries);
    else isStalled = true;
  }

  return {
    append,

    write(fields: StreamFields): void {
      if (pending.size >= PENDING_MAX) {
        hasDropped = true;
        return;
      }
      const entry = { fields, isInFlight: false };
      pending.add(entry);
      buffered.push(entry);
      if (buffered.length === 1) setImmediate(sendBuffered);
    },

    /** Sends the pending entries. Entries in flight when the connection was lost may be delivered twice. */
    resend(): void {
      if (!isStalled) return;
      isStalled = false;
      buffered = [];
      send([...pending].filter(({ isInFlight }) => !isInFlight));
    },

    /** Entries that are not known to be in the stream yet. */
    countPending: (): number => pending.size,

    /** @returns whether something was dropped since the last call */
    takeDropped(): boolean {
      const dropped = hasDropped;
      hasDropped = false;
      return dropped;
    },
  };
}
