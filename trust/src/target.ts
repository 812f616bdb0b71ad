import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Method } from '@hai-dang/contract/lib/endpoint.ts';
import type { Clock } from '../../server/src/lib/clock.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { type Database, openDatabase } from '../../server/src/lib/db/database.ts';
import { createLogger } from '../../server/src/lib/logger.ts';
import type { TestCall } from '../../server/src/testing/build-test-app.ts';
import { createFromTemplate, startTestServer } from '../../server/src/testing/database-server.ts';
import { insertAdmin, insertSession } from '../../server/src/testing/factories.ts';
import type { SampleResponse, SampleTarget } from '../../server/src/testing/sample.ts';
import { type SpawnedServer, spawnServer, untilReady } from '../../server/src/testing/spawn-server.ts';
import type { ScenarioContext } from './scenario.ts';

const KIB_BYTES = 1024;
const LINE_MAX_CHARS = 500;
const DATABASE_NAME = 'hai_dang_trust';

/** A server as its users run it: a child process, on its own PostgreSQL, listening on this machine only. */
export interface Target extends SampleTarget<NetworkResponse> {
  server: SpawnedServer;
  url: string;
  database: Database;
  databaseUrl: string;
  /** Its DATA_DIR, with the images in `media`. */
  dataDir: string;
  /** A signed-in administrator. */
  admin: { id: string; username: string; token: string };
  clock: Clock;
  send(method: Method, url: string, call?: TestCall): Promise<NetworkResponse>;
}

export interface NetworkResponse extends SampleResponse {
  /** The time from the request until the whole response is received. */
  tookMs: number;
}

/** For a target with the server's default limits. */
export const DEFAULT_CALL_LIMITS = { CALLS_PER_SECOND_PER_ACCOUNT: '', CALLS_PER_SECOND_PER_ADDRESS: '' };

/**
 * Starts one with an empty, migrated database, waits until it is ready, and stops it at the end of the scenario.
 * @param settings of the server, in addition to the required ones
 */
export async function openTarget(context: ScenarioContext, settings: Record<string, string> = {}): Promise<Target> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-trust-'));
  context.defer(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startTestServer();
  context.defer(postgres.stop);
  const url = await createFromTemplate(postgres.server, DATABASE_NAME);
  const database = await openDatabase({ databaseUrl: url, dataDir: '', logger: createLogger({ level: 'warn' }) });
  context.defer(database.close);
  const server = await spawnServer({
    NODE_ENV: 'production',
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...settings,
  });
  context.defer(async () => {
    server.child.kill('SIGTERM');
    await server.exit;
  });
  await untilReady(server);
  const { id, username } = await insertAdmin(database.db, { username: 'Quản trị thử', email: 'admin@example.test' });
  const admin = { id, username, token: await insertSession(database.db, id) };
  const target = { server, url: server.url, database, databaseUrl: url, dataDir, admin, clock: systemClock };
  return { ...target, send: (method, path, call) => sendOver(target, method, path, call) };
}

/** One request over the network, with the parameters of a test application; `from` becomes the forwarded IP. */
async function sendOver(
  { url, admin }: Pick<Target, 'url' | 'admin'>,
  method: Method,
  path: string,
  call: TestCall = {},
): Promise<NetworkResponse> {
  const bearer = 'token' in call ? call.token : admin.token;
  const isRaw = typeof call.body === 'string' || Buffer.isBuffer(call.body);
  const startedAt = performance.now();
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...('body' in call && !isRaw ? { 'content-type': 'application/json' } : {}),
      ...(call.from === undefined ? {} : { 'x-forwarded-for': call.from }),
      ...call.headers,
    },
    ...('body' in call ? { body: isRaw ? (call.body as string | Buffer) : JSON.stringify(call.body) } : {}),
  });
  const body = await response.text();
  const headers = Object.fromEntries(response.headers);
  return {
    statusCode: response.status,
    headers,
    body,
    json: () => JSON.parse(body),
    tookMs: performance.now() - startedAt,
  };
}

/** Resident memory of a process, in bytes: the current or the peak. */
export async function residentBytes({ child }: SpawnedServer, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) * KIB_BYTES;
}

/** Resets VmHWM. @returns the current memory of the process, in bytes */
export async function forgetPeak(server: SpawnedServer): Promise<number> {
  await writeFile(`/proc/${server.child.pid}/clear_refs`, '5');
  return residentBytes(server, 'VmHWM');
}

/** The server errors logged so far; empty also means that it still runs. */
export function failuresOf({ child, output }: SpawnedServer): string[] {
  const ended = child.exitCode !== null || child.signalCode !== null;
  const lines = output()
    .split('\n')
    .filter((line) => /"level":(?:50|60)/.test(line));
  return [
    ...(ended ? [`the server ended (${child.exitCode ?? child.signalCode})`] : []),
    ...lines.slice(0, 3).map((line) => line.slice(0, LINE_MAX_CHARS)),
  ];
}
