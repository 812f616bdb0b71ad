import pg from 'pg';
import type { Database } from '../../server/src/lib/db/database.ts';
import type { Recorder, Statement } from './recorder.ts';
import type { Call, Scenario } from './scenarios.ts';
import type { ServerProcess } from './server-process.ts';

export interface Percentiles {
  p50: number;
  p95: number;
}

export interface Measurement {
  name: string;
  /** Statements a call runs, on average. */
  statements: number;
  /** In milliseconds. */
  answer: Percentiles;
  bare: Percentiles;
  p95MaxMs: number | undefined;
}

const WARM_UP_ROUNDS = 40;
const ROUNDS = 300;
/** A scenario this slow is told well enough by what fits into the time. */
const SCENARIO_TIME_MS = 20_000;
const MIN_ROUNDS = 60;

export function percentiles(times: readonly number[]): Percentiles {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

/**
 * Times a scenario's answers over HTTP and, in turn with them, the bare statements of the same call through pg.
 * Only what the call itself asks the database counts as bare; that the server also looks up who calls is its own cost.
 */
export async function measureScenario(
  scenario: Scenario,
  { server, recorder, database }: { server: ServerProcess; recorder: Recorder; database: Database },
): Promise<Measurement> {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    const prepared: Array<{ call: Call; statements: Statement[] }> = [];
    for (const call of scenario.calls) prepared.push({ call, statements: await recorder.record(call.direct) });
    const turn = async (round: number) => {
      const chosen = prepared[round % prepared.length];
      if (!chosen) throw new Error(`${scenario.name} has no calls`);
      const answer = await timed(() => answerOf(server, chosen.call));
      const bare = await timed(() => runAll(client, chosen.statements));
      return { answer, bare };
    };
    for (let round = 0; round < WARM_UP_ROUNDS; round++) await turn(round);
    const times: Array<Awaited<ReturnType<typeof turn>>> = [];
    const startedAt = performance.now();
    while (times.length < ROUNDS) {
      if (times.length >= MIN_ROUNDS && performance.now() - startedAt > SCENARIO_TIME_MS) break;
      times.push(await turn(times.length));
    }
    return {
      name: scenario.name,
      statements: prepared.reduce((sum, { statements }) => sum + statements.length, 0) / prepared.length,
      answer: percentiles(times.map(({ answer }) => answer)),
      bare: percentiles(times.map(({ bare }) => bare)),
      p95MaxMs: scenario.p95MaxMs,
    };
  } finally {
    await client.end();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function answerOf(server: ServerProcess, { url, body }: Call): Promise<void> {
  const { status, body: text } = await server.post(url, body);
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text}`);
}

async function runAll(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await client.query(statement);
}

/** Calls of every scenario, many at once: what the server's memory is looked at after. */
export async function runLoad(
  scenarios: readonly Scenario[],
  server: ServerProcess,
  { durationMs, parallel }: { durationMs: number; parallel: number },
): Promise<{ perSecond: number; times: Percentiles }> {
  const calls = scenarios.flatMap((scenario) => scenario.calls);
  const times: number[] = [];
  const startedAt = performance.now();
  const caller = async (first: number) => {
    for (let index = first; performance.now() - startedAt < durationMs; index += parallel) {
      const call = calls[index % calls.length];
      if (call) times.push(await timed(() => answerOf(server, call)));
    }
  };
  await Promise.all(Array.from({ length: parallel }, (_, index) => caller(index)));
  return { perSecond: (times.length / (performance.now() - startedAt)) * 1_000, times: percentiles(times) };
}
