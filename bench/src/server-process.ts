import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Admin, loginResponseSchema } from '@hai-dang/contract/auth/auth.schema.ts';
import { HttpConnection } from './http-client.ts';
import { residentBytesOf } from './process-metrics.ts';

/** The script of `npm start`. */
const START_SCRIPT = path.resolve(import.meta.dirname, '../../scripts/start.mjs');
const ADMIN = { email: 'bench@example.com', password: 'only-for-measuring' };

export interface ServerProcess {
  address: string;
  /** An administrator's token. */
  token: string;
  admin: Admin;
  /** The id of the server process itself. */
  pid: () => Promise<number>;
  /** Resident memory of the server process, without its database's. */
  residentBytes: () => Promise<number>;
  stop: () => Promise<void>;
}

/**
 * Starts the server as its users do, in production mode, and signs in.
 * @param settings in addition to the usual ones, such as REDIS_URL
 */
export async function startServer(dataDir: string, settings: Record<string, string> = {}): Promise<ServerProcess> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    REDIS_URL: '',
    DEMO_DATA: '',
    // The load is a single client that calls without pauses.
    CALLS_PER_SECOND_PER_ACCOUNT: '1000000',
    CALLS_PER_SECOND_PER_ADDRESS: '1000000',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...settings,
  };
  const child = spawn(process.execPath, [START_SCRIPT], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await addressOf(child);
  const login = await signIn(address);
  return {
    address,
    token: login.token,
    admin: login.admin,
    pid: () => serverPid(child),
    residentBytes: async () => residentBytesOf(await serverPid(child)),
    stop: async () => {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = /"address":"(?<address>http[^"]+)".*"msg":"ready"/.exec(line);
    if (!ready?.groups?.['address']) continue;
    // Otherwise the pipe fills up and blocks the server.
    child.stdout.resume();
    return ready.groups['address'];
  }
  throw new Error('the server ended before it was ready');
}

async function signIn(address: string): Promise<{ token: string; admin: Admin }> {
  const connection = new HttpConnection(address);
  try {
    const { body } = await connection.post('/api/admin/login', ADMIN);
    const { token, admin, message } = loginResponseSchema.parse(JSON.parse(body));
    if (!token || !admin) throw new Error(`could not sign in: ${message}`);
    return { token, admin };
  } finally {
    connection.close();
  }
}

/** The server is the only child of the script that starts it. */
async function serverPid({ pid }: ChildProcess): Promise<number> {
  return Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}
