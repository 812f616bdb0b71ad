import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../logger.ts';
import { bringOver } from './baseline.ts';
import { JOB_SCHEMA, migrateJobSchema } from './job-schema.ts';
import { type MigrationFile, readMigrations } from './migration-files.ts';

/** Held as long as a process migrates, by a transaction that does nothing else: unlike a session's it passes a pooler. */
const RUN_LOCK = 7_310_002;
const RUN_LOCK_POLL_MS = 100;
/** Whatever reads or writes a table waits behind a migration that waits for it, so that wait is short. */
const LOCK_TIMEOUT_MS = 1_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** A backup may hold its tables for long; a start that waits should log why. */
const LOCK_WAIT_MAX_MS = 8 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const INDEX_NAME = /^create (?:unique )?index concurrently if not exists (\w+)/i;

export interface MigrateOptions {
  /** The folder of the migrations; that of this version unless stated. */
  dir?: URL;
  /** The last migration to run; the newest there is unless stated. */
  upTo?: string | undefined;
  log?: Pick<Log, 'info' | 'warn'>;
  /** Ends what is in flight, of which nothing remains but whole migrations. */
  signal?: AbortSignal | undefined;
  patienceMs?: number;
}

interface Run {
  client: pg.Client;
  applicationName: string;
  options: MigrateOptions;
}

/**
 * Brings the database up to the newest of server/migrations, one after the other; of several processes that start at
 * once one does it and the others wait. Each file is a transaction, which waits for the locks it needs a second at a time,
 * so that calls do not queue behind it while a backup holds a table. Files that begin with "-- Without a transaction" build
 * indexes while others write. Forward only. Those of a later version, which this one does not have, are left alone: while
 * versions change, servers of both are started. Then the tables of the job library are brought to its version.
 * @param connection without time limits of its own: building an index may take minutes
 * @returns the names of the migrations that ran
 * @throws {Error} naming the migration that failed, which is rolled back; the next run continues with it
 */
export async function migrate(connection: pg.ClientConfig, options: MigrateOptions = {}): Promise<string[]> {
  const applicationName = `hai-dang-migrate ${randomUUID().slice(0, 8)}`;
  const open = async () => {
    const client = new pg.Client({ ...connection, application_name: applicationName });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const files = (await readMigrations(options.dir)).filter(({ name }) => !options.upTo || name <= options.upTo);
  const holder = await open();
  const cancel = () => void cancelStatements(connection, applicationName);
  options.signal?.addEventListener('abort', cancel, { once: true });
  try {
    await acquireRunLock(holder, options.signal);
    const client = await open();
    try {
      return await runPending({ client, applicationName, options }, files);
    } finally {
      await client.end();
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', cancel);
    await holder.end();
  }
}

/** Asks again and again: a statement that waited would be one that an index built concurrently waits for. */
async function acquireRunLock(holder: pg.Client, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
    const { rows } = await holder.query(`select pg_try_advisory_xact_lock(${RUN_LOCK}) as "isAcquired"`);
    if (rows[0].isAcquired) return;
    await holder.query('rollback');
    await sleep(RUN_LOCK_POLL_MS);
  }
}

async function runPending(run: Run, files: readonly MigrationFile[]): Promise<string[]> {
  const { client, options } = run;
  await whileLocked(run, 'baseline', () => prepare(run));
  const ran: string[] = [];
  for (const file of await pendingOf(client, files)) {
    options.signal?.throwIfAborted();
    try {
      await whileLocked(run, file.name, () => (file.steps ? runSteps(run, file) : runWhole(client, file)));
      ran.push(file.name);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`Migration ${file.name} failed: ${message}`, { cause: error });
    }
  }
  await whileLocked(run, JOB_SCHEMA, () => migrateJobSchema(client, LOCK_TIMEOUT_MS));
  return ran;
}

/** @throws {Error} if the database has one that is missing here, or one is to run before one that has run */
async function pendingOf(client: pg.Client, files: readonly MigrationFile[]): Promise<MigrationFile[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  const newest = files.at(-1)?.name ?? '';
  const executed = rows.map(({ name }) => name).filter((name) => name <= newest);
  const missing = executed.find((name) => !files.some((file) => file.name === name));
  if (missing) throw new Error(`The migration ${missing} of this database is missing here`);
  const pending = files.filter(({ name }) => !executed.includes(name));
  const [first] = pending;
  const last = executed.at(-1);
  if (first && last && first.name < last)
    throw new Error(`The migration ${first.name} comes before ${last}, which has run`);
  return pending;
}

async function prepare({ client, options }: Run): Promise<void> {
  const names = await inTransaction(client, async () => {
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    );
    return bringOver(client);
  });
  if (names) options.log?.info({ migrations: names }, 'gave the migrations of this database their present names');
}

const runWhole = (client: pg.Client, { name, text }: Pick<MigrationFile, 'name' | 'text'>): Promise<void> =>
  inTransaction(client, async () => {
    await client.query(text);
    await recordRun(client, name);
  });

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query(
    `begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local lock_timeout = ${LOCK_TIMEOUT_MS}`,
  );
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const recordRun = (client: pg.Client, name: string) =>
  client.query('insert into migrations (name) values ($1)', [name]);

async function runSteps({ client, options }: Run, { name, steps }: MigrationFile): Promise<void> {
  for (const step of steps ?? []) {
    options.signal?.throwIfAborted();
    options.log?.info({ migration: name, step }, 'running migration step online');
    const [, index] = INDEX_NAME.exec(step) ?? [];
    // An index that was ended half-way is never used, and in the way of a new one.
    if (index && (await isInvalid(client, index))) await client.query(`drop index concurrently if exists ${index}`);
    await client.query(step);
  }
  await runWhole(client, { name, text: '' });
}

async function isInvalid(client: pg.Client, index: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  return rowCount === 1;
}

/** Tries again while others hold a lock that is needed. */
async function whileLocked<T>(
  { client, options, ...run }: Run,
  migration: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + (options.patienceMs ?? LOCK_WAIT_MAX_MS);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes(code)) throw error;
      const held = await longTransactions(client, run.applicationName);
      if (Date.now() > deadline) throw new Error(`others hold its tables (${held})`, { cause: error });
      options.log?.warn(
        { migration, held, pauseMs },
        'a migration waits for tables that others hold; it is tried again',
      );
      await sleep(pauseMs, undefined, options.signal && { signal: options.signal });
    }
  }
}

/** Who may hold them: the transactions that have been open longest. */
async function longTransactions(client: pg.Client, applicationName: string): Promise<string> {
  const { rows } = await client.query<{ who: string }>(
    `select format('%s, pid %s, %s s', application_name, pid, extract(epoch from now() - xact_start)::int) as who
      from pg_stat_activity
      where datname = current_database() and xact_start is not null and application_name <> $1
      order by xact_start limit 3`,
    [applicationName],
  );
  return rows.map(({ who }) => who).join('; ');
}

/** Finds the statements by name: behind a pooler it is unknown which connection of the database runs a statement. */
async function cancelStatements(connection: pg.ClientConfig, applicationName: string): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'hai-dang-cancel' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_cancel_backend(pid) from pg_stat_activity where application_name = $1', [
      applicationName,
    ]);
  } catch {
    // It cannot be reached, and so what is in flight fails by itself.
  } finally {
    await client.end().catch(() => undefined);
  }
}
