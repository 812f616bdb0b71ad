import { listUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import pg from 'pg';
import type { Database } from '../../server/src/lib/db/database.ts';
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
  /** Statements a call runs, on average, without the one that looks up who calls. */
  statements: number;
  /** In milliseconds: the whole answer over HTTP. */
  answer: Percentiles;
  /** The call's own statements alone. */
  own: Percentiles;
  /** All its statements: its own and the one that looks up who calls. */
  bare: Percentiles;
  p95MaxMs: number | undefined;
}

export interface Bench {
  server: ServerProcess;
  recorder: Recorder;
  database: Database;
}

/** V8 compiles what runs often only after some hundred times. */
const WARM_UP_ROUNDS = 400;
const WARM_UP_TIME_MS = 4_000;
const ROUNDS = 400;
/** A scenario this slow is told well enough by what fits into the time. */
const SCENARIO_TIME_MS = 20_000;
const MIN_ROUNDS = 60;

export function percentiles(times: readonly number[]): Percentiles {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** How long one round of a scenario took, in milliseconds. */
export interface Turn {
  /** The whole answer over HTTP. */
  answer: number;
  /** The call's own statements alone. */
  own: number;
  /** All its statements: its own and the one that looks up who calls. */
  bare: number;
}

/** A scenario ready to be run: with connections of its own and its statements written down. */
export interface OpenScenario {
  /** Statements a call runs, on average, without the one that looks up who calls. */
  statements: number;
  turn(round: number): Promise<Turn>;
  close(): Promise<void>;
}

/**
 * Prepares to time a scenario's answers over HTTP and, in turn with them, the bare statements of the same call through
 * pg: those of the call itself and the one by which the server finds out who calls.
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
    const lookUp = await recorder.record(({ auth }) => auth.authorize(listUsers, `Bearer ${server.token}`));
    const prepared: Array<{ call: Call; statements: Statement[] }> = [];
    for (const call of scenario.calls) prepared.push({ call, statements: await recorder.record(call.direct) });
    return {
      statements: prepared.reduce((sum, { statements }) => sum + statements.length, 0) / prepared.length,
      async turn(round) {
        const chosen = prepared[round % prepared.length];
        if (!chosen) throw new Error(`${scenario.name} has no calls`);
        const answer = await timed(() => answerOf(connection, server.token, chosen.call));
        const who = await timed(() => runAll(client, lookUp));
        const own = await timed(() => runAll(client, chosen.statements));
        return { answer, own, bare: who + own };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Times a scenario by itself. */
export async function measureScenario(scenario: Scenario, bench: Bench): Promise<Measurement> {
  const { statements, turn, close } = await openScenario(scenario, bench);
  try {
    let startedAt = performance.now();
    for (let round = 0; round < WARM_UP_ROUNDS && performance.now() - startedAt < WARM_UP_TIME_MS; round++)
      await turn(round);
    const times: Turn[] = [];
    startedAt = performance.now();
    while (times.length < ROUNDS) {
      if (times.length >= MIN_ROUNDS && performance.now() - startedAt > SCENARIO_TIME_MS) break;
      times.push(await turn(times.length));
    }
    return {
      name: scenario.name,
      statements,
      answer: percentiles(times.map(({ answer }) => answer)),
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

export async function answerOf(connection: HttpConnection, token: string, { url, body }: Call): Promise<void> {
  const { status, body: text } = await connection.post(url, body, token);
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text}`);
}

export async function runAll(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await client.query(statement);
}

export interface Load {
  parallel: number;
  durationMs: number;
  perSecond: number;
  failures: number;
  times: Percentiles;
}

/** The calls of all scenarios mixed, many at once: what the server's memory is looked at after. */
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
        times.push(await timed(() => answerOf(connection, server.token, call)));
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
