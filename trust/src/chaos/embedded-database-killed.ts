import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../../server/src/lib/random.ts';
import type { Outcome, Scenario, ScenarioContext } from '../scenario.ts';
import { seconds } from '../units.ts';
import { untilHealthy } from './health.ts';
import { beyond } from './outcomes.ts';
import { signal, signalFamily } from './processes.ts';
import { startWorkload } from './workload.ts';
import { countAcknowledged } from './workload-log.ts';
import { openWorld, type World } from './world.ts';

const TIMES = 100;
const BACK_BAR_MS = 5_000;
const TIMEOUT_MS = 60_000;
const LIMIT_MS = 10 * 60_000;
const POLL_MS = 10;
const LOAD_MS = { min: 100, max: 700 };

/** Waits until the database of this process has ended: its successor has another process. */
async function untilReplaced(world: World, pid: number): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; ; await sleep(POLL_MS)) {
    const now = await world.databasePid().catch(() => pid);
    if (now !== pid) return;
    if (performance.now() > end) throw new Error('the database was not started again');
  }
}

async function killOften(context: ScenarioContext, world: World, times: number): Promise<Outcome> {
  const workload = await startWorkload(context, world);
  const random = createRandom('embedded database killed');
  const backMs: number[] = [];
  for (let count = 0; count < times; count += 1) {
    await sleep(random.integer(LOAD_MS.min, LOAD_MS.max));
    const pid = await world.databasePid();
    const killedAt = performance.now();
    // The database is killed with its children, as the kernel would; or alone, as an operator might.
    if (count % 2 === 0) await signalFamily(pid, 'SIGKILL');
    else signal(pid, 'SIGKILL');
    workload.markFault();
    await untilReplaced(world, pid);
    await untilHealthy(world.url, TIMEOUT_MS);
    await workload.untilCaughtUp(TIMEOUT_MS);
    backMs.push(performance.now() - killedAt);
  }
  const broken = await workload.finish();
  const back = Math.max(...backMs);
  return {
    tried: `${times} × SIGKILL in the middle of writes`,
    seen:
      `all writing again after ${seconds(back)} at worst, ` + `${countAcknowledged(workload.log)} writes acknowledged`,
    fell: [...broken, ...beyond('coming back', back, BACK_BAR_MS)],
  };
}

/** The embedded database is killed; its server starts it again. */
export const embeddedDatabaseKilled: Scenario = {
  line: 'embedded database killed',
  limitMs: LIMIT_MS,
  run: async (context) => killOften(context, await openWorld(context, { kind: 'embedded' }), context.times ?? TIMES),
};
