import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { type SpawnedServer, spawnServer, untilReady } from './spawn-server.ts';

const FIRST_START_MS = 60_000;

interface Login {
  email: string;
  password: string;
}

/** The data folder of a test's servers. */
export interface ServerFolder {
  /** Starts a server on it, which the end of the test kills. */
  spawn(settings?: Record<string, string>): Promise<SpawnedServer>;
  /** Makes it one that a first start with demo data has filled. */
  fill(): Promise<void>;
  /** The output of that start, and its administrator. */
  readonly firstStart: { readonly output: string; readonly admin: Login };
  /** The process of its database; NaN without one. */
  postgresPid(): Promise<number>;
  postgresIsRunning(): Promise<boolean>;
}

/** Gives each test of a file a data folder of its own, which is empty at first. */
export function prepareServerFolders(): ServerFolder {
  let [filledDir, dataDir, output] = ['', '', ''];
  let admin: Login = { email: '', password: '' };
  let servers: SpawnedServer[] = [];

  async function postgresPid(): Promise<number> {
    return Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => ''), 10);
  }
  async function postgresIsRunning(): Promise<boolean> {
    const pid = await postgresPid();
    try {
      return pid > 0 && process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  beforeAll(async () => {
    filledDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-filled-'));
    const server = await spawnServer({ DATA_DIR: filledDir, DEMO_DATA: '1' });
    await untilReady(server);
    await vi.waitFor(() => expect(server.output()).toContain('Demo app user'));
    output = server.output();
    const [, email = '', password = ''] = /Demo administrator +(\S+) \/ (\S+)/.exec(output) ?? [];
    admin = { email, password };
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  }, FIRST_START_MS);
  afterAll(() => rm(filledDir, { recursive: true, force: true }));

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-main-'));
    servers = [];
  });
  afterEach(async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await postgresIsRunning()).toBe(false), { timeout: 15_000 });
    await rm(dataDir, { recursive: true, force: true });
  });

  return {
    get firstStart() {
      return { output, admin };
    },
    postgresPid,
    postgresIsRunning,
    async spawn(settings = {}) {
      const server = await spawnServer({ DATA_DIR: dataDir, ...settings });
      servers.push(server);
      return server;
    },
    async fill() {
      await rm(dataDir, { recursive: true });
      // By cp, which keeps the owner: PostgreSQL runs as another user.
      await promisify(execFile)('cp', ['-a', filledDir, dataDir]);
    },
  };
}

/** Signs in an administrator. */
export const login = (url: string, credentials: Login): Promise<Response> =>
  fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
