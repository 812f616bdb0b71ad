import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.mjs';

const START_TIMEOUT_MS = 10_000;
const POLL_MS = 50;
/** Runs Redis and stops it when standard input closes, which happens also if this process is killed. */
const SUPERVISOR_SCRIPT = `
exec 3<&0
redis-server "$1" 3<&- </dev/null &
server=$!
( cat <&3 >/dev/null; kill $server ) 2>/dev/null &
watcher=$!
exec 3<&-
wait $server
code=$?
kill $watcher 2>/dev/null
exit $code
`;

/**
 * Starts the machine's redis-server (Debian: apt-get install redis-server) for this account only: on a free port of
 * this machine, with its own password, without persistence.
 * @param {string} dir folder of its settings; created if missing
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 * @throws {Error} with its output, or if it is not installed
 */
export async function startRedis(dir) {
  const port = await freePort();
  const password = randomBytes(24).toString('hex');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const settings = path.join(dir, 'redis.conf');
  const lines = ['bind 127.0.0.1', `port ${port}`, `requirepass ${password}`, 'save ""', 'appendonly no'];
  writeFileSync(settings, [...lines, 'pidfile redis.pid', ''].join('\n'), { mode: 0o600 });
  // In its own process group: this process handles Ctrl-C of the terminal, and stops it last.
  const supervisor = spawn('/bin/sh', ['-c', SUPERVISOR_SCRIPT, 'sh', settings], {
    cwd: dir,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-2_000);
    });
  }
  supervisor.stdin.on('error', () => undefined);
  const exited = once(supervisor, 'exit');
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await accepts(port, password))) {
    if (supervisor.exitCode === null && Date.now() < deadline) {
      await sleep(POLL_MS);
      continue;
    }
    supervisor.stdin.end();
    if (supervisor.exitCode === 127) {
      throw new Error('There is no redis-server: install it (apt-get install redis-server), or set REDIS_URL.');
    }
    throw new Error(`redis-server did not start:\n${said}`);
  }
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    async stop() {
      supervisor.stdin.end();
      await exited;
    },
  };
}

function accepts(port, password) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.write(`AUTH ${password}\r\nPING\r\n`);
    let received = '';
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
      if (!received.includes('+PONG')) return;
      resolve(true);
      socket.destroy();
    });
  });
}
