import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/lib/free-port.mjs';

/** The script of `npm run cluster`. */
const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/cluster.mjs');
const NODE = /(?<address>127\.0\.0\.1:\d+) \(process (?<pid>\d+)\)/g;
const POLL_MS = 100;

export interface ClusterProcess {
  /** The URL of the balancer. */
  address: string;
  /** The process ids of the servers started first. */
  readonly pids: readonly number[];
  /** @throws {Error} if one of the servers is not ready in time */
  untilAllAreReady(timeoutMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts this many servers as `npm run cluster` does, in production mode, with database, Redis and balancer. */
export async function startCluster(count: number, dataDir: string): Promise<ClusterProcess> {
  const port = String(await freePort());
  const { npm_lifecycle_event: _, ...environment } = process.env;
  const env = { ...environment, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: port, HOST: '127.0.0.1' };
  const child = spawn(process.execPath, [SCRIPT, '--nodes', String(count)], {
    env: { ...env, DATABASE_URL: '', REDIS_URL: '', DEMO_DATA: '', METRICS_PORT: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const nodes: Array<{ address: string; pid: number }> = [];
  const exited = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    exited.then(() => reject(new Error('the servers did not start')), reject);
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.includes('Servers:')) return;
      for (const { groups } of line.matchAll(NODE)) {
        nodes.push({ address: `http://${groups?.['address']}`, pid: Number(groups?.['pid']) });
      }
      resolve();
    });
  });
  return {
    address: `http://127.0.0.1:${port}`,
    pids: nodes.map(({ pid }) => pid),
    async untilAllAreReady(timeoutMs) {
      for (const end = performance.now() + timeoutMs; ; await sleep(POLL_MS)) {
        const responses = await Promise.all(nodes.map(({ address }) => isReady(address)));
        if (responses.every(Boolean)) return;
        if (performance.now() > end) throw new Error('a server did not come back');
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/health/ready`).then(
    async (response) => (await response.text()).includes('"redis":"ok"'),
    () => false,
  );
}
