import { setTimeout as sleep } from 'node:timers/promises';

const WAVE_SOCKETS = 200;
const WAVE_PAUSE_MS = 100;

interface Closable {
  readonly connected: boolean;
  readonly conn: { close(): void };
}

/**
 * Closes these sockets, few at a time, as a network would: without the packet that forbids a client to come back by
 * itself. Each comes back within its first pause and reads what it has missed.
 */
export async function reconnectInWaves(sockets: readonly Closable[]): Promise<void> {
  for (let from = 0; from < sockets.length; from += WAVE_SOCKETS) {
    for (const { connected, conn } of sockets.slice(from, from + WAVE_SOCKETS)) if (connected) conn.close();
    await sleep(WAVE_PAUSE_MS, undefined, { ref: false });
  }
}
