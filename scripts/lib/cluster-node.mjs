import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { isReady, startServer } from './server-process.mjs';

const RESTART_PAUSE_MS = 1_000;
const POLL_MS = 100;
/** Upper limit between readiness and the message about it. */
const START_TIMEOUT_MS = 200;

/**
 * One server of several. It is restarted when it exits unexpectedly.
 * @param {{ name: string, port: number, env: Record<string, string> }} settings
 */
export function startNode({ name, port, env }) {
  let isEnding = false;
  let hasBeenReady = false;
  let child;
  /** Its startup message for the operator; all other output is its log. */
  const welcome = [];
  let onGivenUp = () => undefined;

  function launch() {
    child = startServer({ ...env, HOST: '127.0.0.1', PORT: String(port) }, ['inherit', 'pipe', 'pipe', 'ipc']);
    print(child.stdout, process.stdout, (line) => line.startsWith('{'));
    print(child.stderr, process.stderr, () => true);
    child.once('error', (error) => process.stderr.write(`${name} | ${error.message}\n`));
    child.once('exit', onExit);
  }

  function print(stream, target, isLog) {
    createInterface({ input: stream }).on('line', (line) => {
      if (isLog(line)) target.write(`${name} | ${line}\n`);
      else if (!hasBeenReady) welcome.push(line);
    });
  }

  async function onExit(code, signal) {
    if (isEnding) return;
    if (!hasBeenReady) {
      onGivenUp(new Error(`${name} did not start.`));
      return;
    }
    process.stderr.write(`${name} | ended (${signal ?? `code ${code}`}); it is started again\n`);
    await sleep(RESTART_PAUSE_MS, undefined, { ref: false });
    if (!isEnding) launch();
  }

  launch();
  return {
    port,
    /**
     * Waits until it serves.
     * @throws {Error} if it exits before
     */
    async ready() {
      const givenUp = new Promise((_resolve, reject) => {
        onGivenUp = reject;
      });
      while (!(await Promise.race([isReady(port), givenUp]))) await sleep(POLL_MS);
      await sleep(START_TIMEOUT_MS);
      hasBeenReady = true;
    },
    /** Its startup message; empty in production. */
    welcome: () => welcome,
    pid: () => child.pid,
    async end(signal) {
      isEnding = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}
