import { joinFields, type StreamFields } from './joined-entries.ts';
import type { RedisClient } from './redis-client.ts';

/** The oldest entries go when there are more; about 70 MB of messages, at most four times that where all are joined. */
const STREAM_MAX_ENTRIES = 100_000;
/** As many as one message has others told of, and some. */
const JOINED_MAX = 4;
/** What waits while Redis is away; beyond this it is dropped, and whoever should have heard reads again. */
const WAITING_MAX = 10_000;

interface Waiting {
  fields: StreamFields;
  isUnderWay: boolean;
}

/**
 * Appends to a Redis stream in order, without ever waiting or failing: what cannot be appended waits, within bounds. What
 * is written within one turn of the event loop becomes one entry.
 * @param writerId signs what is joined
 */
export function createStreamWriter(client: RedisClient, key: string, writerId: string) {
  /** Not yet known to be in the stream, in order. */
  const waiting = new Set<Waiting>();
  /** Of these, what was written in this turn. */
  let fresh: Waiting[] = [];
  let isStuck = false;
  let hasDropped = false;

  const append = (fields: StreamFields): Promise<string> =>
    client.xAdd(key, '*', fields, {
      TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: STREAM_MAX_ENTRIES },
    });

  function sendTogether(entries: readonly Waiting[]): void {
    for (const entry of entries) entry.isUnderWay = true;
    append(
      joinFields(
        writerId,
        entries.map(({ fields }) => fields),
      ),
    ).then(
      () => {
        for (const entry of entries) waiting.delete(entry);
      },
      () => {
        for (const entry of entries) entry.isUnderWay = false;
        isStuck = true;
      },
    );
  }

  function send(entries: readonly Waiting[]): void {
    for (let from = 0; from < entries.length; from += JOINED_MAX) sendTogether(entries.slice(from, from + JOINED_MAX));
  }

  function sendFresh(): void {
    const entries = fresh;
    fresh = [];
    if (entries.length === 0) return;
    // Else behind what waits already.
    if (client.isReady && !isStuck) send(entries);
    else isStuck = true;
  }

  return {
    append,

    write(fields: StreamFields): void {
      if (waiting.size >= WAITING_MAX) {
        hasDropped = true;
        return;
      }
      const entry = { fields, isUnderWay: false };
      waiting.add(entry);
      fresh.push(entry);
      if (fresh.length === 1) setImmediate(sendFresh);
    },

    /** Sends what has waited. What was under way when the connection was lost may come twice. */
    resend(): void {
      if (!isStuck) return;
      isStuck = false;
      fresh = [];
      send([...waiting].filter(({ isUnderWay }) => !isUnderWay));
    },

    /** Entries that are not known to be in the stream yet. */
    countWaiting: (): number => waiting.size,

    /** @returns whether something was dropped since the last call */
    takeDropped(): boolean {
      const dropped = hasDropped;
      hasDropped = false;
      return dropped;
    },
  };
}
