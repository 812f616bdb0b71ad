import { listUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import pg from 'pg';
import { z } from 'zod';
import type { Database } from '../../server/src/lib/db/database.ts';
import { type AdminJs, adminJsVersions, startAdminJs } from './adminjs-process.ts';
import { BENCH_DATA_DIR, openBenchDatabase } from './bench-database.ts';
import { HttpConnection } from './http-client.ts';
import { callTimed, percentiles, runAll, timed } from './measure.ts';
import { missedPeerBars, type PeerMeasurement, type PeerResults, writePeerPart } from './peer-report.ts';
import { createPeerScenarios, type PeerCall, type PeerScenario } from './peer-scenarios.ts';
import { createRecorder, type Recorder, type Statement } from './recorder.ts';
import { type ServerProcess, startServer } from './server-process.ts';

interface Sides {
  server: ServerProcess;
  adminJs: AdminJs;
  recorder: Recorder;
  database: Database;
}

/** V8 optimises a function only after some hundred calls. */
const WARM_UP_ROUNDS = 200;
const WARM_UP_TIME_MS = 4_000;
const ROUNDS = 300;
/** For a slow call the samples within the time limit suffice. */
const SCENARIO_TIME_MS = 20_000;
const MIN_ROUNDS = 5;
/** Time limit of a scenario's calls, because some take AdminJS seconds. */
const CALLS_CHECKED = 3;

const listedSchema = z.array(z.looseObject({}));
const theirResponseSchema = z.object({
  records: z.optional(listedSchema),
  record: z.optional(z.looseObject({})),
  notice: z.optional(z.object({ type: z.string(), message: z.string() })),
});
const ourResponseSchema = z.object({
  data: z.union([
    listedSchema,
    z.looseObject({
      users: z.optional(listedSchema),
      posts: z.optional(listedSchema),
      travelPosts: z.optional(listedSchema),
      reports: z.optional(listedSchema),
    }),
  ]),
});

/**
 * Measures the server against AdminJS on the same tables and against its own SQL through pg.
 * @returns its section of the results page, and the missed bars
 */
export async function measurePeer(): Promise<{ part: string; missed: string[] }> {
  const database = await openBenchDatabase();
  try {
    const server = await startServer(BENCH_DATA_DIR);
    try {
      const recorder = createRecorder(database);
      const scenarios = await createPeerScenarios(database);
      const against = async (isRolling: boolean, chosen: PeerScenario[]) => {
        const adminJs = await startAdminJs(database, { isRolling });
        try {
          const found: PeerMeasurement[] = [];
          for (const scenario of chosen)
            found.push(await measurePair(scenario, { server, adminJs, recorder, database }));
          return found;
        } finally {
          await adminJs.stop();
        }
      };
      const results: PeerResults = {
        measurements: await against(true, scenarios),
        unwritten: await against(
          false,
          scenarios.filter(({ isDetail }) => isDetail),
        ),
        versions: await adminJsVersions(),
      };
      return { part: await writePeerPart(results, database), missed: missedPeerBars(results) };
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
  }
}

/** Times ours, AdminJS's and the bare SQL in turn. */
async function measurePair(scenario: PeerScenario, sides: Sides): Promise<PeerMeasurement> {
  const { server, adminJs, recorder, database } = sides;
  const client = new pg.Client(database.connection);
  await client.connect();
  const connection = new HttpConnection(server.address);
  try {
    const [firstCall] = scenario.calls;
    if (!firstCall) throw new Error(`${scenario.name} has no calls`);
    const theirStatements = await adminJs.statementsOf(() => adminJs.get(firstCall.theirs));
    await checkAlike(scenario, { connection, ...sides });
    const lookUp = await recorder.record(({ authenticator }) =>
      authenticator.authorize(listUsers, `Bearer ${server.token}`),
    );
    const prepared: Array<PeerCall & { statements: Statement[] }> = [];
    for (const call of scenario.calls) {
      prepared.push({ ...call, statements: [...lookUp, ...(await recorder.record(call.ours.direct))] });
    }
    const sample = async (round: number) => {
      const chosen = prepared[round % prepared.length];
      if (!chosen) throw new Error(`${scenario.name} has no calls`);
      const ours = await timed(() => callTimed(connection, server.token, chosen.ours));
      const theirs = await timeTheirs(adminJs, chosen.theirs);
      const bare = await timed(() => runAll(client, chosen.statements));
      return { ours, theirs, bare };
    };
    await repeat(sample, { rounds: WARM_UP_ROUNDS, minRounds: 0, timeMs: WARM_UP_TIME_MS });
    const times = await repeat(sample, { rounds: ROUNDS, minRounds: MIN_ROUNDS, timeMs: SCENARIO_TIME_MS });
    const measured: PeerMeasurement = {
      name: scenario.name,
      rounds: times.length,
      ours: percentiles(times.map(({ ours }) => ours)),
      theirs: percentiles(times.map(({ theirs }) => theirs)),
      bare: percentiles(times.map(({ bare }) => bare)),
      asked: { ours: `POST ${firstCall.ours.url}`, theirs: `GET ${decodeURIComponent(firstCall.theirs)}` },
      theirStatements,
    };
    const texts = [measured.ours, measured.theirs, measured.bare].map(
      ({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`,
    );
    console.log(
      `  ${measured.name.padEnd(42)} ours ${texts[0]} ms, AdminJS ${texts[1]} ms, bare ${texts[2]} ms,` +
        ` ${(measured.theirs.p50 / measured.ours.p50).toFixed(1)} times, ${times.length} rounds`,
    );
    return measured;
  } finally {
    connection.close();
    await client.end();
  }
}

async function repeat<T>(
  sample: (round: number) => Promise<T>,
  { rounds, minRounds, timeMs }: { rounds: number; minRounds: number; timeMs: number },
): Promise<T[]> {
  const startedAt = performance.now();
  const done: T[] = [];
  while (done.length < rounds && (done.length < minRounds || performance.now() - startedAt < timeMs)) {
    done.push(await sample(done.length));
  }
  return done;
}

/** @returns milliseconds, infinite if it was cancelled */
async function timeTheirs(adminJs: AdminJs, url: string): Promise<number> {
  let isStopped = false;
  const time = await timed(async () => {
    const response = await adminJs.get(url);
    if (response && response.status !== 200)
      throw new Error(`AdminJS answered ${url} with ${response.status}: ${response.body}`);
    isStopped = response === null;
  });
  return isStopped ? Number.POSITIVE_INFINITY : time;
}

/** @throws {Error} if the two return different results */
async function checkAlike(
  { name, calls, hasSameRows }: PeerScenario,
  { server, adminJs, connection }: Sides & { connection: HttpConnection },
): Promise<void> {
  for (const { ours, theirs } of calls.slice(0, CALLS_CHECKED)) {
    const response = await adminJs.get(theirs);
    if (response === null) return;
    const { record, records, notice } = theirResponseSchema.parse(JSON.parse(response.body));
    if (notice || !(record || records)) throw new Error(`AdminJS rejected ${theirs}: ${response.body}`);
    const { data } = ourResponseSchema.parse(
      JSON.parse((await connection.post(ours.url, ours.body, server.token)).body),
    );
    if (!hasSameRows || record) continue;
    const listed = Array.isArray(data) ? data : (data.users ?? data.posts ?? data.travelPosts ?? data.reports);
    if (listed?.length !== records?.length || !listed?.length) {
      throw new Error(`${name}: ${listed?.length} rows here, ${records?.length} from AdminJS`);
    }
  }
}
