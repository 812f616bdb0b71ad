import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from './lib/free-port.mjs';

const SCRIPT = path.resolve(import.meta.dirname, 'cluster.mjs');
/** The panel may have to be built first. */
const START_TIMEOUT_MS = 150_000;
const END_TIMEOUT_MS = 30_000;
const TEST_TIMEOUT_MS = 240_000;
const hasRedis = execFileSync('/bin/sh', ['-c', 'command -v redis-server || true']).length > 0;

let dataDir: string;
let cluster: Cluster | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-cluster-'));
});
afterEach(async () => {
  cluster?.process.kill('SIGKILL');
  await vi.waitFor(() => expect(pidsLeft()).toEqual([]), { timeout: END_TIMEOUT_MS });
  await rm(dataDir, { recursive: true, force: true });
});

interface Cluster {
  process: ChildProcess;
  url: string;
  nodes: Array<{ url: string; pid: number }>;
  output: () => string;
  exit: Promise<unknown>;
}

async function startCluster(count: number): Promise<Cluster> {
  const port = await freePort();
  const { NODE_ENV: _, npm_lifecycle_event: __, ...environment } = process.env;
  const child = spawn(process.execPath, [SCRIPT, '--nodes', String(count)], {
    env: { ...environment, DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '', REDIS_URL: '', DEMO_DATA: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const started: Cluster = {
    process: child,
    url: `http://127.0.0.1:${port}`,
    nodes: [],
    output: () => text,
    exit: once(child, 'exit').then(([code]) => code),
  };
  cluster = started;
  await vi.waitFor(
    () => {
      if (child.exitCode !== null) return;
      expect(text).toContain('Servers:');
    },
    { timeout: START_TIMEOUT_MS, interval: 200 },
  );
  for (const [, address, pid] of text.matchAll(/(127\.0\.0\.1:\d+) \(process (\d+)\)/g)) {
    started.nodes.push({ url: `http://${address}`, pid: Number(pid) });
  }
  expect(started.nodes, text).toHaveLength(count);
  return started;
}

/** The servers, the database and Redis that still run. */
function pidsLeft(): number[] {
  const pids = [...(cluster?.nodes.map(({ pid }) => pid) ?? [])];
  for (const place of ['postgres/postmaster.pid', 'redis/redis.pid']) {
    const file = path.join(dataDir, place);
    if (existsSync(file)) pids.push(Number.parseInt(readFileSync(file, 'utf8'), 10));
  }
  return pids.filter((pid) => pid > 0 && isAlive(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function signIn({ url, output }: Cluster): Promise<string> {
  const [, email, password] = /Demo administrator +(\S+) \/ (\S+)/.exec(output()) ?? [];
  const response = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { token: string }).token;
}

/** Opens a socket by hand. @returns the server's response to the token */
async function openSocket(url: string, token: string): Promise<{ said: string; socket: WebSocket }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  await once(socket, 'open');
  socket.send(`40${JSON.stringify({ token })}`);
  const said = await new Promise<string>((resolve) => {
    socket.addEventListener('message', ({ data }) => String(data).startsWith('4') && resolve(String(data)));
  });
  return { said, socket };
}

test.skipIf(!hasRedis)(
  'npm run cluster: two servers serve as one, also when one is killed; nothing is left after the end',
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    const running = await startCluster(2);
    const { url, nodes } = running;
    expect(running.output()).toContain(url);
    const token = await signIn(running);
    const read = () => fetch(`${url}/api/admin/users`, { headers: { authorization: `Bearer ${token}` } });
    // The session is valid at every server.
    for (let n = 0; n < 4; n += 1) expect((await read()).status).toBe(200);
    for (let n = 0; n < 2; n += 1) {
      const { said, socket } = await openSocket(url, token);
      expect(said).toMatch(/^40\{"sid"/);
      socket.close();
    }

    process.kill(nodes[1]?.pid ?? 0, 'SIGKILL');
    for (let n = 0; n < 20; n += 1) expect((await read()).status).toBe(200);
    await signIn(running);
    expect((await openSocket(url, token)).said).toMatch(/^40\{"sid"/);
    // It is restarted by itself.
    await vi.waitFor(async () => expect((await fetch(`${nodes[1]?.url}/health/ready`)).status).toBe(200), {
      timeout: END_TIMEOUT_MS,
      interval: 200,
    });

    running.process.kill('SIGTERM');
    expect(await running.exit).toBe(0);
    expect(pidsLeft()).toEqual([]);
    for (const node of nodes) await expect(fetch(node.url)).rejects.toThrow();
  },
);

test.skipIf(!hasRedis)(
  'npm run cluster: when its process is killed, servers, database and Redis exit by themselves',
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    const running = await startCluster(1);
    expect(pidsLeft()).toHaveLength(3);
    running.process.kill('SIGKILL');
    await vi.waitFor(() => expect(pidsLeft()).toEqual([]), { timeout: END_TIMEOUT_MS, interval: 200 });
  },
);
