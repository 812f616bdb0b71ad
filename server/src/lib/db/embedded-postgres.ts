import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../logger.ts';
import { type Binaries, findEmbeddedBinaries } from './embedded-binaries.ts';
import { ensureCluster, ensureSocketDir, SOCKET_PORT, SUPERUSER } from './embedded-cluster.ts';
import { ensureApplicationRole } from './embedded-role.ts';
import { type Unprivileged, unprivileged } from './unprivileged.ts';

export type SocketConnection = { host: string; port: number; user: string; database: string };
export type EmbeddedPostgres = {
  /** The connection of the database's owner, who is no superuser. */
  connection: SocketConnection;
  /** Stops the server if this process started it; open transactions are rolled back. */
  stop: () => Promise<void>;
};

const DATABASE_NAME = 'hai_dang';
const POLL_MS = 40;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const RESTART_PAUSE_MS = 250;
const WATCH_MS = 2_000;
const LOG_LINES_MAX = 20;

/**
 * Runs PostgreSQL and ends it when standard input closes, which the system does for us even if we are killed.
 * A watcher waits for that end (on descriptor 3, because a background job loses descriptor 0), while the shell itself
 * waits for PostgreSQL, so that its death is seen here at once.
 */
const SUPERVISOR_SCRIPT = `
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
( cat <&3 >/dev/null; kill -INT $server ) 2>/dev/null &
watcher=$!
exec 3<&-
wait $server
code=$?
kill $watcher 2>/dev/null
exit $code
`;

const SERVER_SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '192MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  // Statements and details of errors may carry what users typed; the application logs what it needs itself.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};
/** For tests: as fast as it gets, and lost with the machine. */
const THROWAWAY_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

type Options = { dir: string; logger: Log; throwaway?: boolean };
type Setup = {
  dir: string;
  socketDir: string;
  binaries: Binaries;
  runner: Unprivileged;
  settings: object;
  logger: Log;
};
type Supervisor = { process: ChildProcess; lines: string[]; exited: Promise<void>; hasExited: () => boolean };

/**
 * Starts the PostgreSQL that comes with npm on the folder `dir`, or joins the one another process runs there.
 * The process that started it supervises it: it is restarted when it dies, and it ends when that process ends, even killed.
 * A process that joined takes over when the owner ends.
 * @param throwaway no durability, for tests
 * @throws {Error} in plain English when the package is missing or the server does not start
 */
export async function startEmbeddedPostgres({ dir, logger, throwaway = false }: Options): Promise<EmbeddedPostgres> {
  const absolute = path.resolve(dir);
  const [binaries, runner] = await Promise.all([findEmbeddedBinaries(), unprivileged()]);
  await ensureCluster(absolute, binaries, runner, throwaway);
  const socketDir = await ensureSocketDir(absolute, runner);
  const settings = throwaway ? { ...SERVER_SETTINGS, ...THROWAWAY_SETTINGS } : SERVER_SETTINGS;
  const setup = { dir: absolute, socketDir, binaries, runner, settings, logger };
  const superuser = { host: socketDir, port: SOCKET_PORT, user: SUPERUSER, database: DATABASE_NAME };

  const stopping = new AbortController();
  let supervisor = await ensureRunning(setup, superuser, stopping.signal);
  const connection = await ensureApplicationRole(superuser).catch(async (error: unknown) => {
    if (supervisor) await stopSupervisor(supervisor);
    throw error;
  });
  const aborted = once(stopping.signal, 'abort');
  const supervision = supervise();
  return {
    connection,
    stop: async () => {
      stopping.abort();
      await supervision;
      if (supervisor) await stopSupervisor(supervisor);
    },
  };

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (supervisor) await Promise.race([supervisor.exited, aborted]);
      else await pause(WATCH_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      if (!supervisor && (await probe(superuser)) !== 'down') continue;
      logger.warn(
        supervisor ? 'embedded PostgreSQL exited unexpectedly; restarting it' : 'taking over embedded PostgreSQL',
      );
      try {
        supervisor = await ensureRunning(setup, superuser, stopping.signal);
      } catch (error) {
        logger.error({ err: error }, 'embedded PostgreSQL did not start; retrying');
        await pause(RESTART_PAUSE_MS, stopping.signal);
      }
    }
  }
}

/** Waits until the server accepts connections. @returns the supervisor, null where another process started the server */
async function ensureRunning(
  setup: Setup,
  connection: SocketConnection,
  signal: AbortSignal,
): Promise<Supervisor | null> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let supervisor: Supervisor | null = null;
  for (;;) {
    const state = await probe(connection);
    if (state === 'up') return supervisor && !supervisor.hasExited() ? supervisor : null;
    if (state === 'missing') {
      await createDatabase(connection);
      continue;
    }
    if (signal.aborted) return supervisor;
    // A server whose predecessor is still shutting down exits at once: retry until the deadline.
    if (state === 'down' && (!supervisor || supervisor.hasExited())) {
      if (supervisor) await pause(RESTART_PAUSE_MS, signal);
      supervisor = launch(setup);
    }
    if (Date.now() > deadline) {
      if (supervisor) await stopSupervisor(supervisor);
      const said = supervisor?.lines.join('\n') ?? '';
      throw new Error(`PostgreSQL in ${setup.dir} did not start within ${START_TIMEOUT_MS / 1000} s.\n${said}`);
    }
    await sleep(POLL_MS);
  }
}

function launch({ dir, socketDir, binaries, runner, settings, logger }: Setup): Supervisor {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = [binaries.postgres, '-D', dir, '-k', socketDir, '-p', String(SOCKET_PORT), ...flags];
  const { command, args } = runner.wrap('/bin/sh', ['-c', SUPERVISOR_SCRIPT, 'sh', ...server]);
  // A group of its own: Ctrl-C in the terminal is for us, who stop the database last.
  const child = spawn(command, args, { ...runner.options, detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.on('error', () => undefined);
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (lines.push(line) > LOG_LINES_MAX) lines.shift();
    logger.debug({ line }, 'postgres');
  });
  let gone = false;
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      gone = true;
      // Ends the watcher, and with it a server that outlived its shell.
      child.stdin.destroy();
      resolve();
    };
    child.once('exit', end);
    child.once('error', (error) => {
      lines.push(error.message);
      end();
    });
  });
  return { process: child, lines, exited, hasExited: () => gone };
}

async function stopSupervisor(supervisor: Supervisor): Promise<void> {
  supervisor.process.stdin?.end();
  const stopped = await Promise.race([supervisor.exited.then(() => true), pause(STOP_TIMEOUT_MS).then(() => false)]);
  const { pid } = supervisor.process;
  if (!stopped && pid !== undefined) process.kill(-pid, 'SIGKILL');
}

type State = 'up' | 'busy' | 'missing' | 'down';

/** `busy`: there, but still starting or already leaving; `missing`: there, without our database. */
async function probe(connection: SocketConnection): Promise<State> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return 'up';
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '3D000') return 'missing';
    return code === undefined || code === 'ENOENT' || code === 'ECONNREFUSED' ? 'down' : 'busy';
  }
}

async function createDatabase(connection: SocketConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`create database ${connection.database}`);
  } catch (error) {
    // Two processes may find it missing at once.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(() => undefined);
}
