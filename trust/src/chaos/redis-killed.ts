import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '@hai-dang/contract/auth/auth.endpoints.ts';
import { LOGIN_MAX_FAILURES } from '@hai-dang/contract/constants.ts';
import { endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { createReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { disableUser } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { createBalancer } from '../../../scripts/lib/balancer.mjs';
import { createRandom } from '../../../server/src/lib/random.ts';
import { insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import { hasRedisServer, startTestRedis, type TestRedis } from '../../../server/src/testing/redis-server.ts';
import { createSocketOpener } from '../../../server/src/testing/socket-client.ts';
import type { SpawnedServer } from '../../../server/src/testing/spawn-server.ts';
import { type Outcome, type Scenario, type ScenarioContext, Skipped } from '../scenario.ts';
import { seconds } from '../units.ts';
import { beyond } from './outcomes.ts';
import { post } from './post.ts';
import { startWorkload, type Workload } from './workload.ts';
import { countAcknowledged } from './workload-log.ts';
import { openWorld, type World } from './world.ts';

const TIMES = 20;
const AWAY_MS = { min: 200, max: 1_200 };
const LOAD_MS = 1_000;
const CAUGHT_UP_BAR_MS = 10_000;
/** The interval of the socket checks, and a margin (docs/operations.md, several servers). */
const SOCKET_CLOSED_BAR_MS = 32_000;
const TIMEOUT_MS = 60_000;
const LIMIT_MS = 8 * 60_000;
const POLL_MS = 50;

interface Cluster {
  world: World;
  redis: TestRedis;
  nodes: readonly [SpawnedServer, SpawnedServer];
  url: string;
}

async function untilRedisIs(state: 'ok' | 'unavailable', nodes: readonly SpawnedServer[]): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; ; await sleep(POLL_MS)) {
    const responses = await Promise.all(nodes.map(async ({ url }) => (await fetch(`${url}/health/ready`)).text()));
    if (responses.every((text) => text.includes(`"redis":"${state}"`))) return;
    if (performance.now() > end) throw new Error(`Redis is not ${state} for all servers`);
  }
}

/** Two servers on one Redis, and a balancer before both. */
async function openCluster(context: ScenarioContext): Promise<Cluster> {
  const redis = await startTestRedis();
  context.defer(redis.close);
  // The balancer forwards the client's IP.
  const settings = { REDIS_URL: redis.url, TRUST_PROXY: 'loopback' };
  const world = await openWorld(context, { kind: 'embedded', settings });
  const nodes = [world.server(), await world.startNode({})] as const;
  await untilRedisIs('ok', nodes);
  const balancer = createBalancer(nodes.map(({ url }) => Number(new URL(url).port)));
  context.defer(() => balancer.close());
  await balancer.countReady();
  balancer.server.listen(0, '127.0.0.1');
  await once(balancer.server, 'listening');
  const { port } = balancer.server.address() as AddressInfo;
  return { world, redis, nodes, url: `http://127.0.0.1:${port}` };
}

interface Limits {
  socketClosedMs: number;
  fell: string[];
}

/** One wrong password more than allowed, alternating between the servers. @returns the status of each */
async function guess({ nodes: [a, b] }: Cluster, email: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count <= LOGIN_MAX_FAILURES; count += 1) {
    const server = count % 2 === 0 ? a : b;
    statuses.push((await post(server.url, login.path, { email, password: 'not the password' })).status);
  }
  return statuses;
}

/**
 * While Redis is unavailable no password is checked, because failures could not be counted; and an account disabled at
 * one server is disabled at both.
 */
async function tryLimits(cluster: Cluster, { admin }: Workload): Promise<Limits> {
  const {
    world,
    nodes: [a, b],
  } = cluster;
  const { db } = world.database;
  const victim = await insertUser(db);
  const token = await insertSession(db, victim.id);
  const sockets = createSocketOpener(() => b.url);
  try {
    const socket = await sockets.open(token);
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    const statuses = await guess(cluster, victim.email);
    const disabledAt = performance.now();
    const disabled = await post(a.url, endpointPath(disableUser, { id: victim.id }), {}, admin.token);
    const rejected = await post(b.url, createReport.path, {}, token);
    await Promise.race([closed, sleep(SOCKET_CLOSED_BAR_MS * 2, undefined, { ref: false })]);
    return {
      socketClosedMs: performance.now() - disabledAt,
      fell: [
        ...(statuses.every((status) => status === 503) ? [] : [`wrong passwords were answered ${statuses.join(', ')}`]),
        ...(disabled.ok ? [] : [`disabling was answered ${disabled.status}`]),
        ...([401, 403].includes(rejected.status) ? [] : [`a disabled account was answered ${rejected.status}`]),
      ],
    };
  } finally {
    sockets.closeAll();
  }
}

/** Clients from before the gap reconnect by themselves, and fetch what they have missed. */
async function untilAllWereClosed({ chat }: Workload): Promise<void> {
  const isStill = () => chat.chatters.filter(({ lostAt }) => lostAt === undefined).length;
  for (const end = performance.now() + TIMEOUT_MS; isStill() > 0; await sleep(POLL_MS)) {
    if (performance.now() > end) throw new Error(`${isStill()} sockets were not closed after Redis was back`);
  }
}

async function killOften(context: ScenarioContext, times: number): Promise<Outcome> {
  const cluster = await openCluster(context);
  const workload = await startWorkload(context, cluster.world, { url: cluster.url });
  const { redis, nodes } = cluster;
  const random = createRandom('redis killed');
  const caughtUpMs: number[] = [];
  let limits: Limits | undefined;
  for (let count = 0; count < times; count += 1) {
    await sleep(LOAD_MS);
    await redis.kill();
    if (limits) await sleep(random.integer(AWAY_MS.min, AWAY_MS.max));
    else {
      await untilRedisIs('unavailable', nodes);
      limits = await tryLimits(cluster, workload);
    }
    workload.markFault();
    await redis.start();
    await untilRedisIs('ok', nodes);
    await untilAllWereClosed(workload);
    const { backMs, storedMs } = await workload.untilCaughtUp(TIMEOUT_MS);
    caughtUpMs.push(Math.max(backMs, storedMs));
  }
  const guesses = await guess(cluster, 'nobody@example.test');
  const broken = await workload.finish();
  const caughtUp = Math.max(...caughtUpMs);
  const { socketClosedMs = 0, fell = [] } = limits ?? {};
  return {
    tried: `${times} × SIGKILL under two servers, limits while it was away`,
    seen:
      `all caught up ${seconds(caughtUp)} after it was there again at worst, the socket of a disabled account ` +
      `closed after ${seconds(socketClosedMs)} without it, ${countAcknowledged(workload.log)} writes acknowledged`,
    fell: [
      ...broken,
      ...fell,
      ...(guesses.at(-1) === 429 ? [] : [`with Redis back wrong passwords were answered ${guesses.join(', ')}`]),
      ...beyond('catching up', caughtUp, CAUGHT_UP_BAR_MS),
      ...beyond('closing the socket of a disabled account', socketClosedMs, SOCKET_CLOSED_BAR_MS),
    ],
  };
}

/** Redis, which connects the two servers, is killed and restarted empty. */
export const redisKilled: Scenario = {
  line: 'Redis killed',
  limitMs: LIMIT_MS,
  async run(context) {
    if (!hasRedisServer) throw new Skipped('there is no redis-server (apt-get install redis-server)');
    return killOften(context, context.times ?? TIMES);
  },
};
