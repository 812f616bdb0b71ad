import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../../server/src/lib/random.ts';
import type { Outcome, Scenario, ScenarioContext } from '../scenario.ts';
import { seconds } from '../units.ts';
import { untilHealthy } from './health.ts';
import { inEachWorld } from './in-each-world.ts';
import { beyond } from './outcomes.ts';
import { startWorkload } from './workload.ts';
import { countAcknowledged } from './workload-log.ts';
import type { World } from './world.ts';

const TIMES = 100;
const HEALTHY_BAR_MS = 5_000;
const CAUGHT_UP_BAR_MS = 10_000;
const TIMEOUT_MS = 60_000;
const LIMIT_MS = 20 * 60_000;
/** Duration of the load between one kill and the next. */
const LOAD_MS = { min: 100, max: 700 };

async function killOften(context: ScenarioContext, world: World, times: number): Promise<Outcome> {
  const workload = await startWorkload(context, world);
  const random = createRandom(`server killed, ${world.kind}`);
  const healthyMs: number[] = [];
  const caughtUpMs: number[] = [];
  for (let count = 0; count < times; count += 1) {
    await sleep(random.integer(LOAD_MS.min, LOAD_MS.max));
    workload.markFault();
    const killedAt = performance.now();
    await world.killServer();
    await world.startServer();
    await untilHealthy(world.url, TIMEOUT_MS);
    healthyMs.push(performance.now() - killedAt);
    const { backMs, storedMs } = await workload.untilCaughtUp(TIMEOUT_MS);
    caughtUpMs.push(Math.max(backMs, storedMs));
  }
  const broken = await workload.finish();
  const [healthy, caughtUp] = [Math.max(...healthyMs), Math.max(...caughtUpMs)];
  return {
    tried: `${times} × SIGKILL`,
    seen:
      `healthy after ${seconds(healthy)} at worst, all caught up after ${seconds(caughtUp)}, ` +
      `${countAcknowledged(workload.log)} writes acknowledged`,
    fell: [
      ...broken,
      ...beyond('being healthy', healthy, HEALTHY_BAR_MS),
      ...beyond('catching up', caughtUp, CAUGHT_UP_BAR_MS),
    ],
  };
}

/** The server is killed under load and started again. */
export const serverKilled: Scenario = {
  line: 'server killed',
  limitMs: LIMIT_MS,
  run: (context) => inEachWorld(context, (world) => killOften(context, world, context.times ?? TIMES)),
};
