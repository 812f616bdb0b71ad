import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';

const SERVER_MAIN = path.resolve(import.meta.dirname, '../../server/src/main.ts');
const ADMIN = { email: 'bench@example.com', password: 'only-for-measuring' };
const KIB_BYTES = 1024;

/** An answer, read to its end. */
export interface Answer {
  status: number;
  body: string;
}

export interface ServerProcess {
  address: string;
  /** An administrator's token. */
  token: string;
  admin: { id: string; username: string; email: string };
  /** POSTs JSON as the administrator over kept-alive connections. */
  post: (url: string, body: object) => Promise<Answer>;
  /** Resident memory of the server process, without its database's. */
  residentBytes: () => Promise<number>;
  stop: () => Promise<void>;
}

/** Starts the server as its users do, in production and in a process of its own, and signs in. */
export async function startServer(dataDir: string): Promise<ServerProcess> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    DEMO_DATA: '',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
  const child = spawn(process.execPath, [SERVER_MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await addressOf(child);
  const agent = new http.Agent({ keepAlive: true });
  const login = JSON.parse((await post(agent, `${address}/api/admin/login`, ADMIN)).body);
  if (typeof login.token !== 'string') throw new Error(`could not sign in: ${login.message}`);
  return {
    address,
    token: login.token,
    admin: login.admin,
    post: (url, body) => post(agent, address + url, body, login.token),
    residentBytes: () => residentBytes(child),
    stop: async () => {
      agent.destroy();
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = /"address":"(?<address>http[^"]+)".*"msg":"ready"/.exec(line);
    if (!ready?.groups?.['address']) continue;
    // Otherwise the pipe fills and the server waits.
    child.stdout.resume();
    return ready.groups['address'];
  }
  throw new Error('the server ended before it was ready');
}

function post(agent: http.Agent, url: string, body: object, token?: string): Promise<Answer> {
  const payload = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(payload);
  });
}

async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * KIB_BYTES;
}
