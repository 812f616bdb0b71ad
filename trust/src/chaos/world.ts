import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, openDatabase } from '../../../server/src/lib/db/database.ts';
import { createLogger } from '../../../server/src/lib/logger.ts';
import {
  type DebianPostgres,
  type DebianServer,
  debianVersion,
  openDebianPostgres,
} from '../../../server/src/testing/debian-postgres.ts';
import { freePort, type SpawnedServer, spawnServer, untilReady } from '../../../server/src/testing/spawn-server.ts';
import type { ScenarioContext } from '../scenario.ts';

export type DatabaseKind = 'embedded' | 'external';

/** The types of database available on this machine. */
export const DATABASE_KINDS: readonly DatabaseKind[] = debianVersion === null ? ['embedded'] : ['embedded', 'external'];
export const NO_POSTGRESQL = 'there is no PostgreSQL in /usr/lib/postgresql (apt-get install postgresql)';

const LOOKING_CONNECTIONS = 4;
/** The settings for full durability, which `openDebianPostgres` turns off by default. */
const DURABLE = { fsync: 'on' };

/** A server with its database, which a scenario may break. */
export interface World {
  readonly kind: DatabaseKind;
  readonly dataDir: string;
  /** The URL of an external database. */
  readonly databaseUrl: string | undefined;
  /** The server's URL, the same after a restart. */
  readonly url: string;
  /** The server's process; a new one after each start. */
  readonly server: () => SpawnedServer;
  /** For inspecting the stored rows, bypassing the server. */
  readonly database: Database;
  /** The servers that exited unexpectedly, with the end of their output. */
  readonly unexpected: string[];
  /** Starts the server again, at the same URL; does not wait until it is ready. */
  startServer(): Promise<void>;
  /** Kills the server. */
  killServer(): Promise<void>;
  /** Starts one more server on the same database. */
  startNode(settings: Record<string, string>): Promise<SpawnedServer>;
  /** The pid of the postmaster. @throws {Error} if it does not run */
  databasePid(): Promise<number>;
  /** Starts an external database again after its end; the server restarts an embedded one. */
  restartDatabase(): Promise<void>;
  /** The same if it has ended. */
  reviveDatabase(): Promise<void>;
}

interface WorldOptions {
  kind: DatabaseKind;
  /** Settings of the servers; for a folder on another disk `DATA_DIR`. */
  settings?: Record<string, string>;
  /** The folder of an external database; by default the one for temporary files. */
  databaseParent?: string;
}

/**
 * Starts a database of this type and a server on it, waits until it is ready, and stops both at the end of the
 * scenario.
 */
export async function openWorld(
  context: ScenarioContext,
  { kind, settings = {}, databaseParent }: WorldOptions,
): Promise<World> {
  const folder = await temporaryFolder(context, 'world');
  const dataDir = settings['DATA_DIR'] ?? path.join(folder, 'data');
  const unexpected: string[] = [];
  const running = new Set<SpawnedServer>();
  const meant = new Set<SpawnedServer>();
  let debian: DebianPostgres | undefined;
  let postgres: DebianServer | undefined;

  async function end(started: SpawnedServer, signalName: NodeJS.Signals): Promise<void> {
    meant.add(started);
    started.child.kill(signalName);
    await started.exit;
  }

  async function spawn(own: Record<string, string>): Promise<SpawnedServer> {
    const started = await spawnServer({
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      ...(postgres && { DATABASE_URL: postgres.url }),
      ...settings,
      ...own,
    });
    running.add(started);
    void started.exit.then((code) => {
      running.delete(started);
      const how = code ?? started.child.signalCode;
      if (!meant.has(started)) unexpected.push(`a server ended by itself (${how}):\n${tail(started)}`);
    });
    return started;
  }

  async function restartDatabase(): Promise<void> {
    if (!debian || !postgres) return;
    await postgres.ended;
    postgres = await debian.start('main', DURABLE, Number(new URL(postgres.url).port));
  }

  if (kind === 'external') {
    debian = await openDebianPostgres(databaseParent);
    context.defer(debian.close);
    await debian.initCluster('main');
    postgres = await debian.start('main', DURABLE);
  }
  context.defer(() => Promise.all([...running].map((each) => end(each, 'SIGTERM'))));
  const port = String(await freePort());
  let server = await spawn({ PORT: port });
  await untilReady(server);
  const databaseUrl = postgres?.url ?? socketUrl(path.join(dataDir, 'postgres'));
  const logger = createLogger({ level: 'silent' });
  const database = await openDatabase({ databaseUrl, dataDir: '', logger, maxConnections: LOOKING_CONNECTIONS });
  context.defer(database.close);

  return {
    kind,
    dataDir,
    databaseUrl: postgres?.url,
    url: server.url,
    server: () => server,
    database,
    unexpected,
    async startServer() {
      server = await spawn({ PORT: port });
    },
    killServer: () => end(server, 'SIGKILL'),
    async startNode(own) {
      const node = await spawn(own);
      await untilReady(node);
      return node;
    },
    async databasePid() {
      if (postgres) return postgres.pid;
      return Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
    },
    restartDatabase,
    async reviveDatabase() {
      const hasEnded = postgres?.ended.then(() => true);
      if (hasEnded && (await Promise.race([hasEnded, nextTurn(false)]))) await restartDatabase();
    },
  };
}

/** A folder that is deleted at the end of the scenario. */
export async function temporaryFolder(context: ScenarioContext, name: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `hai-dang-chaos-${name}-`));
  context.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The embedded database's URL. Not by joining it: a process that joined takes over when its server is killed. */
export const socketUrl = (socketDir: string) =>
  `postgres://hai_dang@localhost/hai_dang?host=${encodeURIComponent(socketDir)}`;

const EXCERPT_MAX_CHARS = 2_000;
const tail = ({ output }: SpawnedServer) => output().slice(-EXCERPT_MAX_CHARS);
