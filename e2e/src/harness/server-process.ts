import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const POLL_MS = 50;
const KEPT_OUTPUT_CHARS = 4_000;

export interface ServerProcess {
  /** The server's URL, without a trailing slash. */
  baseUrl: string;
  stop: () => Promise<void>;
  /** Kills it at once (SIGKILL). */
  kill: () => Promise<void>;
}

/**
 * Runs the server as a child process, and waits until it is ready.
 * @param env its settings; this function sets HOST, and PORT to a free one unless given
 * @throws with its output, if it exits or does not get ready
 */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const port = env['PORT'] ?? (await freePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-KEPT_OUTPUT_CHARS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exited = once(child, 'exit');

  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(deadline);
  };

  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await exited;
  };

  const startedAt = Date.now();
  while (!(await isReady(baseUrl))) {
    if (child.exitCode !== null || Date.now() - startedAt > START_TIMEOUT_MS) {
      await stop();
      throw new Error(`the server did not get ready:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { baseUrl, stop, kill };
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${baseUrl}/health/ready`);
    return ok;
  } catch {
    return false;
  }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
