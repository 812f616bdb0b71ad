import { spawn } from 'node:child_process';
import path from 'node:path';
import { NODE, projectEnvironment, ROOT } from './paths.mjs';

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** One Ctrl-C reaches us several times: from the terminal, and again from npm. */
const SAME_SIGNAL_MS = 1_000;
const PARENT_CHECK_MS = 1_000;
/** By itself Node lets the garbage of short-lived objects grow to three times as much before it looks: 330 MB under load. */
const NODE_FLAGS = ['--max-semi-space-size=8'];

/**
 * Starts the server with the project's own Node. Its channel to us is its lifeline: it closes when we are gone.
 * In a group of its own, so that signals come from us alone, once each.
 */
export function startServer(env = {}, stdio = ['inherit', 'inherit', 'inherit', 'ipc']) {
  return spawn(NODE, [...NODE_FLAGS, 'server/src/main.ts'], {
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

/**
 * Calls `end` for each signal that should end this process, and when npm, which started it, is gone.
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
