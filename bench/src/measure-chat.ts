import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../server/src/lib/db/database.ts';
import { createSignedIn, type SignedIn } from './chat-accounts.ts';
import type { GeneratorJob, LoadMetrics } from './chat-generator.ts';
import { insertsPerSecond, type MessageStatement, recordMessageStatement } from './chat-insert.ts';
import { startWorker, type Worker } from './chat-jobs.ts';
import type { Phase } from './chat-metrics.ts';
import type { RelayJob } from './chat-relay.ts';
import {
  type ChatResults,
  type LimitsRound,
  type MemoryMetrics,
  missedChatBars,
  type SaturationMetrics,
  shareOfSlower,
  writeChatPart,
} from './chat-report.ts';
import { collectGarbageIn, processorMsOf, residentBytesOf } from './process-metrics.ts';
import { startServer } from './server-process.ts';
import { withTemporaryDatabase } from './temporary-database.ts';

/** One socket may send twenty messages a second, so this is more than the server's throughput needs. */
const SENDERS = 400;
const ADMINS = 2;
const RATES_PER_SECOND = [100, 500, 1_000];
const PACED: Phase = { warmUpMs: 2_000, durationMs: 6_000 };
const SATURATED: Phase = { warmUpMs: 1_000, durationMs: 4_000 };
/** Other load on the machine only reduces the throughput: the least disturbed of these counts. */
const PACED_ROUNDS = 3;
/** Each measures the baselines and the chat, one right after the other; the one with the median share counts. */
const SATURATED_ROUNDS = 5;
const IN_FLIGHT = 100;
/** The server's pool size. */
const DATABASE_CONNECTIONS = 10;
const IDLE_CONNECTIONS = 5_000;
/** Sockets opened before the first memory reading, so that code and pools are loaded. */
const WARM_UP_CONNECTIONS = 500;
/** Until all presence changes are stored. */
const SETTLE_MS = 8_000;

type Generator = Worker<GeneratorJob>;
const GENERATOR = path.join(import.meta.dirname, 'chat-generator.ts');
const RELAY = path.join(import.meta.dirname, 'chat-relay.ts');

/**
 * Measures the chat in its own database: messages stored and delivered, with a bare relay and the bare statement as
 * baselines, and the memory of idle connections.
 * @returns its section of the results page, and the missed bars
 */
export async function measureChat(): Promise<{ part: string; missed: string[] }> {
  return withTemporaryDatabase('chat', async (database, dataDir) => {
    const senders = await createSignedIn(database, 'user', SENDERS);
    const admins = await createSignedIn(database, 'admin', ADMINS);
    const results: ChatResults = {
      ...(await measureMessages(database, dataDir, { senders, admins })),
      memory: await measureMemory(database, dataDir),
    };
    return { part: await writeChatPart(results, database), missed: missedChatBars(results) };
  });
}

interface ChatAccounts {
  senders: SignedIn[];
  admins: SignedIn[];
}

/** One end that takes messages, with the generator connected to it. */
interface Target {
  generator: Generator;
  pid: number;
}

async function connect(address: string, pid: number, { senders, admins }: ChatAccounts): Promise<Target> {
  const generator = startWorker<GeneratorJob>(GENERATOR);
  await generator.ask({ kind: 'connect', address, users: senders.map(({ token }) => token), admins });
  return { generator, pid };
}

async function measureMessages(
  database: Database,
  dataDir: string,
  accounts: ChatAccounts,
): Promise<Omit<ChatResults, 'memory'>> {
  const server = await startServer(dataDir);
  const relay = startWorker<RelayJob>(RELAY);
  const targets: Target[] = [];
  try {
    const chat = await connect(server.address, await server.pid(), accounts);
    targets.push(chat);
    const bare = await connect(await relay.ask<string>({}), relay.pid, accounts);
    targets.push(bare);

    const rates: ChatResults['rates'] = [];
    for (const perSecond of RATES_PER_SECOND) {
      const job: GeneratorJob = { kind: 'paced', perSecond, ...PACED };
      const relayed: LoadMetrics[] = [];
      const served: LoadMetrics[] = [];
      for (let round = 0; round < PACED_ROUNDS; round += 1) {
        relayed.push(await bare.generator.ask<LoadMetrics>(job));
        served.push(await chat.generator.ask<LoadMetrics>(job));
        const { stored, delivered } = served.at(-1) ?? {};
        console.log(
          `${perSecond}/s: p99 stored ${stored?.p99.toFixed(1)} ms, delivered ${delivered?.p99.toFixed(1)} ms`,
        );
      }
      rates.push({ perSecond, relay: calmest(relayed), chat: calmest(served) });
    }
    const [first] = accounts.senders;
    if (!first) throw new Error('nobody sends');
    const statementFor = await recordMessageStatement(database, first.id);
    return { rates, rounds: await measureLimits({ chat, bare, database, statementFor, accounts }) };
  } finally {
    for (const { generator } of targets) await generator.stop();
    await relay.stop();
    await server.stop();
  }
}

