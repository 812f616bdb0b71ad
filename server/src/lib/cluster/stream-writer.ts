import type { RedisClient } from './redis-client.ts';

/** The oldest entries go when there are more; about 70 MB of messages. */
const STREAM_MAX_ENTRIES = 100_000;
/** What waits while Redis is away; beyond this it is dropped, and whoever should have heard reads again. */
const WAITING_MAX_ENTRIES = 10_000;

export type StreamFields = Record<string, string>;

interface Waiting {
  fields: StreamFields;
  isUnderWay: boolean;
}

/** Appends to a Redis stream in order, without ever waiting or failing: what cannot be appended waits, within bounds. */
export function createStreamWriter(client: RedisClient, key: string) {
  /** Not yet known to be in the stream, in order. */
  const waiting = new Set<Waiting>();
  let isStuck = false;
  let hasDropped = false;

  const append = (fields: StreamFields): Promise<string> =>
    client.xAdd(key, '*', fields, {
      TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: STREAM_MAX_ENTRIES },
    });

  function send(entry: Waiting): void {
    entry.isUnderWay = true;
    append(entry.fields).then(
      () => waiting.delete(entry),
      () => {
        entry.isUnderWay = false;
        isStuck = true;
      },
    );
  }

  return {
    append,

    write(fields: StreamFields): void {
      if (waiting.size >= WAITING_MAX_ENTRIES) {
        hasDropped = true;
        return;
      }
      const entry = { fields, isUnderWay: false };
      waiting.add(entry);
      // Behind what waits already.
      if (client.isReady && !isStuck) send(entry);
      else isStuck = true;
    },

    /** Sends what has waited. What was under way when the connection was lost may come twice. */
    resend(): void {
      if (!isStuck) return;
      isStuck = false;
      for (const entry of waiting) if (!entry.isUnderWay) send(entry);
    },

    /** @returns whether something was dropped since the last call */
    takeDropped(): boolean {
      const dropped = hasDropped;
      hasDropped = false;
      return dropped;
    },
  };
}
