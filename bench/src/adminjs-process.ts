import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../server/src/lib/db/database.ts';
import { type Answer, HttpConnection } from './http-client.ts';

const FOLDER = path.resolve(import.meta.dirname, '../peers/adminjs');
const ADMIN = { email: 'bench@example.com', password: 'only-for-measuring' };
/** Where it keeps its sessions; dropped afterwards. */
const SCHEMA = 'adminjs_peer';
/** As it stands in its statements. */
export const SESSION_TABLE = `"${SCHEMA}"."session"`;
/** As server.mjs names its connections. */
const APPLICATION_NAME = 'adminjs-peer';
/** A call that takes longer is stopped. */
export const CALL_LIMIT_MS = 30_000;

export interface AdminJs {
  /** @returns the answer, or null when it was stopped at the limit */
  get: (path: string) => Promise<Answer | null>;
  /** The statements sent while `work` runs. */
  statementsOf: (work: () => Promise<unknown>) => Promise<string[]>;
  stop: () => Promise<void>;
}

/**
 * Starts AdminJS on the same tables, in production, in a process of its own, and signs in. Installs it when it is missing.
 * @param isRolling whether it writes the session with each answer, as it does unless told otherwise
 */
export async function startAdminJs(database: Database, { isRolling }: { isRolling: boolean }): Promise<AdminJs> {
  await ensureInstalled();
  const settings = {
    connection: database.connection,
    schema: SCHEMA,
    admin: ADMIN,
    secret: randomBytes(32).toString('hex'),
    isRolling,
  };
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    // What it would build at each start is for browsers.
    ADMIN_JS_SKIP_BUNDLE: 'true',
    PEER_SETTINGS: JSON.stringify(settings),
  };
  // Its output says that it is up, and a warning with each search.
  const child = fork(path.join(FOLDER, 'server.mjs'), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { address } = await messageOf<{ address: string }>(child);
  const cookie = await signIn(address);
  let connection = new HttpConnection(address);

  async function get(url: string): Promise<Answer | null> {
    const limit = new AbortController();
    const used = connection;
    const late = sleep(CALL_LIMIT_MS, null, { signal: limit.signal });
    late.catch(() => undefined);
    const answer = used.get(url, cookie);
    answer.catch(() => undefined);
    const first = await Promise.race([answer, late]);
    limit.abort();
    if (first !== null) return first;
    used.close();
    connection = new HttpConnection(address);
    await endStatements(database);
    return null;
  }

  return {
    get,
    statementsOf: async (work) => {
      child.send('note queries');
      await messageOf(child);
      await work();
      child.send('tell queries');
      return (await messageOf<{ queries: string[] }>(child)).queries;
    },
    stop: async () => {
      connection.close();
      if (child.exitCode === null) {
        child.disconnect();
        await once(child, 'exit');
      }
      await database.pool.query(`drop schema if exists ${SCHEMA} cascade`);
    },
  };
}

/** The versions that were measured, such as `adminjs 7.8.17`. */
export async function adminJsVersions(): Promise<string[]> {
  const { dependencies } = JSON.parse(await readFile(path.join(FOLDER, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
}

/** npm notes what it installed; a lock that has changed since is installed anew. */
async function ensureInstalled(): Promise<void> {
  const read = (file: string) => readFile(path.join(FOLDER, file), 'utf8').catch(() => '');
  const mark = 'node_modules/.installed-lock.json';
  const lock = await read('package-lock.json');
  if ((await read(mark)) === lock) return;
  console.log('Installing AdminJS for the comparison, once…');
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const child = spawn('npm', flags, { cwd: FOLDER, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('AdminJS could not be installed');
  await writeFile(path.join(FOLDER, mark), lock);
}

async function messageOf<T>(child: ChildProcess): Promise<T> {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('AdminJS ended');
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message;
  } finally {
    // The listener that heard nothing goes.
    ended.catch(() => undefined);
    heard.abort();
  }
}

async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/admin/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(ADMIN),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (response.status !== 302 || !cookie) throw new Error(`could not sign in to AdminJS: ${response.status}`);
  return cookie;
}

/** It does not notice that nobody waits any more; what it asked next would disturb the calls after. */
async function endStatements({ pool }: Database): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where application_name = $1 and state = 'active'`,
      [APPLICATION_NAME],
    );
    if (rowCount === 0) return;
    await sleep(100);
  }
}
