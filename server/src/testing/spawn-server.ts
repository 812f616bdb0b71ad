import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_FLAGS } from '../../../scripts/lib/paths.mjs';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

export interface SpawnedServer {
  child: ChildProcess;
  url: string;
  /** Its output so far. */
  output: () => string;
  /** Its exit code when it has exited, null if a signal killed it. */
  exit: Promise<number | null>;
}

/** Most tests call faster than any real client; tests of the limits set these to ''. */
const UNLIMITED_CALLS = { CALLS_PER_SECOND_PER_ACCOUNT: '1000000', CALLS_PER_SECOND_PER_ADDRESS: '1000000' };

/** Runs main.ts, or a copy of it, as a child process on a free port, with these environment variables only. */
export async function spawnServer(settings: Record<string, string>, main = MAIN): Promise<SpawnedServer> {
  const port = settings['PORT'] ?? String(await freePort());
  const child = spawn(process.execPath, [...SERVER_FLAGS, main], {
    env: { PATH: process.env['PATH'], DEMO_DATA: '0', ...UNLIMITED_CALLS, ...settings, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  // The event is not 'close', which is never emitted after the channel to the child is cut.
  const ends = [once(child, 'exit'), ...[child.stdout, child.stderr].map((stream) => stream && once(stream, 'close'))];
  const exit = Promise.all(ends).then(() => child.exitCode);
  return { child, url: `http://127.0.0.1:${port}`, output: () => text, exit };
}

/**
 * Waits until it is ready.
 * @throws {Error} with its output, if it exits or times out
 */
export async function untilReady({ child, url, output }: SpawnedServer): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the server is not ready:\n${output()}`);
    await sleep(POLL_MS);
  }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
