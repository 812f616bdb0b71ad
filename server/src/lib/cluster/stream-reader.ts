import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClient } from './redis-client.ts';

/** Well within the time after which a silent connection counts as lost. */
const READ_BLOCK_MS = 1_000;
const READ_BATCH_SIZE = 500;
const RETRY_MS = 100;

export interface StreamEntry {
  id: string;
  fields: Readonly<Record<string, string>>;
}

/**
 * Reads a Redis stream from where it ends now, entry after entry, over any number of lost connections.
 * @param client of its own: a reading that waits lets no other command pass
 */
export function createStreamReader(client: RedisClient, key: string) {
  const waiters = new Set<{ id: string; resolve: () => void }>();
  let position: string | undefined;
  let isChecked = false;
  client.on('ready', () => {
    isChecked = false;
  });

  function moveTo(id: string): void {
    position = id;
    for (const each of waiters) {
      if (!compareStreamIds(id, each.id)) continue;
      waiters.delete(each);
      each.resolve();
    }
  }

  async function findEnd(): Promise<string> {
    const newest = await client.xRevRange(key, '+', '-', { COUNT: 1 });
    return newest?.[0]?.id ?? '0-0';
  }

  /** Where to read on. A stream that ends before what was read last is another one: its server began anew. */
  async function findPosition(): Promise<string> {
    if (position !== undefined && isChecked) return position;
    const end = await findEnd();
    isChecked = true;
    if (position === undefined || !compareStreamIds(end, position)) moveTo(end);
    return position ?? end;
  }

  return {
    /** Waits for more, for a second at most; never rejects. @returns nothing while there is no connection */
    async read(): Promise<StreamEntry[]> {
      try {
        if (client.isReady) {
          const from = await findPosition();
          const reply = await client.xRead({ key, id: from }, { COUNT: READ_BATCH_SIZE, BLOCK: READ_BLOCK_MS });
          const messages: Array<{ id: string; message: Record<string, string> }> = reply?.[0]?.messages ?? [];
          return messages.map(({ id, message }) => ({ id, fields: message }));
        }
      } catch {
        // The connection was lost; the client's own error listeners handle that.
      }
      await sleep(RETRY_MS, undefined, { ref: false });
      return [];
    },

    /** States that everything up to an entry has been handled. */
    acknowledge: moveTo,

    /** Resolves once an entry has been handled. */
    waitFor(id: string): Promise<void> {
      if (position !== undefined && compareStreamIds(position, id)) return Promise.resolve();
      return new Promise((resolve) => waiters.add({ id, resolve }));
    },
  };
}

/** Whether one id of a Redis stream is at least another: two numbers with a dash between. */
function compareStreamIds(id: string, other: string): boolean {
  const [ms, count] = parsePosition(id);
  const [otherMs, otherCount] = parsePosition(other);
  return ms === otherMs ? count >= otherCount : ms > otherMs;
}

function parsePosition(id: string): [number, number] {
  const [ms = '0', count = '0'] = id.split('-');
  return [Number(ms), Number(count)];
}
