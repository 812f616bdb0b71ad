import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../server/src/lib/db/database.ts';
import { countDeadlocks, type Latencies, startBystanders } from '../../../server/src/testing/bystanders.ts';
import { findLeftovers, insertCelebrities, insertFans } from '../../../server/src/testing/celebrities.ts';
import type { Outcome, Scenario, ScenarioContext } from '../scenario.ts';
import { percentile, seconds } from '../units.ts';
import { beyond } from './outcomes.ts';
import { openWorld } from './world.ts';

const FANS = 20_000;
/** Accounts with the same fans that are deleted at once. */
const AT_ONCE = 20;
const FANS_AT_ONCE = 1_000;
const BEFORE_MS = 10_000;
const SAMPLE_INTERVAL_MS = 200;
const RESPONSE_BAR_MS = 1_000;
const P99_BAR_MS = 100;
const LIMIT_MS = 60 * 60_000;

type Pool = Database['pool'];

async function untilPurged(pool: Pool): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await pool.query(
      "select from pgboss.job where name = 'users.purge' and state < 'completed' limit 1",
    );
    if (rows.length === 0) return performance.now() - startedAt;
    await sleep(SAMPLE_INTERVAL_MS);
  }
}

const times = (calls: Latencies['calls']): number[] => calls.map(({ ms }) => ms);
const describe = ({ calls, presence }: Latencies): string =>
  `${Math.round(percentile(times(calls), 99))} ms of ${calls.length} calls, ${Math.round(percentile(presence, 99))} ms of ${presence.length} presence events`;

async function deleteAccounts(context: ScenarioContext, fans: number): Promise<Outcome> {
  const world = await openWorld(context, { kind: 'embedded' });
  const { pool } = world.database;
  const crowd = Array.from({ length: AT_ONCE }, (_, n) => `celebrity-${n + 1}`);
  const fansOfAll = Math.min(fans, FANS_AT_ONCE);
  await insertFans(pool, fans, `case when n <= ${fansOfAll} then ${1 + AT_ONCE} else 1 end`);
  await insertCelebrities(pool, ['celebrity'], fans);
  await insertCelebrities(pool, crowd, fansOfAll);
  const deadlocks = await countDeadlocks(pool);
  const others = await startBystanders(world.url, world.database, fans);
  const remove = (id: string) => others.call('DELETE', `/api/admin/users/${id}`);

  await sleep(BEFORE_MS);
  const before = others.takeLatencies();
  const answeredMs = await remove('celebrity');
  const purgedMs = await untilPurged(pool);
  const during = others.takeLatencies();
  const responsesMs = await Promise.all(crowd.map(remove));
  await untilPurged(pool);
  const failures = await others.stop();
  const met = (await countDeadlocks(pool)) - deadlocks;
  return {
    tried: `an account with ${fans} followers and ${Math.ceil(fans / 10)} posts deleted, then ${AT_ONCE} with the same followers at once`,
    seen:
      `answered after ${seconds(answeredMs)} and ${seconds(Math.max(...responsesMs))}, purged after ${seconds(purgedMs)}; ` +
      `p99 before: ${describe(before)}; meanwhile: ${describe(during)}; ${met} deadlocks`,
    fell: [
      ...failures,
      ...world.unexpected,
      ...(await findLeftovers(pool)),
      ...beyond('the answer', Math.max(answeredMs, ...responsesMs), RESPONSE_BAR_MS),
      ...beyond('p99 of calls', percentile(times(during.calls), 99), P99_BAR_MS),
      ...beyond('p99 of presence events', percentile(during.presence, 99), P99_BAR_MS),
      ...(met === 0 ? [] : [`${met} deadlocks`]),
    ],
  };
}

/** Deletes accounts with many dependent rows, while others work. `--times` is the number of followers. */
export const accountDeleted: Scenario = {
  line: 'large account deleted',
  limitMs: LIMIT_MS,
  run: (context) => deleteAccounts(context, context.times ?? FANS),
};
