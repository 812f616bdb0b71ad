import { setTimeout as sleep } from 'node:timers/promises';

/** Connections in one batch. */
const BATCH_SIZE = 500;
const BATCH_INTERVAL_MS = 250;
/** However many there are, the last is closed after 5 s. */
const BATCHES_MAX = 20;

interface Connection {
  close(): void;
}

/**
 * Closes connections like a network failure, without the packet that stops a client from reconnecting, in batches so that
 * they do not all reconnect, here or to another server, at the same time. Connections opened meanwhile stay open.
 * @param pause waits between two batches
 */
export async function closeInBatches(
  connections: readonly Connection[],
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  const size = Math.max(BATCH_SIZE, Math.ceil(connections.length / BATCHES_MAX));
  for (let first = 0; first < connections.length; first += size) {
    if (first > 0) await pause(BATCH_INTERVAL_MS);
    for (const connection of connections.slice(first, first + size)) connection.close();
  }
}
