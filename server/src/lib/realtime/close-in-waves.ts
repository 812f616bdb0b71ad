import { setTimeout as sleep } from 'node:timers/promises';

/** Connections that are closed in one go. */
const WAVE_SIZE = 500;
const WAVE_INTERVAL_MS = 250;
/** However many there are, the last is closed after 5 s. */
const WAVES_MAX = 20;

interface Connection {
  close(): void;
}

/**
 * Closes connections as a network would, without the packet that forbids a client to come back by itself, and so that
 * they do not all come back, here or to another server, in the same moment. Whoever comes meanwhile is not among them.
 * @param pause waits between two waves
 */
export async function closeInWaves(
  connections: readonly Connection[],
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  const size = Math.max(WAVE_SIZE, Math.ceil(connections.length / WAVES_MAX));
  for (let first = 0; first < connections.length; first += size) {
    if (first > 0) await pause(WAVE_INTERVAL_MS);
    for (const connection of connections.slice(first, first + size)) connection.close();
  }
}
