import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './spawn-server.ts';

const PATIENCE_MS = 10_000;
const POLL_MS = 20;

/** Tests that need Redis are skipped, by name, if Debian's redis-server is not installed. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

export interface TestRedis {
  url: string;
  /** Kills it; its data is lost. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>;
  /** Suspends it: connections stay open, responses stop. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** A Redis of the test's own, on a free port. */
export async function startTestRedis(settings: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  const dir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-redis-'));
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'no'];
    child = spawn('redis-server', [...options, ...settings], { stdio: 'ignore' });
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await accepts(port))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error('redis-server did not start');
      await sleep(POLL_MS);
    }
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  // An aborted run leaves no process behind.
  process.once('exit', () => child?.kill('SIGKILL'));
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async close() {
      await kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
