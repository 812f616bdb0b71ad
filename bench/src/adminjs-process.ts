import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureInstalledApart } from '../../scripts/lib/install.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import type { Database } from '../../server/src/lib/db/database.ts';
import { HttpConnection, type HttpResponse } from './http-client.ts';

const FOLDER = 'bench/peers/adminjs';
const inFolder = (file: string): string => path.join(ROOT, FOLDER, file);
const ADMIN = { email: 'bench@example.com', password: 'only-for-measuring' };
/** The schema of its sessions; dropped afterwards. */
const SCHEMA = 'adminjs_peer';
/** The table of its sessions, quoted as in its statements. */
export const SESSION_TABLE = `"${SCHEMA}"."session"`;
/** The application name of its connections in server.mjs. */
const APPLICATION_NAME = 'adminjs-peer';
/** A slower call is cancelled. */
export const CALL_LIMIT_MS = 30_000;

export interface AdminJs {
  /** @returns the response, or null if it was cancelled at the limit */
  get: (path: string) => Promise<HttpResponse | null>;
  /** The statements sent while `work` runs. */
  statementsOf: (work: () => Promise<unknown>) => Promise<string[]>;
  stop: () => Promise<void>;
}

/**
 * Starts AdminJS on the same tables, in production mode, as a child process, and signs in. Installs it if it is
 * missing.
 * @param isRolling whether it writes the session with each response, as it does by default
 */
export async function startAdminJs(database: Database, { isRolling }: { isRolling: boolean }): Promise<AdminJs> {
  await ensureInstalledApart(FOLDER, 'AdminJS for the comparison');
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
    // The bundle that it would build at each start is for browsers only.
    ADMIN_JS_SKIP_BUNDLE: 'true',
    PEER_SETTINGS: JSON.stringify(settings),
  };
  // It prints a line when it is ready, and a warning with each search.
  const child = fork(inFolder('server.mjs'), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { address } = await messageOf<{ address: string }>(child);
  const cookie = await signIn(address);
  let connection = new HttpConnection(address);

  async function get(url: string): Promise<HttpResponse | null> {
    const limit = new AbortController();
    const used = connection;
    const late = sleep(CALL_LIMIT_MS, null, { signal: limit.signal });
    late.catch(() => undefined);
    const response = used.get(url, cookie);
    response.catch(() => undefined);
    const first = await Promise.race([response, late]);
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
      child.send('list queries');
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

/** The measured versions, such as `adminjs 7.8.17`. */
export async function adminJsVersions(): Promise<string[]> {
  const { dependencies } = JSON.parse(await readFile(inFolder('package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
}

async function messageOf<T>(child: ChildProcess): Promise<T> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('AdminJS ended');
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message;
  } finally {
    // Removes the listener that did not fire.
    ended.catch(() => undefined);
    settled.abort();
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

/** It does not notice a cancelled request; its next statements would disturb the calls after it. */
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
