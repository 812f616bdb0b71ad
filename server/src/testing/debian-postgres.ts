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
/** PostgreSQL rejects to be root. */
const OWNER = process.getuid?.() === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : null;
const OPTIONS = { ...OWNER, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' } };

/** The newest version that Debian's packages have installed; null: none. */
export const debianVersion = newestVersion();
if (debianVersion === null) {
  process.stderr.write('SKIPPED: no PostgreSQL in /usr/lib/postgresql (apt-get install postgresql)\n');
}

export interface DebianServer {
  url: string;
  /** Of the process that the others are children of. */
  pid: number;
  /** Resolves once it has ended, however that was. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** A folder that PostgreSQL's programs may write to, and those programs. */
export interface DebianPostgres {
  folder: string;
  /** Runs one of them to its end. @throws {Error} with what it said */
  run(program: string, args: readonly string[]): Promise<void>;
  /** Makes a new cluster in the folder. */
  initCluster(name: string): Promise<void>;
  /**
   * Starts one that is there.
   * @param port a free one unless it is told
   * @returns when it answers and is no longer recovering
   */
  start(name: string, settings?: Record<string, string>, port?: number): Promise<DebianServer>;
  /** Stops what runs and removes the folder. */
  close(): Promise<void>;
}

/**
 * Opens Debian's PostgreSQL; call only where {@link debianVersion} is not null. Close it in `afterAll`.
 * @param parent where its folder is made; everybody must be allowed to pass it
 */
export async function openDebianPostgres(parent = os.tmpdir()): Promise<DebianPostgres> {
  const folder = await mkdtemp(path.join(parent, 'hai-dang-debian-'));
  if (OWNER) await chown(folder, OWNER.uid, OWNER.gid);
  const program = (name: string) => path.join(DEBIAN_DIR, debianVersion ?? '', 'bin', name);
  const running = new Set<DebianServer>();
  // A run that is given up leaves none behind.
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
      // 0 in its place would be signals to this process and all around it.
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

/** One that has ended meanwhile is no error. */
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
