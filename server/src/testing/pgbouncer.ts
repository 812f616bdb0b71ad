import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCuttableProxy } from './cuttable-proxy.ts';
import { freePort } from './spawn-server.ts';

const PATIENCE_MS = 10_000;
const POLL_MS = 20;

/** Tests that need a pooler are skipped, by name, if Debian's pgbouncer is not installed. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

export interface TestPooler {
  /** The database URL through the pooler. */
  url: string;
  close(): Promise<void>;
}

/**
 * PgBouncer in transaction mode before a database, on a free port.
 * @param databaseUrl of a server on a TCP port, or on a socket folder named by its `host` parameter
 * @param poolSize number of database connections that all clients share
 */
export async function startPgBouncer(databaseUrl: string, poolSize: number): Promise<TestPooler> {
  // It runs as nobody, who may not enter the folder of the test's database.
  const way = await startCuttableProxy(databaseUrl);
  const target = new URL(way.url);
  const port = await freePort();
  const dir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-pgbouncer-'));
  const settings = path.join(dir, 'pgbouncer.ini');
  const password = target.password ? ` password=${decodeURIComponent(target.password)}` : '';
  await writeFile(
    settings,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  );
  await chmod(dir, 0o755);
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child: ChildProcess = spawn('pgbouncer', [...user, settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  // An aborted run leaves no process behind.
  process.once('exit', () => child.kill('SIGKILL'));
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`pgbouncer did not start:\n${said}`);
    await sleep(POLL_MS);
  }
  const url = new URL(way.url);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async close() {
      if (child.exitCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      await way.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
