import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../lib/clock.ts';
import { startTestRedis, type TestRedis } from './redis-server.ts';
import { createSocketOpener } from './socket-client.ts';
import { type SpawnedServer, spawnServer, untilReady } from './spawn-server.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

type Opener = ReturnType<typeof createSocketOpener>;

export interface TestNode extends SpawnedServer {
  sockets: Opener;
}

/** Two servers as child processes, on one database and one Redis. */
export interface TwoServers {
  database: TestDatabase;
  clock: typeof systemClock;
  redis: TestRedis;
  /** DATA_DIR of both. */
  dataDir: string;
  a: TestNode;
  b: TestNode;
  /** Starts one more. */
  startNode(settings?: Record<string, string>): Promise<TestNode>;
  close(): Promise<void>;
}

/** @returns two servers that are ready and receive each other's events */
export async function startTwoServers(): Promise<TwoServers> {
  const [database, redis] = await Promise.all([createTestDatabase(), startTestRedis()]);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-two-'));
  const nodes: TestNode[] = [];

  async function startNode(settings: Record<string, string> = {}): Promise<TestNode> {
    const server = await spawnServer({
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      DATA_DIR: folder,
      LOG_LEVEL: 'info',
      ...settings,
    });
    const node = { ...server, sockets: createSocketOpener(() => server.url) };
    nodes.push(node);
    await untilReady(node);
    return node;
  }

  async function close(): Promise<void> {
    for (const { child, sockets } of nodes) {
      sockets.closeAll();
      child.kill('SIGKILL');
    }
    await Promise.all(nodes.map(({ exit }) => exit));
    await redis.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }

  async function startBoth(): Promise<[TestNode, TestNode]> {
    const both = await Promise.all([startNode(), startNode()]);
    await Promise.all(both.map((node) => untilRedisIs('ok', node)));
    return both;
  }

  const [a, b] = await startBoth().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    database,
    clock: systemClock,
    redis,
    dataDir: folder,
    a,
    b,
    startNode,
    close,
  };
}

export interface Health {
  status: number;
  body: { status: string; checks: { database: string; redis?: string; images?: string } };
}

/** The response of the readiness probe. */
export async function healthOf({ url }: SpawnedServer): Promise<Health> {
  const response = await fetch(`${url}/health/ready`);
  return { status: response.status, body: (await response.json()) as Health['body'] };
}

const PATIENCE_MS = 20_000;
const POLL_MS = 50;

/** Waits until a server reports this state of Redis in its health. @throws {Error} after a timeout */
export async function untilRedisIs(state: 'ok' | 'unavailable', server: SpawnedServer): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while ((await healthOf(server)).body.checks.redis !== state) {
    if (Date.now() > deadline) throw new Error(`Redis is not ${state}:\n${server.output()}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
