import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/lib/free-port.mjs';

const PANEL = fileURLToPath(new URL('../../../panel', import.meta.url));
const VITE = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

export interface ViteServer {
  /** The server's URL, without a trailing slash. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Serves the panel's sources like `npm run dev`, without a backend. */
export async function startVite(): Promise<ViteServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [VITE, '--port', String(port), '--strictPort'], {
    cwd: PANEL,
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  const startedAt = Date.now();
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() - startedAt > START_TIMEOUT_MS) {
      await stop();
      throw new Error('Vite did not get ready');
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { url, stop };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
