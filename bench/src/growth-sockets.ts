import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/src/lib/db/database.ts';
import { migrate } from '../../server/src/lib/db/migrate.ts';
import { createLogger } from '../../server/src/lib/logger.ts';
import { createSignedIn } from './chat-accounts.ts';
import type { LatencyFigures, Phase } from './chat-figures.ts';
import type { GeneratorJob, LoadFigures } from './chat-generator.ts';
import { startWorker } from './chat-jobs.ts';
import { collectGarbageIn, processorMsOf, residentBytesOf } from './process-figures.ts';
import { startServer } from './server-process.ts';

/** Idle sockets, each a user's. */
const SOCKET_COUNTS = [100, 1_000, 5_000] as const;
export const SOCKET_RATE_PER_SECOND = 200;
const SENDERS = 100;
const ADMINS = 2;
const PHASE: Phase = { warmUpMs: 2_000, durationMs: 10_000 };
/** Of these the calmest counts. */
const ROUNDS = 3;
/** Until everybody's coming is stored. */
const SETTLE_MS = 8_000;
const GENERATOR = path.join(import.meta.dirname, 'chat-generator.ts');

/** What messages cost while so many others have a socket open. */
export interface SocketLine {
  sockets: number;
  stored: LatencyFigures;
  delivered: LatencyFigures;
  failed: number;
  /** Processor time of the server for one message, that of the idle sockets among it, in microseconds. */
  processorUs: number;
  /** Resident memory of the server, garbage collected, with these sockets idle. */
  residentBytes: number;
}

export interface SocketGrowth {
  /** Without any idle socket. */
  residentBytes: number;
  lines: SocketLine[];
}

/** Measures what a fixed load costs one server as more and more sockets are open, in a database of its own. */
export async function measureSocketGrowth(): Promise<SocketGrowth> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-bench-sockets-'));
  const database = await openDatabase({ dataDir, logger: createLogger({ level: 'warn' }) });
  try {
    await migrate(database.connection);
    const most = Math.max(...SOCKET_COUNTS);
    const idle = (await createSignedIn(database, 'user', most)).map(({ token }) => token);
    const users = (await createSignedIn(database, 'user', SENDERS)).map(({ token }) => token);
    const admins = await createSignedIn(database, 'admin', ADMINS);
    const server = await startServer(dataDir);
    const load = startWorker<GeneratorJob>(GENERATOR);
    // One for each step: the sockets of those before stay open.
    const holders = SOCKET_COUNTS.map(() => startWorker<GeneratorJob>(GENERATOR));
    try {
      const { address } = server;
      const pid = await server.pid();
      const look = async () => {
        await sleep(SETTLE_MS);
        await collectGarbageIn(pid);
        return residentBytesOf(pid);
      };
      await load.ask({ kind: 'connect', address, users, admins });
      // Code, pools and buffers are there once something was done.
      await measureLoad(
        () => load.ask<LoadFigures>({ kind: 'paced', perSecond: SOCKET_RATE_PER_SECOND, ...PHASE }),
        pid,
      );
      const residentBytes = await look();
      const lines: SocketLine[] = [];
      for (const [index, sockets] of SOCKET_COUNTS.entries()) {
        const more = idle.slice(SOCKET_COUNTS[index - 1] ?? 0, sockets);
        await holders[index]?.ask({ kind: 'connect', address, users: more, admins: [] });
        const withThese = await look();
        const rounds: Array<Awaited<ReturnType<typeof measureLoad>>> = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const job: GeneratorJob = { kind: 'paced', perSecond: SOCKET_RATE_PER_SECOND, ...PHASE };
          rounds.push(await measureLoad(() => load.ask<LoadFigures>(job), pid));
        }
        const [calmest] = rounds.toSorted((a, b) => a.delivered.p99 - b.delivered.p99);
        if (!calmest) throw new Error('nothing was measured');
        lines.push({ sockets, residentBytes: withThese, ...calmest });
        const { delivered, processorUs } = calmest;
        console.log(
          `${sockets} sockets: delivered p99 ${delivered.p99.toFixed(1)} ms, ${processorUs.toFixed(0)} µs each`,
        );
      }
      return { residentBytes, lines };
    } finally {
      for (const each of [load, ...holders]) await each.stop();
      await server.stop();
    }
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureLoad(run: () => Promise<LoadFigures>, pid: number) {
  const before = await processorMsOf(pid);
  const { stored, delivered, failed, sent } = await run();
  const processorMs = (await processorMsOf(pid)) - before;
  const messages = sent + (SOCKET_RATE_PER_SECOND * PHASE.warmUpMs) / 1_000;
  return { stored, delivered, failed, processorUs: (processorMs * 1_000) / messages };
}
