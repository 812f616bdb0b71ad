import { listUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import pg from 'pg';
import type { Database } from '../../server/src/lib/db/database.ts';
import { isCancelled } from '../../server/src/lib/db/postgres-errors.ts';
import { HttpConnection } from './http-client.ts';
import type { Recorder, Statement } from './recorder.ts';
import type { Call, Scenario } from './scenarios.ts';
import type { ServerProcess } from './server-process.ts';

export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
}

export interface Measurement {
  name: string;
  /** Average number of statements per call, without the session lookup. */
  statements: number;
  /** In milliseconds: the whole response over HTTP. */
  response: Percentiles;
  /** The call's own statements alone. */
  own: Percentiles;
  /** All its statements: its own and the session lookup. */
  bare: Percentiles;
  p95MaxMs: number | undefined;
}

export interface Bench {
  server: ServerProcess;
  recorder: Recorder;
  database: Database;
}

/** V8 optimises a function only after some hundred calls. */
const WARM_UP_ROUNDS = 400;
const WARM_UP_TIME_MS = 4_000;
const ROUNDS = 400;
/** For a slow scenario the samples within the time limit suffice. */
const SCENARIO_TIME_MS = 20_000;
const MIN_ROUNDS = 60;

export function percentiles(times: readonly number[]): Percentiles {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** The durations of one round of a scenario, in milliseconds. */
export interface Sample {
  /** The whole response over HTTP. */
  response: number;
  /** The call's own statements alone. */
  own: number;
  /** All its statements: its own and the session lookup. */
  bare: number;
}

/** A scenario ready to run: with its own connections and its recorded statements. */
export interface OpenScenario {
  /** Average number of statements per call, without the session lookup. */
  statements: number;
  sample(round: number): Promise<Sample>;
  close(): Promise<void>;
}

/**
 * Prepares to time a scenario's responses over HTTP and, alternating with them, the bare statements of the same call
 * through pg: those of the call itself and the session lookup.
 */
export async function openScenario(scenario: Scenario, { server, recorder, database }: Bench): Promise<OpenScenario> {
  const client = new pg.Client(database.connection);
  await client.connect();
  const connection = new HttpConnection(server.address);
  const close = async () => {
    connection.close();
    await client.end();
  };
  try {
    const lookUp = await recorder.record(({ authenticator }) =>
      authenticator.authorize(listUsers, `Bearer ${server.token}`),
    );
    const prepared: Array<{ call: Call; statements: Statement[] }> = [];
    for (const call of scenario.calls) prepared.push({ call, statements: await recorder.record(call.direct) });
    return {
      statements: prepared.reduce((sum, { statements }) => sum + statements.length, 0) / prepared.length,
      async sample(round) {
        const chosen = prepared[round % prepared.length];
        if (!chosen) throw new Error(`${scenario.name} has no calls`);
        const response = await timed(() => callTimed(connection, server.token, chosen.call));
        const who = await timed(() => runAll(client, lookUp));
        const own = await timed(() => runAll(client, chosen.statements));
        return { response, own, bare: who + own };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Times a single scenario. */
export async function measureScenario(scenario: Scenario, bench: Bench): Promise<Measurement> {
  const { statements, sample, close } = await openScenario(scenario, bench);
  try {
    let startedAt = performance.now();
    for (let round = 0; round < WARM_UP_ROUNDS && performance.now() - startedAt < WARM_UP_TIME_MS; round++)
      await sample(round);
    const times: Sample[] = [];
    startedAt = performance.now();
    while (times.length < ROUNDS) {
      if (times.length >= MIN_ROUNDS && performance.now() - startedAt > SCENARIO_TIME_MS) break;
      times.push(await sample(times.length));
    }
    return {
      name: scenario.name,
      statements,
      response: percentiles(times.map(({ response }) => response)),
      own: percentiles(times.map(({ own }) => own)),
      bare: percentiles(times.map(({ bare }) => bare)),
      p95MaxMs: scenario.p95MaxMs,
    };
  } finally {
    await close();
  }
}

export async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export async function callTimed(connection: HttpConnection, token: string, { url, body }: Call): Promise<void> {
  const { status, body: text } = await connection.post(url, body, token);
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text}`);
}

/** Runs the statements of a call; one that the call cancels after a time limit of its own is cancelled here as well. */
export async function runAll(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) {
    await client.query(statement).catch((error: unknown) => {
      if (!isCancelled(error)) throw error;
    });
  }
}

export interface Load {
  parallel: number;
  durationMs: number;
  perSecond: number;
  failures: number;
  times: Percentiles;
}

/** The calls of all scenarios mixed, in parallel: the server's memory is read afterwards. */
export async function runLoad(
  scenarios: readonly Scenario[],
  server: ServerProcess,
  { durationMs, parallel }: Pick<Load, 'durationMs' | 'parallel'>,
): Promise<Load> {
  const calls = scenarios.flatMap((scenario) => scenario.calls);
  const times: number[] = [];
  let failures = 0;
  const startedAt = performance.now();
  const caller = async (first: number) => {
    const connection = new HttpConnection(server.address);
    for (let index = first; performance.now() - startedAt < durationMs; index += parallel) {
      const call = calls[index % calls.length];
      if (!call) continue;
      try {
        times.push(await timed(() => callTimed(connection, server.token, call)));
      } catch (error) {
        failures += 1;
        console.error(error instanceof Error ? error.message : error);
      }
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: parallel }, (_, index) => caller(index)));
  const perSecond = (times.length / (performance.now() - startedAt)) * 1_000;
  return { parallel, durationMs, perSecond, failures, times: percentiles(times) };
}
