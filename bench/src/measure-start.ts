import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { ROOT, SERVER_FLAGS } from '../../scripts/lib/paths.mjs';
import { type Database, openDatabase } from '../../server/src/lib/db/database.ts';
import { migrate } from '../../server/src/lib/db/migrate.ts';
import { createLogger } from '../../server/src/lib/logger.ts';
import { BENCH_DATA_DIR, openBenchDatabase } from './bench-database.ts';
import { type Percentiles, percentiles, runLoad } from './measure.ts';
import { buildPanel } from './measure-panel.ts';
import { collectGarbageIn } from './process-metrics.ts';
import { describeMachine } from './report.ts';
import { createReportScenarios } from './report-scenarios.ts';
import { createScenarios } from './scenarios.ts';
import { startServer } from './server-process.ts';

/** The environment of `npm start`. */
const FLAGS = [...SERVER_FLAGS, path.join(ROOT, 'server/src/main.ts')];
const COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/compile');
const ROUNDS = 7;
/** The limit for the median of the rounds with a million users. */
const READY_MAX_MS = 1_000;
const READY_TIMEOUT_MS = 180_000;
const LARGE = 'a million users';
const POLL_MS = 5;
const IDLE_MS = 5_000;
const LOAD = { durationMs: 15_000, parallel: 16 };
const MIB_BYTES = 1024 * 1024;

interface StartRow {
  name: string;
  readyMs: Percentiles;
}

/** Resident bytes of the server process, without its database's. */
interface MemoryMetrics {
  idle: number;
  loaded: number;
  collected: number;
}

/**
 * Measures the time from the server's start until it is ready, and its memory.
 * @returns its section of the results page, and the missed bars
 */
export async function measureStart(): Promise<{ part: string; missed: string[] }> {
  await buildPanel();
  const rows = await measureEmpty();
  rows.push(await timeStarts(`embedded database, ${LARGE}`, BENCH_DATA_DIR, {}));
  const database = await openBenchDatabase();
  try {
    const given = { DATABASE_URL: urlOf(database) };
    rows.push(await timeStarts(`database given by its address, ${LARGE}`, BENCH_DATA_DIR, given));
    const memory = await measureMemory(database);
    const missed = rows
      .filter(({ name, readyMs }) => name.endsWith(LARGE) && readyMs.p50 > READY_MAX_MS)
      .map(({ name, readyMs }) => `${name}: ready after ${Math.round(readyMs.p50)} ms, ${READY_MAX_MS} wanted`);
    return { part: writePart(rows, memory, missed, await describeMachine(database)), missed };
  } finally {
    await database.close();
  }
}

async function measureEmpty(): Promise<StartRow[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-bench-start-'));
  try {
    const rows: StartRow[] = [];
    const first: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const fresh = path.join(dataDir, String(round));
      first.push(await timeStart(fresh, {}));
      await rm(fresh, { recursive: true, force: true });
    }
    rows.push(report({ name: 'embedded database, made by this start', readyMs: percentiles(first) }));
    const kept = path.join(dataDir, 'kept');
    await timeStart(kept, {});
    rows.push(await timeStarts('embedded database, empty', kept, {}));
    const database = await openDatabase({ dataDir: kept, logger: createLogger({ level: 'warn' }) });
    try {
      await migrate(database.connection);
      rows.push(await timeStarts('database given by its address, empty', kept, { DATABASE_URL: urlOf(database) }));
    } finally {
      await database.close();
    }
    return rows;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The embedded database opened here, passed like an external one. */
function urlOf({ connection }: Database): string {
  const { host = '', port, user, database } = connection;
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

async function timeStarts(name: string, dataDir: string, settings: Record<string, string>): Promise<StartRow> {
  const times: number[] = [];
  // The first start reads files from the disk that are cached later.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const readyMs = await timeStart(dataDir, settings);
    if (round > 0) times.push(readyMs);
  }
  return report({ name, readyMs: percentiles(times) });
}

function report(row: StartRow): StartRow {
  console.log(`${row.name}: ready after ${Math.round(row.readyMs.p50)} ms`);
  return row;
}

/** @returns milliseconds from the start of the process until it logs that it is ready */
async function timeStart(dataDir: string, settings: Record<string, string>): Promise<number> {
  const port = String(await freePort());
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DEMO_DATA: '',
    REDIS_URL: '',
  };
  const startedAt = performance.now();
  const child = spawn(process.execPath, FLAGS, {
    env: { ...env, PORT: port, DATA_DIR: dataDir, DATABASE_URL: '', NODE_COMPILE_CACHE: COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null || performance.now() - startedAt > READY_TIMEOUT_MS) {
        throw new Error('the server did not become ready');
      }
      await sleep(POLL_MS);
    }
    return performance.now() - startedAt;
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

function isReady(port: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/ready`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

async function measureMemory(database: Database): Promise<MemoryMetrics> {
  const scenarios = [...(await createScenarios(database)), ...(await createReportScenarios(database))];
  const server = await startServer(BENCH_DATA_DIR);
  try {
    await sleep(IDLE_MS);
    const idle = await server.residentBytes();
    await runLoad(
      scenarios.filter(({ isContrived }) => !isContrived),
      server,
      LOAD,
    );
    const loaded = await server.residentBytes();
    await collectGarbageIn(await server.pid());
    return { idle, loaded, collected: await server.residentBytes() };
  } finally {
    await server.stop();
  }
}

function writePart(
  rows: readonly StartRow[],
  memory: MemoryMetrics,
  missed: readonly string[],
  machine: string,
): string {
  const lines = rows.map(
    ({ name, readyMs }) => `| ${[name, ...[readyMs.p50, readyMs.p95].map(Math.round)].join(' | ')} |`,
  );
  const mib = (bytes: number) => Math.round(bytes / MIB_BYTES);
  return `## Start and memory

${machine}

From the start of the server's process until \`/health/ready\` says that it is ready; ${ROUNDS} starts each. What npm does before, which is to
look whether everything is installed and built, is not in it.

| | ready after p50, ms | p95 |
|---|--:|--:|
${lines.join('\n')}

Memory of the server process at a million users, without its database's: ${mib(memory.idle)} MiB idle after the start, ${mib(memory.loaded)} MiB after ${LOAD.durationMs / 1_000} s of the
calls of 'Server at a million users', ${LOAD.parallel} at once, and ${mib(memory.collected)} MiB once garbage was collected.

- Bar: ready in ${READY_MAX_MS} ms with ${LARGE}, p50.
- ${missed.length === 0 ? 'It was met.' : `Missed: ${missed.join('; ')}.`}
`;
}
