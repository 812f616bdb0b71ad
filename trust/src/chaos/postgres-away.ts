import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome, Scenario, ScenarioContext } from '../scenario.ts';
import { seconds } from '../units.ts';
import { untilHealthy, watchHealth } from './health.ts';
import { inEachWorld } from './in-each-world.ts';
import { beyond } from './outcomes.ts';
import { signal, signalFamily } from './processes.ts';
import { startWorkload, type Workload } from './workload.ts';
import { countAcknowledged } from './workload-log.ts';
import type { World } from './world.ts';

const TIMES = 5;
const AWAY_MS = 3_000;
const HUNG_MS = 30_000;
const LOAD_MS = 1_000;
/** The delay with which responses from before the outage may still arrive. */
const SETTLE_MS = 500;
const HEALTH_BAR_MS = 1_000;
const BACK_BAR_MS = 5_000;
const TIMEOUT_MS = 60_000;
const LIMIT_MS = 8 * 60_000;

/** One way to make a database unavailable, and available again. */
interface Absence {
  name: string;
  begin(world: World): Promise<void>;
  /** @returns when it accepts queries again */
  end(world: World): Promise<void>;
  awayMs: number;
}

const killed: Absence = {
  name: 'killed',
  begin: async (world) => signalFamily(await world.databasePid(), 'SIGKILL'),
  end: (world) => world.restartDatabase(),
  awayMs: AWAY_MS,
};

const stoppedAtOnce: Absence = {
  name: 'stopped',
  begin: async (world) => void signal(await world.databasePid(), 'SIGQUIT'),
  end: (world) => world.restartDatabase(),
  awayMs: AWAY_MS,
};

const hung: Absence = {
  name: 'hung',
  begin: async (world) => signalFamily(await world.databasePid(), 'SIGSTOP'),
  end: async (world) => signalFamily(await world.databasePid(), 'SIGCONT'),
  awayMs: HUNG_MS,
};

interface Away {
  name: string;
  slowestHealthMs: number;
  backMs: number;
  rejected: number;
  fell: string[];
}

async function goAway(
  context: ScenarioContext,
  world: World,
  workload: Workload,
  { name, begin, end, awayMs }: Absence,
): Promise<Away> {
  await sleep(LOAD_MS);
  const health = watchHealth(world.url);
  await begin(world);
  workload.markFault();
  const startedAt = performance.now();
  // A suspended one could not be stopped.
  if (name === 'hung') context.defer(() => end(world));
  // The server restarts an embedded database, so that its only outage is a hang.
  const isOurs = world.kind === 'external' || name === 'hung';
  if (isOurs) await sleep(awayMs);
  const endedAt = performance.now();
  await end(world);
  const answersAt = performance.now();
  await untilHealthy(world.url, TIMEOUT_MS);
  await workload.untilCaughtUp(TIMEOUT_MS);
  const backMs = performance.now() - (isOurs ? answersAt : startedAt);
  const { slowestMs, statuses } = await health.stop();
  const meanwhile = workload.responses.filter(
    ({ sentAt, answeredAt }) => sentAt > startedAt + SETTLE_MS && answeredAt < endedAt,
  );
  const others = meanwhile.filter(({ status }) => status !== 503);
  return {
    name,
    slowestHealthMs: slowestMs,
    backMs,
    rejected: meanwhile.length - others.length,
    fell: [
      ...(others.length > 0 ? [`${name}: ${others.length} calls were answered ${others[0]?.status}, not 503`] : []),
      ...(isOurs && meanwhile.length === 0 ? [`${name}: no call was answered while it was away`] : []),
      ...(isOurs && !statuses.includes(503) ? [`${name}: the health never said so (${statuses.join(', ')})`] : []),
      ...(statuses.includes(0) ? [`${name}: the health did not answer`] : []),
    ],
  };
}

async function goAwayOften(context: ScenarioContext, world: World, times: number): Promise<Outcome> {
  const workload = await startWorkload(context, world);
  const absences = [...Array.from({ length: times }, () => [killed, stoppedAtOnce]).flat(), hung];
  const seen: Away[] = [];
  for (const absence of absences) seen.push(await goAway(context, world, workload, absence));
  const broken = await workload.finish();
  const health = Math.max(...seen.map(({ slowestHealthMs }) => slowestHealthMs));
  const back = [killed, stoppedAtOnce, hung].map(({ name }) => {
    const own = seen.filter((away) => away.name === name);
    return { name, ms: Math.max(...own.map(({ backMs }) => backMs)) };
  });
  return {
    tried: `${times} × killed, ${times} × stopped at once, hung for ${HUNG_MS / 1_000} s`,
    seen:
      `${seen.reduce((sum, { rejected }) => sum + rejected, 0)} calls meanwhile answered 503 with Retry-After, health ` +
      `within ${seconds(health)}, all writing again ${back.map(({ name, ms }) => `${seconds(ms)} (${name})`).join(', ')} ` +
      `after it at worst, ${countAcknowledged(workload.log)} writes acknowledged`,
    fell: [
      ...broken,
      ...seen.flatMap(({ fell }) => fell),
      ...beyond('an answer of the health', health, HEALTH_BAR_MS),
      ...back.flatMap(({ name, ms }) => beyond(`coming back after it was ${name}`, ms, BACK_BAR_MS)),
    ],
  };
}

/** PostgreSQL is killed, stopped at once, and hangs. */
export const postgresAway: Scenario = {
  line: 'Postgres killed, stopped, hung',
  limitMs: LIMIT_MS,
  run: (context) => inEachWorld(context, (world) => goAwayOften(context, world, context.times ?? TIMES)),
};