interface LimitsSetting {
  chat: Target;
  bare: Target;
  database: Database;
  statementFor: MessageStatement;
  accounts: ChatAccounts;
}

/** @returns the rounds, sorted by the share of the slower baseline */
async function measureLimits({ chat, bare, database, statementFor, accounts }: LimitsSetting): Promise<LimitsRound[]> {
  const senderIds = accounts.senders.map(({ id }) => id);
  const insert = { connections: DATABASE_CONNECTIONS, ...SATURATED };
  const rounds: LimitsRound[] = [];
  for (let round = 0; round < SATURATED_ROUNDS; round += 1) {
    const found: LimitsRound = {
      relay: await saturate(bare),
      insertsPerSecond: await insertsPerSecond(database.connection, statementFor, senderIds, insert),
      chat: await saturate(chat),
    };
    rounds.push(found);
    const metrics = [found.relay.perSecond, found.insertsPerSecond, found.chat.perSecond].map(Math.round);
    console.log(`relay, statement, chat a second: ${metrics.join(', ')}; ${Math.round(shareOfSlower(found) * 100)} %`);
  }
  return rounds.toSorted((a, b) => shareOfSlower(a) - shareOfSlower(b));
}

/** The least disturbed round. */
function calmest(all: readonly LoadMetrics[]): LoadMetrics {
  const [first] = all.toSorted((a, b) => a.stored.p99 - b.stored.p99);
  if (first === undefined) throw new Error('nothing was measured');
  return first;
}

async function saturate({ generator, pid }: Target): Promise<SaturationMetrics> {
  const processorBefore = await processorMsOf(pid);
  const metrics = await generator.ask<LoadMetrics>({ kind: 'saturated', inFlight: IN_FLIGHT, ...SATURATED });
  const processorMs = (await processorMsOf(pid)) - processorBefore;
  if (metrics.failed > 0) throw new Error(`${metrics.failed} of ${metrics.sent} messages were rejected`);
  const { warmUpMs, durationMs } = SATURATED;
  const all = (metrics.storedPerSecond * (warmUpMs + durationMs)) / 1_000;
  return {
    perSecond: metrics.storedPerSecond,
    storedP99: metrics.stored.p99,
    processorUs: (processorMs * 1_000) / all,
  };
}

/** Measures a fresh server, after a garbage collection before each reading. */
async function measureMemory(database: Database, dataDir: string): Promise<MemoryMetrics> {
  const idle = await createSignedIn(database, 'user', IDLE_CONNECTIONS);
  const tokens = idle.map(({ token }) => token);
  const server = await startServer(dataDir);
  const generator = startWorker<GeneratorJob>(GENERATOR);
  const look = async () => {
    await sleep(SETTLE_MS);
    const pid = await server.pid();
    await collectGarbageIn(pid);
    return residentBytesOf(pid);
  };
  try {
    const { address } = server;
    await generator.ask({ kind: 'connect', address, users: tokens.slice(0, WARM_UP_CONNECTIONS), admins: [] });
    await generator.ask({ kind: 'disconnect' });
    const before = await look();
    const connectMs = await generator.ask<number>({ kind: 'connect', address, users: tokens, admins: [] });
    const after = await look();
    console.log(`memory: ${((after - before) / IDLE_CONNECTIONS / 1_000).toFixed(1)} KB a connection`);
    return { connections: IDLE_CONNECTIONS, before, after, connectMs };
  } finally {
    await generator.stop();
    await server.stop();
  }
}
