import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './spawn-server.ts';

const DEBIAN_DIR = '/usr/lib/postgresql';
const NOBODY_ID = 65534;
const PATIENCE_MS = 30_000;
const POLL_MS = 100;
const SUPERUSER = 'app';

const run = promisify(execFile);
/** PostgreSQL does not run as root. */
const OWNER = process.getuid?.() === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : null;
const OPTIONS = { ...OWNER, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' } };

/** The newest version of Debian's packages that is installed; null for none. */
export const debianVersion = newestVersion();
if (debianVersion === null) {
  process.stderr.write('SKIPPED: no PostgreSQL in /usr/lib/postgresql (apt-get install postgresql)\n');
}

export interface DebianServer {
  url: string;
  /** The pid of the postmaster. */
  pid: number;
  /** Resolves when it has exited, with any code. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** A folder that PostgreSQL's programs may write to, and those programs. */
export interface DebianPostgres {
  folder: string;
  /** Runs one of them to its end. @throws {Error} with its output */
  run(program: string, args: readonly string[]): Promise<void>;
  /** Initialises a new cluster in the folder. */
  initCluster(name: string): Promise<void>;
  /**
   * Starts an existing cluster.
   * @param port a free one by default
   * @returns when it accepts queries and has finished recovery
   */
  start(name: string, settings?: Record<string, string>, port?: number): Promise<DebianServer>;
  /** Stops the running servers and deletes the folder. */
  close(): Promise<void>;
}

/**
 * Opens Debian's PostgreSQL; call only if {@link debianVersion} is not null. Close it in `afterAll`.
 * @param parent the folder of its folder; all users need the permission to traverse it
 */
export async function openDebianPostgres(parent = os.tmpdir()): Promise<DebianPostgres> {
  const folder = await mkdtemp(path.join(parent, 'hai-dang-debian-'));
  if (OWNER) await chown(folder, OWNER.uid, OWNER.gid);
  const program = (name: string) => path.join(DEBIAN_DIR, debianVersion ?? '', 'bin', name);
  const running = new Set<DebianServer>();
  // An aborted run leaves no server behind.
  process.once('exit', () => {
    for (const { pid } of running) kill(pid, 'SIGQUIT');
  });

  return {
    folder,
    run: async (name, args) => {
      await run(program(name), args, OPTIONS);
    },

    initCluster: async (name) => {
      const settings = ['-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
      await run(program('initdb'), ['-D', path.join(folder, name), ...settings], OPTIONS);
    },

    async start(name, settings = {}, onPort = undefined) {
      const port = onPort ?? (await freePort());
      const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
      const place = ['-D', path.join(folder, name), '-h', '127.0.0.1', '-p', String(port), '-k', folder];
      const child = spawn(program('postgres'), [...place, '-c', 'fsync=off', ...flags], {
        ...OPTIONS,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const { pid } = child;
      // With pid 0 the signals would hit this process and its whole group.
      if (pid === undefined) throw (await once(child, 'error'))[0];
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      const url = `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres`;
      const ended = once(child, 'exit').then(() => void running.delete(server));
      const server = {
        url,
        pid,
        ended,
        stop: async () => {
          if (!running.has(server)) return;
          kill(pid, 'SIGINT');
          await ended;
        },
      };
      running.add(server);
      await untilWritable(url, child, () => said);
      return server;
    },

    close: async () => {
      for (const server of running) await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A process that has already exited is no error. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function untilWritable(url: string, child: ChildProcess, said: () => string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isWritable(url))) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${said()}`);
    await sleep(POLL_MS);
  }
}

async function isWritable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('select pg_is_in_recovery() as recovers');
    return rows[0].recovers === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function newestVersion(): string | null {
  try {
    return (
      readdirSync(DEBIAN_DIR)
        .sort((a, b) => Number(a) - Number(b))
        .at(-1) ?? null
    );
  } catch {
    return null;
  }
}
