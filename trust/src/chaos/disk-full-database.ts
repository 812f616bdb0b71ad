import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { seconds } from '../units.ts';
import { untilHealthy, watchHealth } from './health.ts';
import { beyond } from './outcomes.ts';
import type { SmallDisk } from './small-disk.ts';
import { startWorkload } from './workload.ts';
import { countAcknowledged } from './workload-log.ts';
import type { World } from './world.ts';

const LOAD_MS = 2_000;
const FULL_MS = 12_000;
/** The disk is filled again: space that the database frees must not be available to it. */
const FILL_EVERY_MS = 200;
const BACK_BAR_MS = 10_000;
const HEALTH_BAR_MS = 1_000;
const TIMEOUT_MS = 60_000;
/** Large, so that the space is used up soon. */
const LONG_TEXT = 'đ'.repeat(3_000);

/** The database has no space to write, and then has it again. */
export async function fillDatabase(context: ScenarioContext, world: World, disk: SmallDisk): Promise<Outcome> {
  const workload = await startWorkload(context, world, { textOf: (number) => `${number} ${LONG_TEXT}` });
  await sleep(LOAD_MS);
  const health = watchHealth(world.url);
  workload.markFault();
  const filledAt = performance.now();
  for (let isSwitched = false; performance.now() - filledAt < FULL_MS; ) {
    await disk.fill(0);
    await sleep(FILL_EVERY_MS);
    if (isSwitched || performance.now() - filledAt < FULL_MS / 2) continue;
    isSwitched = true;
    // A new WAL segment, which it needs: the database stops, and cannot start.
    await world.database.pool.query('select pg_switch_wal()').catch(() => undefined);
  }
  const emptiedAt = performance.now();
  const meanwhile = workload.responses.filter(({ answeredAt }) => answeredAt > filledAt);
  const rejected = meanwhile.filter(({ status }) => status === 503);
  await disk.empty();
  await world.reviveDatabase();
  await untilHealthy(world.url, TIMEOUT_MS);
  workload.markFault();
  await workload.untilCaughtUp(TIMEOUT_MS);
  const backMs = performance.now() - emptiedAt;
  const { slowestMs, statuses } = await health.stop();
  const broken = await workload.finish();
  return {
    tried: `no room for ${FULL_MS / 1_000} s under load`,
    seen:
      `${rejected.length} of ${meanwhile.length} calls answered 503 with Retry-After, health within ` +
      `${seconds(slowestMs)}, all writing ${seconds(backMs)} after there was room, ` +
      `${countAcknowledged(workload.log)} writes acknowledged`,
    fell: [
      ...broken,
      ...(statuses.includes(503) ? [] : ['the database never ended: its log had room']),
      ...(rejected.length > 0 ? [] : ['no call was rejected: the disk was not full']),
      ...beyond('an answer of the health', slowestMs, HEALTH_BAR_MS),
      ...beyond('coming back', backMs, BACK_BAR_MS),
    ],
  };
}
