import { spawn } from 'node:child_process';
import path from 'node:path';
import { NODE, projectEnvironment, ROOT, SERVER_FLAGS } from './paths.mjs';

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** One Ctrl-C arrives several times: from the terminal, and again from npm. */
const SAME_SIGNAL_MS = 1_000;
const PARENT_CHECK_MS = 1_000;
/** The server itself responds within 0.8 s, also when its database hangs. */
const HEALTH_TIMEOUT_MS = 1_000;

/**
 * Starts the server with the project's own Node. It exits when its IPC channel closes with this process. In its own
 * process group, so that it receives signals from this process only, once each.
 */
export function startServer(env = {}, stdio = ['inherit', 'inherit', 'inherit', 'ipc']) {
  return spawn(NODE, [...SERVER_FLAGS, 'server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...projectEnvironment(),
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compile'),
      ...env,
    },
    stdio,
    detached: true,
  });
}

/** Whether the server at this port of the machine takes requests. */
export async function isReady(port) {
  try {
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const health = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal });
    await health.arrayBuffer();
    return health.ok;
  } catch {
    return false;
  }
}

/**
 * Calls `end` for each signal that should end this process, and when npm, its parent, has exited.
 * @param {(signal: NodeJS.Signals) => void} end
 */
export function onEnd(end) {
  let last = 0;
  for (const signal of ENDING_SIGNALS) {
    process.on(signal, () => {
      if (Date.now() - last < SAME_SIGNAL_MS) return;
      last = Date.now();
      end(signal);
    });
  }
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end('SIGTERM'), PARENT_CHECK_MS).unref();
}
