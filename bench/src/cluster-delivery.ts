import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../../scripts/lib/redis-process.mjs';
import type { Database } from '../../server/src/lib/db/database.ts';
import { createSignedIn, type SignedIn } from './chat-accounts.ts';
import type { Phase } from './chat-figures.ts';
import { startWorker, type Worker } from './chat-jobs.ts';
import type { RelayJob } from './chat-relay.ts';
import type { DeliveryFigures, DeliveryJob } from './cluster-generator.ts';
import { type Hold, holdToShare } from './processor-share.ts';
import { startServer } from './server-process.ts';

export const SENDERS = 400;
export const ADMINS = 80;
/** Small enough that two servers, Redis, the database and the generator fit on a machine of two processors. */
export const PROCESSOR_SHARE = 0.25;
const PHASE: Phase = { warmUpMs: 2_000, durationMs: 6_000 };
export const ROUNDS = 5;
/** For each node: enough that it nearly always has something to do; how much of its share it had is told beside. */
const IN_FLIGHT = 100;
/** Until the coming of all sockets has been told. */
const SETTLE_MS = 3_000;
const HEARD_TIMEOUT_MS = 20_000;
const POLL_MS = 100;

const GENERATOR = path.join(import.meta.dirname, 'cluster-generator.ts');
const RELAY = path.join(import.meta.dirname, 'chat-relay.ts');

export const SETTINGS = ['relay on one', 'relay on two', 'server alone', 'two servers'] as const;
export type Setting = (typeof SETTINGS)[number];

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** One round of one setting. */
export interface DeliveryRound {
  perSecond: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
  /** Of all the nodes together, for one arrival, in microseconds. */
  processorUs: number;
  /** Of Redis, likewise. */
  redisUs: number;
  /** How much of what they may have the nodes had: well below 1, something else was the limit. */
  ofShare: number;
  lost: number;
  twice: number;
}

export interface DeliveryResults {
  /** The settings measured one right after the other. */
  rounds: Array<Record<Setting, DeliveryRound>>;
  /** By what the nodes were held to their share of the processor. */
  heldBy: string;
}

/** What takes messages on one or more nodes, with the generator connected to it. */
interface Target {
  generator: Worker<DeliveryJob>;
  pids: number[];
}

interface Node {
  address: string;
  pid: number;
  stop: () => Promise<void>;
}

/**
 * Measures what one node and what two nodes deliver, where each is the limit: the server, and beside it a bare Socket.IO
 * relay, in turn. Everything is sent by users to all administrators, who are at all nodes.
 * @throws {Error} when messages are refused
 */
export async function measureDelivery(database: Database, dataDir: string): Promise<DeliveryResults> {
  const users = await createSignedIn(database, 'user', SENDERS);
  const admins = await createSignedIn(database, 'admin', ADMINS);
  const redisDir = path.join(dataDir, 'redis');
  const redis = await startRedis(redisDir);
  const redisPid = Number(await readFile(path.join(redisDir, 'redis.pid'), 'utf8'));
  const nodes: Node[] = [];
  const holds: Hold[] = [];
  const targets = new Map<Setting, Target>();
  const add = async (setting: Setting, count: number, start: () => Promise<Node>): Promise<void> => {
    const own: Node[] = [];
    for (let number = 0; number < count; number += 1) own.push(await start());
    nodes.push(...own);
    if (setting === 'two servers') await Promise.all(own.map(untilOthersAreHeard));
    for (const { pid } of own) holds.push(await holdToShare(pid, PROCESSOR_SHARE));
    const generator = startWorker<DeliveryJob>(GENERATOR);
    targets.set(setting, { generator, pids: own.map(({ pid }) => pid) });
    await generator.ask({ kind: 'connect', ends: ends(own, users, admins) });
  };
  try {
    await add('relay on one', 1, () => startRelay({}));
    await add('relay on two', 2, () => startRelay({ redisUrl: redis.url }));
    await add('server alone', 1, () => startServerNode(dataDir, {}));
    await add('two servers', 2, () => startServerNode(dataDir, { REDIS_URL: redis.url }));
    await sleep(SETTLE_MS);
    const rounds: DeliveryResults['rounds'] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(targets, redisPid));
    return { rounds, heldBy: holds[0]?.means ?? 'nothing' };
  } finally {
    for (const { generator } of targets.values()) await generator.stop();
    for (const { stop } of nodes) await stop();
    for (const hold of holds) await hold.release();
    await redis.stop();
  }
}

async function startRelay(job: RelayJob): Promise<Node> {
  const relay = startWorker<RelayJob>(RELAY);
  return { address: await relay.ask<string>(job), pid: relay.pid, stop: relay.stop };
}

async function startServerNode(dataDir: string, settings: Record<string, string>): Promise<Node> {
  const { address, pid, stop } = await startServer(dataDir, settings);
  return { address, pid: await pid(), stop };
}

async function untilOthersAreHeard({ address }: Node): Promise<void> {
  for (const end = Date.now() + HEARD_TIMEOUT_MS; Date.now() < end; await sleep(POLL_MS)) {
    const answer = await (await fetch(`${address}/health/ready`)).text();
    if (answer.includes('"redis":"ok"')) return;
  }
  throw new Error('the servers do not hear each other');
}

/** As many of each at every node. */
function ends(nodes: readonly Node[], users: readonly SignedIn[], admins: readonly SignedIn[]) {
  return nodes.map(({ address }, number) => {
    const here = <T>(all: readonly T[]) => all.filter((_, index) => index % nodes.length === number);
    return { address, users: here(users).map(({ token }) => token), admins: here(admins) };
  });
}

async function measureRound(
  targets: ReadonlyMap<Setting, Target>,
  redisPid: number,
): Promise<Record<Setting, DeliveryRound>> {
  const measured = new Map<Setting, DeliveryRound>();
  for (const [setting, { generator, pids }] of targets) {
    const figures = await generator.ask<DeliveryFigures>({
      kind: 'saturated',
      inFlight: IN_FLIGHT * pids.length,
      pids: [...pids, redisPid],
      ...PHASE,
    });
    if (figures.refused > 0) throw new Error(`${setting}: ${figures.refused} messages were refused`);
    const { deliveredPerSecond: perSecond, delivered, lost, twice } = figures;
    const arrivals = perSecond * (PHASE.durationMs / 1_000);
    const ofNodes = figures.processorMs.slice(0, -1).reduce((sum, each) => sum + each, 0);
    const us = (ms: number) => (ms * 1_000) / arrivals;
    const processorUs = us(ofNodes);
    const redisUs = us(figures.processorMs.at(-1) ?? Number.NaN);
    const ofShare = ofNodes / (PHASE.durationMs * PROCESSOR_SHARE * pids.length);
    console.log(
      `${setting.padEnd(12)} ${Math.round(perSecond)} a second, p99 ${delivered.p99.toFixed(0)} ms, ${processorUs.toFixed(1)} µs of processor each, ${percent(ofShare)} of the share`,
    );
    measured.set(setting, {
      perSecond,
      p50: delivered.p50,
      p99: delivered.p99,
      processorUs,
      redisUs,
      ofShare,
      lost,
      twice,
    });
  }
  return Object.fromEntries(measured) as Record<Setting, DeliveryRound>;
}
