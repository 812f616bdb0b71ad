import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../server/src/lib/db/database.ts';
import { countDeadlocks, type Latencies, startBystanders } from '../../server/src/testing/bystanders.ts';
import { insertCelebrities, insertFans } from '../../server/src/testing/celebrities.ts';
import { percentiles } from './measure.ts';
import { describeMachine } from './report.ts';
import { startServer } from './server-process.ts';
import { withTemporaryDatabase } from './temporary-database.ts';

/** An override for trial runs; a tenth as many posts. */
const FOLLOWERS = Number(process.env['BENCH_FOLLOWERS'] || 1_000_000);
/** Deleted one after the other while the first is purged, with their own followers. */
const OTHERS = 19;
const OTHERS_FOLLOWERS = FOLLOWERS / 100;
const BEFORE_MS = 30_000;
/** The purge lasts longer, in the same way. */
const DURING_MS = 4 * 60_000;
const RESPONSE_MAX_MS = 1_000;
const P99_MAX_MS = 100;

interface DeletionMetrics {
  responsesMs: number[];
  before: Latencies;
  during: Latencies;
  deadlocks: number;
  failures: string[];
  /** The followers of the first account that were purged by the end of the measurement. */
  followersPurged: number;
}

/**
 * Measures the effect on all other clients while an account with many dependent rows is deleted, and others in
 * parallel.
 * @returns its section of the results page, and the missed bars
 */
export async function measureDeletion(): Promise<{ part: string; missed: string[] }> {
  return withTemporaryDatabase('deletion', async (database, dataDir) => {
    const metrics = await measureIn(database, dataDir);
    const missed = missedBars(metrics);
    return { part: writePart(metrics, missed, await describeMachine(database)), missed };
  });
}

async function measureIn(database: Database, dataDir: string): Promise<DeletionMetrics> {
  const { pool } = database;
  const others = Array.from({ length: OTHERS }, (_, n) => `celebrity-${n + 1}`);
  console.log(`Inserting ${FOLLOWERS.toLocaleString('en')} followers…`);
  await insertFans(pool, FOLLOWERS, `case when n <= ${OTHERS_FOLLOWERS} then ${1 + OTHERS} else 1 end`);
  await insertCelebrities(pool, ['celebrity'], FOLLOWERS);
  await insertCelebrities(pool, others, OTHERS_FOLLOWERS);
  const server = await startServer(dataDir);
  try {
    const bystanders = await startBystanders(server.address, database, FOLLOWERS);
    const remove = (id: string) => bystanders.call('DELETE', `/api/admin/users/${id}`);
    await sleep(BEFORE_MS);
    const deadlocksBefore = await countDeadlocks(pool);
    const before = bystanders.takeLatencies();
    const responsesMs = [await remove('celebrity')];
    for (const id of others) {
      await sleep(DURING_MS / OTHERS);
      responsesMs.push(await remove(id));
    }
    const during = bystanders.takeLatencies();
    const failures = await bystanders.stop();
    const { rows } = await pool.query<{ left: number }>(
      `select count(*)::int as left from follows where followee_id = 'celebrity'`,
    );
    const followersPurged = FOLLOWERS - (rows[0]?.left ?? 0);
    const deadlocks = (await countDeadlocks(pool)) - deadlocksBefore;
    return { responsesMs, before, during, deadlocks, failures, followersPurged };
  } finally {
    await server.stop();
  }
}

/** The times of one call, or of all. */
const timesOf = ({ calls }: Latencies, only?: string): number[] =>
  calls.filter(({ name }) => only === undefined || name === only).map(({ ms }) => ms);

function missedBars({ responsesMs, during, deadlocks, failures }: DeletionMetrics): string[] {
  const p99 = { calls: percentiles(timesOf(during)).p99, presence: percentiles(during.presence).p99 };
  const slowest = Math.max(...responsesMs);
  return [
    ...(slowest < RESPONSE_MAX_MS
      ? []
      : [`deletion: answered after ${Math.round(slowest)} ms, ${RESPONSE_MAX_MS} wanted`]),
    ...(p99.calls < P99_MAX_MS ? [] : [`deletion: p99 of calls ${Math.round(p99.calls)} ms, ${P99_MAX_MS} wanted`]),
    ...(p99.presence < P99_MAX_MS
      ? []
      : [`deletion: p99 of presence events ${Math.round(p99.presence)} ms, ${P99_MAX_MS} wanted`]),
    ...(deadlocks === 0 ? [] : [`deletion: ${deadlocks} deadlocks`]),
    ...failures.slice(0, 3).map((failure) => `deletion: ${failure}`),
  ];
}

function writePart(metrics: DeletionMetrics, missed: readonly string[], machine: string): string {
  const { responsesMs, before, during, deadlocks, followersPurged } = metrics;
  const row = (name: string, quiet: readonly number[], busy: readonly number[]): string => {
    const [from, to] = [percentiles(quiet), percentiles(busy)];
    const values = [from.p50, from.p99, to.p50, to.p99].map(Math.round);
    return `| ${[name, busy.length, ...values, (to.p99 / from.p99).toFixed(2)].join(' | ')} |`;
  };
  const names = [...new Set(before.calls.map(({ name }) => name))];
  const rows = [
    row('calls of an administrator', timesOf(before), timesOf(during)),
    ...names.map((name) => row(`– ${name}`, timesOf(before, name), timesOf(during, name))),
    row('presence events', before.presence, during.presence),
  ];
  return `## Deleting a large account

${machine}

An account with ${FOLLOWERS.toLocaleString('en')} followers and ${(FOLLOWERS / 10).toLocaleString('en')} posts, each liked and commented on, is deleted; ${OTHERS} more with ${OTHERS_FOLLOWERS.toLocaleString('en')} of the same followers are, one after the
other, while the first is purged. Two loops of an administrator's calls go on, and users connect and disconnect: before it for
${BEFORE_MS / 1_000} s, then for ${DURING_MS / 1_000} s, in which ${followersPurged.toLocaleString('en')} followers were purged.

| | measured | before p50, ms | p99 | meanwhile p50, ms | p99 | ratio of p99 |
|---|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}

- ${1 + OTHERS} deletions, each answered within ${Math.round(Math.max(...responsesMs))} ms; ${deadlocks} deadlocks.
- Bars: a deletion is answered within ${RESPONSE_MAX_MS} ms; p99 meanwhile under ${P99_MAX_MS} ms; no deadlock, no failed call.
- ${missed.length === 0 ? 'Every bar was met.' : `Missed: ${missed.join('; ')}.`}
`;
}
