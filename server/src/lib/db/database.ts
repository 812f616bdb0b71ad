import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type Logger, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../logger.ts';
import type { CallObserver } from '../observed-call.ts';
import { createProbe } from './database-probe.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { wrapPool } from './prepared-statements.ts';
import type { DB } from './schema.generated.ts';
import { createTransact, type Transact } from './transact.ts';

export type Schema = DB;
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;
export type DbOrTx = Db | Tx;

export type Database = {
  db: Db;
  /** The same connections without Kysely, for COPY and for measuring. */
  pool: pg.Pool;
  transact: Transact;
  /**
   * The time of the database, which all servers share: the clock of one server may be wrong.
   * @param tx the transaction in which it is asked for, if any: it has a connection already
   */
  now: (tx?: Tx) => Promise<Date>;
  /** How to reach the same database from elsewhere in this process, for what runs long. */
  connection: pg.ClientConfig;
  /** Whether the database responds in time, asked over a connection of its own: a pool that is full does not matter. */
  isReachable: (timeoutMs: number) => Promise<boolean>;
  /** Waits a while for the queries in flight, then stops the embedded server if there is one. */
  close: () => Promise<void>;
};

/** Sees each statement once it has been run: its text without its values, and why it failed if it did. */
export type StatementObserver = (statement: { text: string; durationMs: number; error?: unknown }) => void;

export interface PoolSettings {
  maxConnections?: number;
  /** Off for a connection pooler that cannot keep prepared statements. */
  prepareStatements?: boolean;
  statementTimeoutMs?: number;
  /**
   * `databaseUrl` is of a connection pooler in transaction mode, such as PgBouncer: it rejects time limits as parameters
   * of a connection, so the role has to have them.
   */
  hasPooler?: boolean;
  /** The same database past the pooler, for what runs long: migrations, backup, restore. */
  directUrl?: string | undefined;
}

export type DatabaseOptions = PoolSettings & {
  /** The database to connect to; if absent, the embedded PostgreSQL is started under `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  logger: Log;
  /** How long a statement is waited for; longer than the database lets it run, but for a test in a hurry. */
  queryTimeoutMs?: number;
  onStatement?: StatementObserver | undefined;
  /** Called for each caller for whom the pool had no idle connection. */
  onConnectionWait?: CallObserver | undefined;
};

export const DEFAULT_STATEMENT_TIMEOUT_MS = 15_000;
/** Added to the database's own limit, for a database that hangs. */
const QUERY_TIMEOUT_MARGIN_MS = 5_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 3_000;
const CLOSE_TIMEOUT_MS = 5_000;
/** Connections of one server to PostgreSQL, beside the one for its health. */
export const DEFAULT_MAX_CONNECTIONS = 10;

const INT8 = pg.types.builtins.INT8;
const DATE = pg.types.builtins.DATE;

/**
 * Opens the database: the one at `databaseUrl`, else the embedded one. bigint is parsed as a number, date as 'YYYY-MM-DD'.
 * @throws {Error} when it cannot be reached
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, logger, maxConnections = DEFAULT_MAX_CONNECTIONS, prepareStatements = true } = options;
  const { statementTimeoutMs = DEFAULT_STATEMENT_TIMEOUT_MS, hasPooler = false } = options;
  const { onStatement, onConnectionWait: onWait } = options;
  const embedded = databaseUrl ? null : await startEmbeddedPostgres({ dir: path.join(dataDir, 'postgres'), logger });
  const connection: pg.ClientConfig = embedded?.connection ?? { connectionString: databaseUrl };
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    types: { getTypeParser },
    application_name: 'hai-dang',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(!hasPooler && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    }),
    query_timeout: options.queryTimeoutMs ?? statementTimeoutMs + QUERY_TIMEOUT_MARGIN_MS,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) logger.warn({ reason: error.message }, 'idle database connection lost');
  });
  // The pool does not listen to a connection that is in use. Its query fails, which reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: wrapPool(pool, { prepares: prepareStatements, onWait }) }),
    ...(onStatement && { log: toLogger(onStatement) }),
  });
  const probe = createProbe(connection);
  const endPool = async () => {
    await Promise.all([db.destroy(), probe.close()]);
    // Kysely ends the pool only if it ever used it.
    if (!pool.ended) await pool.end();
  };
  const close = async () => {
    // A query that hangs must not keep the server from being stopped.
    await Promise.race([endPool(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    await embedded?.stop();
  };
  try {
    const { rows } = await pool.query<{ timeout: string }>(`select current_setting('statement_timeout') as timeout`);
    if (hasPooler && rows[0]?.timeout === '0') {
      logger.warn('no time limit for statements behind the pooler: "alter role … set statement_timeout" sets one');
    }
  } catch (error) {
    await close();
    // A name with several addresses gives an error without a message, which holds one for each.
    const reasons: unknown[] = error instanceof AggregateError ? error.errors : [error];
    const messages = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason))).join(', ');
    throw new Error(`The database cannot be reached: ${messages}`, { cause: error });
  }
  const direct = options.directUrl ? { connectionString: options.directUrl } : connection;
  const { isReachable } = probe;
  const now = (tx?: Tx) => databaseTime(tx ?? db);
  return { db, pool, transact: createTransact(db, logger), now, connection: direct, isReachable, close };
}

/** Kysely on one connection, in the transaction that it is in; whose connection it is ends both. */
export function onClient(client: pg.ClientBase): Db {
  const view = { query: client.query.bind(client), release: () => undefined };
  const pool = { options: {}, connect: async () => view, end: async () => undefined };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** The time of the database, by its own clock. */
export async function databaseTime(db: DbOrTx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  if (!rows[0]) throw new Error('the database did not return its time');
  return rows[0].now;
}

const toLogger =
  (observe: StatementObserver): Logger =>
  ({ query, queryDurationMillis, ...rest }) =>
    observe({
      text: query.sql,
      durationMs: queryDurationMillis,
      ...(rest.level === 'error' && { error: rest.error }),
    });

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format !== 'binary') {
    if (oid === INT8) return Number;
    // A day has no time zone; a Date would move it by the machine's.
    if (oid === DATE) return String;
  }
  return pg.types.getTypeParser(oid, format);
}
