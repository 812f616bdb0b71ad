import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../../server/src/lib/db/database.ts';
import { migrate } from '../../server/src/lib/db/migrate.ts';
import { createLogger } from '../../server/src/lib/logger.ts';
import { createSignedIn, type SignedIn } from './chat-accounts.ts';
import type { Phase } from './chat-figures.ts';
import type { GeneratorJob, LoadFigures } from './chat-generator.ts';
import { insertsPerSecond, type MessageStatement, recordMessageStatement } from './chat-insert.ts';
import { startWorker, type Worker } from './chat-jobs.ts';
import type { RelayJob } from './chat-relay.ts';
import {
  type ChatResults,
  type LimitsRound,
  type MemoryFigures,
  missedChatBars,
  type SaturationFigures,
  shareOfSlower,
  writeChatPart,
} from './chat-report.ts';
import { collectGarbageIn, processorMsOf, residentBytesOf } from './process-figures.ts';
import { startServer } from './server-process.ts';

/** Twenty a second is what one socket may send, so there are enough of them for whatever the server can take. */
const SENDERS = 400;
const ADMINS = 2;
const RATES_PER_SECOND = [100, 500, 1_000];
const PACED: Phase = { warmUpMs: 2_000, durationMs: 6_000 };
const SATURATED: Phase = { warmUpMs: 1_000, durationMs: 4_000 };
/** Other work on the machine only ever takes away: of these the least disturbed counts. */
const PACED_ROUNDS = 3;
/** Each looks for the limits and for what the chat takes, one right after the other; that with the middle share counts. */
const SATURATED_ROUNDS = 5;
const IN_FLIGHT = 100;
/** As many as the server has. */
const DATABASE_CONNECTIONS = 10;
const IDLE_CONNECTIONS = 5_000;
/** Sockets that were open before memory is first looked at: code and pools are there then. */
const WARM_UP_CONNECTIONS = 500;
/** Until everybody's coming is stored, or his going noticed. */
const SETTLE_MS = 8_000;

type Generator = Worker<GeneratorJob>;
const GENERATOR = path.join(import.meta.dirname, 'chat-generator.ts');
const RELAY = path.join(import.meta.dirname, 'chat-relay.ts');

/**
 * Measures the chat in a database of its own: messages stored and delivered, beside a bare relay and the bare statement,
 * and the memory of idle connections.
 * @returns the part for the page of results, and what was not met
 */
export async function measureChat(): Promise<{ part: string; missed: string[] }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-bench-chat-'));
  const database = await openDatabase({ dataDir, logger: createLogger({ level: 'warn' }) });
  try {
    await migrate(database.connection);
    const senders = await createSignedIn(database, 'user', SENDERS);
    const admins = await createSignedIn(database, 'admin', ADMINS);
    const results: ChatResults = {
      ...(await measureMessages(database, dataDir, { senders, admins })),
      memory: await measureMemory(database, dataDir),
    };
    return { part: await writeChatPart(results, database), missed: missedChatBars(results) };
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface People {
  senders: SignedIn[];
  admins: SignedIn[];
}

/** One end that takes messages, with the generator connected to it. */
interface Target {
  generator: Generator;
  pid: number;
}

async function connect(address: string, pid: number, { senders, admins }: People): Promise<Target> {
  const generator = startWorker<GeneratorJob>(GENERATOR);
  await generator.ask({ kind: 'connect', address, users: senders.map(({ token }) => token), admins });
  return { generator, pid };
}

async function measureMessages(
  database: Database,
  dataDir: string,
  people: People,
): Promise<Omit<ChatResults, 'memory'>> {
  const server = await startServer(dataDir);
  const relay = startWorker<RelayJob>(RELAY);
  const targets: Target[] = [];
  try {
    const chat = await connect(server.address, await server.pid(), people);
    targets.push(chat);
    const bare = await connect(await relay.ask<string>({}), relay.pid, people);
    targets.push(bare);

    const rates: ChatResults['rates'] = [];
    for (const perSecond of RATES_PER_SECOND) {
      const job: GeneratorJob = { kind: 'paced', perSecond, ...PACED };
      const relayed: LoadFigures[] = [];
      const served: LoadFigures[] = [];
      for (let round = 0; round < PACED_ROUNDS; round += 1) {
        relayed.push(await bare.generator.ask<LoadFigures>(job));
        served.push(await chat.generator.ask<LoadFigures>(job));
        const { stored, delivered } = served.at(-1) ?? {};
        console.log(
          `${perSecond}/s: p99 stored ${stored?.p99.toFixed(1)} ms, delivered ${delivered?.p99.toFixed(1)} ms`,
        );
      }
      rates.push({ perSecond, relay: calmest(relayed), chat: calmest(served) });
    }
    const [first] = people.senders;
    if (!first) throw new Error('nobody sends');
    const statementFor = await recordMessageStatement(database, first.id);
    return { rates, rounds: await measureLimits({ chat, bare, database, statementFor, people }) };
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
  people: People;
}

/** @returns the rounds, that with the smallest share of the slower limit first */
async function measureLimits({ chat, bare, database, statementFor, people }: LimitsSetting): Promise<LimitsRound[]> {
  const senderIds = people.senders.map(({ id }) => id);
  const insert = { connections: DATABASE_CONNECTIONS, ...SATURATED };
  const rounds: LimitsRound[] = [];
  for (let round = 0; round < SATURATED_ROUNDS; round += 1) {
    const found: LimitsRound = {
      relay: await saturate(bare),
      insertsPerSecond: await insertsPerSecond(database.connection, statementFor, senderIds, insert),
      chat: await saturate(chat),
    };
    rounds.push(found);
    const figures = [found.relay.perSecond, found.insertsPerSecond, found.chat.perSecond].map(Math.round);
    console.log(`relay, statement, chat a second: ${figures.join(', ')}; ${Math.round(shareOfSlower(found) * 100)} %`);
  }
  return rounds.toSorted((a, b) => shareOfSlower(a) - shareOfSlower(b));
}

/** What was disturbed least. */
function calmest(all: readonly LoadFigures[]): LoadFigures {
  const [first] = all.toSorted((a, b) => a.stored.p99 - b.stored.p99);
  if (first === undefined) throw new Error('nothing was measured');
  return first;
}

async function saturate({ generator, pid }: Target): Promise<SaturationFigures> {
  const processorBefore = await processorMsOf(pid);
  const figures = await generator.ask<LoadFigures>({ kind: 'saturated', inFlight: IN_FLIGHT, ...SATURATED });
  const processorMs = (await processorMsOf(pid)) - processorBefore;
  if (figures.failed > 0) throw new Error(`${figures.failed} of ${figures.sent} messages were refused`);
  const { warmUpMs, durationMs } = SATURATED;
  const all = (figures.storedPerSecond * (warmUpMs + durationMs)) / 1_000;
  return {
    perSecond: figures.storedPerSecond,
    storedP99: figures.stored.p99,
    processorUs: (processorMs * 1_000) / all,
  };
}

/** On a server that has served nobody else, with all garbage collected before each look. */
async function measureMemory(database: Database, dataDir: string): Promise<MemoryFigures> {
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
