import { setTimeout as sleep } from 'node:timers/promises';
import { SOCKETS_PER_ACCOUNT } from '../../../server/src/lib/realtime/account-limits.ts';
import { insertAdmin, insertSession } from '../../../server/src/testing/factories.ts';
import { openSlowSocket, type SlowSocket } from '../../../server/src/testing/slow-socket.ts';
import type { Outcome, Scenario, ScenarioContext } from '../scenario.ts';
import { residentBytes } from '../target.ts';
import { megabytes, percentile, seconds } from '../units.ts';
import { beyond } from './outcomes.ts';
import { startWorkload } from './workload.ts';
import { openWorld, type World } from './world.ts';

const CLIENTS = 200;
const BEFORE_MS = 10_000;
const WITH_THEM_MS = 60_000;
const SAMPLE_INTERVAL_MS = 500;
const PAUSE_MS = 60;
const LIMIT_MS = 4 * 60_000;
const MEMORY_BAR_BYTES = 200 * 1024 * 1024;
const SEND_BAR_MS = 500;
/** So that there is much to read. */
const LONG_TEXT = 'đọc đi '.repeat(400);

async function beSlow(context: ScenarioContext, clients: number): Promise<Outcome> {
  const world = await openWorld(context, { kind: 'embedded' });
  const textOf = (number: number) => `${number} ${LONG_TEXT}`;
  const signIns = Array.from({ length: Math.ceil(clients / SOCKETS_PER_ACCOUNT) }, () => signInAdmin(world));
  const admins = await Promise.all(signIns);
  const workload = await startWorkload(context, world, {
    textOf,
    pace: { pauseMs: PAUSE_MS },
  });
  await sleep(BEFORE_MS);
  const before = { bytes: await residentBytes(world.server()), sent: workload.latenciesMs.length };
  const slow: SlowSocket[] = [];
  const leave = () => {
    for (const each of slow) each.close();
  };
  context.defer(leave);
  for (let number = 0; number < clients; number += 1) {
    const admin = admins[number % admins.length];
    if (admin) slow.push(await openSlowSocket(world.url, admin));
  }
  let mostBytes = 0;
  for (const end = performance.now() + WITH_THEM_MS; performance.now() < end; await sleep(SAMPLE_INTERVAL_MS)) {
    mostBytes = Math.max(mostBytes, await residentBytes(world.server()));
  }
  leave();
  const latenciesMs = workload.latenciesMs.slice(before.sent);
  const broken = await workload.finish();
  const p99 = percentile(latenciesMs, 99);
  const extraBytes = mostBytes - before.bytes;
  return {
    tried: `${clients} sockets that do not read, for ${WITH_THEM_MS / 1_000} s`,
    seen: `${megabytes(extraBytes)} more memory at most, p99 of ${latenciesMs.length} sends of others ${seconds(p99)}`,
    fell: [
      ...broken,
      ...(extraBytes <= MEMORY_BAR_BYTES ? [] : [`the bar is ${megabytes(MEMORY_BAR_BYTES)} more`]),
      ...beyond('p99 of sends', p99, SEND_BAR_MS),
    ],
  };
}

async function signInAdmin({ database: { db } }: World): Promise<{ id: string; token: string }> {
  const { id } = await insertAdmin(db);
  return { id, token: await insertSession(db, id) };
}

/** Clients that receive much and read none of it. `--times` is their number. */
export const slowClients: Scenario = {
  line: 'slow client',
  limitMs: LIMIT_MS,
  run: (context) => beSlow(context, context.times ?? CLIENTS),
};
