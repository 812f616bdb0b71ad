import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSignedIn } from './chat-accounts.ts';
import type { GeneratorJob, LoadMetrics } from './chat-generator.ts';
import { startWorker } from './chat-jobs.ts';
import type { LatencyMetrics, Phase } from './chat-metrics.ts';
import { collectGarbageIn, processorMsOf, residentBytesOf } from './process-metrics.ts';
import { startServer } from './server-process.ts';
import { withTemporaryDatabase } from './temporary-database.ts';

/** Idle sockets, one per user. */
const SOCKET_COUNTS = [100, 1_000, 5_000] as const;
export const SOCKET_RATE_PER_SECOND = 200;
const SENDERS = 100;
const ADMINS = 2;
const PHASE: Phase = { warmUpMs: 2_000, durationMs: 10_000 };
/** Number of rounds, of which the least disturbed counts. */
const ROUNDS = 3;
/** Until all presence changes are stored. */
const SETTLE_MS = 8_000;
const GENERATOR = path.join(import.meta.dirname, 'chat-generator.ts');

/** The cost of messages with this many other sockets open. */
export interface SocketLine {
  sockets: number;
  stored: LatencyMetrics;
  delivered: LatencyMetrics;
  failed: number;
  /** Processor time of the server per message, in microseconds, including that of the idle sockets. */
  processorUs: number;
  /** Resident memory of the server after a garbage collection, with these sockets idle. */
  residentBytes: number;
}

export interface SocketGrowth {
  /** The memory of the server without any idle socket. */
  residentBytes: number;
  lines: SocketLine[];
}

/** Measures the cost of a fixed load for one server with a growing number of open sockets, in its own database. */
export async function measureSocketGrowth(): Promise<SocketGrowth> {
  return withTemporaryDatabase('sockets', async (database, dataDir) => {
    const most = Math.max(...SOCKET_COUNTS);
    const idle = (await createSignedIn(database, 'user', most)).map(({ token }) => token);
    const users = (await createSignedIn(database, 'user', SENDERS)).map(({ token }) => token);
    const admins = await createSignedIn(database, 'admin', ADMINS);
    const server = await startServer(dataDir);
    const load = startWorker<GeneratorJob>(GENERATOR);
    // One for each step: the sockets of the steps before stay open.
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
      // Code, pools and buffers are loaded by the first messages.
      await measureLoad(
        () => load.ask<LoadMetrics>({ kind: 'paced', perSecond: SOCKET_RATE_PER_SECOND, ...PHASE }),
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
          rounds.push(await measureLoad(() => load.ask<LoadMetrics>(job), pid));
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
  });
}

async function measureLoad(run: () => Promise<LoadMetrics>, pid: number) {
  const before = await processorMsOf(pid);
  const { stored, delivered, failed, sent } = await run();
  const processorMs = (await processorMsOf(pid)) - before;
  const messages = sent + (SOCKET_RATE_PER_SECOND * PHASE.warmUpMs) / 1_000;
  return { stored, delivered, failed, processorUs: (processorMs * 1_000) / messages };
}
