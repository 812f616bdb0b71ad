import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../../scripts/lib/redis-process.mjs';
import type { Database } from '../../server/src/lib/db/database.ts';
import { createSignedIn, type SignedIn } from './chat-accounts.ts';
import { startWorker, type Worker } from './chat-jobs.ts';
import type { Phase } from './chat-metrics.ts';
import type { RelayJob } from './chat-relay.ts';
import type { DeliveryJob, DeliveryMetrics } from './cluster-generator.ts';
import { type Hold, holdToShare } from './processor-share.ts';
import { startServer } from './server-process.ts';

export const SENDERS = 400;
export const ADMINS = 80;
/** Small enough that two servers, Redis, the database and the generator fit on a machine with two processors. */
export const PROCESSOR_SHARE = 0.25;
const PHASE: Phase = { warmUpMs: 2_000, durationMs: 6_000 };
export const ROUNDS = 5;
/** Per node: enough to keep it busy nearly all the time; the result shows how much of its share it used. */
const IN_FLIGHT = 100;
/** Until the presence events of all sockets have been published. */
const SETTLE_MS = 3_000;
const RELAY_TIMEOUT_MS = 20_000;
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
  /** The processor time of all nodes together, per delivery, in microseconds. */
  processorUs: number;
  /** The processor time of Redis, per delivery too. */
  redisUs: number;
  /** The used part of the nodes' processor share: well below 1, the bottleneck was elsewhere. */
  ofShare: number;
  lost: number;
  twice: number;
}

export interface DeliveryResults {
  /** The settings measured one right after the other. */
  rounds: Array<Record<Setting, DeliveryRound>>;
  /** The mechanism that limits the nodes' processor share. */
  heldBy: string;
}

/** One or more nodes that take messages, with the generator connected to them. */
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
 * Measures the deliveries of one node and of two nodes, with the nodes as the bottleneck: the server, and a bare
 * Socket.IO relay as baseline, alternating. All messages are sent by users to all administrators, who are connected to
 * all nodes.
 * @throws {Error} if messages are rejected
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
    if (setting === 'two servers') await Promise.all(own.map(untilNodesReceiveEachOther));
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

async function untilNodesReceiveEachOther({ address }: Node): Promise<void> {
  for (const end = Date.now() + RELAY_TIMEOUT_MS; Date.now() < end; await sleep(POLL_MS)) {
    const response = await (await fetch(`${address}/health/ready`)).text();
    if (response.includes('"redis":"ok"')) return;
  }
  throw new Error('the servers do not receive events of each other');
}

/** The same number of each at every node. */
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
    const metrics = await generator.ask<DeliveryMetrics>({
      kind: 'saturated',
      inFlight: IN_FLIGHT * pids.length,
      pids: [...pids, redisPid],
      ...PHASE,
    });
    if (metrics.rejected > 0) throw new Error(`${setting}: ${metrics.rejected} messages were rejected`);
    const { deliveredPerSecond: perSecond, delivered, lost, twice } = metrics;
    const arrivals = perSecond * (PHASE.durationMs / 1_000);
    const ofNodes = metrics.processorMs.slice(0, -1).reduce((sum, each) => sum + each, 0);
    const us = (ms: number) => (ms * 1_000) / arrivals;
    const processorUs = us(ofNodes);
    const redisUs = us(metrics.processorMs.at(-1) ?? Number.NaN);
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
