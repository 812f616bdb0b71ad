import { setTimeout as sleep } from 'node:timers/promises';
import { createPresenceService } from '../../server/src/chat/presence/presence.service.ts';
import { createPresence } from '../../server/src/chat/presence/presence.ts';
import { createSharedPresence } from '../../server/src/chat/presence/shared-presence.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { openCluster } from '../../server/src/lib/cluster/cluster.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { createLogger } from '../../server/src/lib/logger.ts';
import { noopPublisher } from '../../server/src/lib/realtime/publisher.ts';

const GRACE_MS = 100;
const POLL_MS = 100;
const PAUSE_MS = 20;
const TIMEOUT_MS = 300_000;
const CHUNK = 100;
const log = createLogger({ level: 'silent' });

/** A server's presence without its sockets: it writes what a server writes, into Redis and the database. */
export interface PresenceWriter {
  open(userIds: readonly string[]): Promise<void>;
  close(userIds: readonly string[]): Promise<void>;
  countOnline(): Promise<{ total: number; verified: number; isPartial: boolean }>;
  /** It stops at once, as a killed server does. */
  kill(): void;
}

/** Joins the servers of a Redis. @returns when it has */
export async function startPresenceWriter(database: Database, redisUrl: string): Promise<PresenceWriter> {
  const cluster = await openCluster(redisUrl, log);
  const own = createPresence({ graceMs: GRACE_MS });
  const presence = createSharedPresence(own, cluster.registry);
  const service = createPresenceService({ database, presence, publisher: noopPublisher, clock: systemClock });
  const { opened, closed } = service.watch(log);
  cluster.start();
  await untilTrue('a server has joined', () => cluster.registry.nodeId() !== null);
  const inChunks = async (userIds: readonly string[], each: (id: string) => void) => {
    for (let from = 0; from < userIds.length; from += CHUNK) {
      for (const id of userIds.slice(from, from + CHUNK)) each(id);
      // Heartbeats in between, and no more commands in flight than a server has.
      await sleep(PAUSE_MS);
    }
  };
  return {
    open: (userIds) => inChunks(userIds, (id) => opened({ id, role: 'user' })),
    close: (userIds) => inChunks(userIds, (id) => closed({ id, role: 'user' })),
    countOnline: service.countOnline,
    kill: cluster.close,
  };
}

/** @throws {Error} after some minutes */
export async function untilTrue(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`not in time: ${what}`);
    await sleep(POLL_MS);
  }
}
