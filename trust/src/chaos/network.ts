import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../../server/src/lib/random.ts';
import { freePort } from '../../../server/src/testing/spawn-server.ts';
import type { Scenario } from '../scenario.ts';
import { percentile, seconds } from '../units.ts';
import { FAIR, type NetworkProxy, startNetworkProxy, type Weather } from './network-proxy.ts';
import { beyond } from './outcomes.ts';
import { startWorkload, type Workload } from './workload.ts';
import { countAcknowledged } from './workload-log.ts';
import { openWorld } from './world.ts';

const TIMES = 1;
const LOAD_MS = 2_000;
const SLOW_MS = 20_000;
const LOSSY_MS = 30_000;
/** The network with a round trip of 200 ms. */
const SLOW: Weather = { ...FAIR, delayMs: 100 };
const LOSSY: Weather = {
  delayMs: 20,
  lostShare: 0.03,
  resentAfterMs: { min: 200, max: 1_500 },
  brokenShare: 0.002,
};
const NOTICED_BAR_MS = 45_000;
const CAUGHT_UP_BAR_MS = 5_000;
const SEND_BAR_MS = 2_000;
const TIMEOUT_MS = 60_000;
const LIMIT_MS = 5 * 60_000;
const POLL_MS = 50;

interface Cut {
  /** Until the last client, and until the server, had closed all connections. */
  clientsMs: number;
  serverMs: number;
  caughtUpMs: number;
}

/** @param metricsUrl of the server's metrics, with its number of sockets */
async function openSockets(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  let count = 0;
  for (const [, value] of text.matchAll(/^hai_dang_sockets_open\{[^}]*\} (\d+)$/gm)) count += Number(value);
  return count;
}

async function cutOnce({ chat, ...workload }: Workload, proxy: NetworkProxy, metricsUrl: string): Promise<Cut> {
  await sleep(LOAD_MS);
  workload.markFault();
  const cutAt = performance.now();
  proxy.cut();
  const gone: { clientsMs?: number; serverMs?: number } = {};
  while (gone.clientsMs === undefined || gone.serverMs === undefined) {
    await sleep(POLL_MS);
    const passedMs = performance.now() - cutAt;
    if (passedMs > TIMEOUT_MS) throw new Error('the cut was not noticed');
    if (chat.chatters.every(({ lostAt }) => lostAt !== undefined)) gone.clientsMs ??= passedMs;
    if ((await openSockets(metricsUrl)) === 0) gone.serverMs ??= passedMs;
  }
  proxy.mend();
  const { backMs, storedMs } = await workload.untilCaughtUp(TIMEOUT_MS, performance.now());
  return { clientsMs: gone.clientsMs, serverMs: gone.serverMs, caughtUpMs: Math.max(backMs, storedMs) };
}

/** @returns the milliseconds of sends under these conditions */
async function sendIn(weather: Weather, forMs: number, workload: Workload, proxy: NetworkProxy): Promise<number[]> {
  const before = workload.latenciesMs.length;
  proxy.setWeather(weather);
  await sleep(forMs);
  proxy.setWeather(FAIR);
  return workload.latenciesMs.slice(before);
}

/** The network between clients and server is slow, loses data, and is cut. */
export const network: Scenario = {
  line: 'network cut, slow or lossy',
  limitMs: LIMIT_MS,
  async run(context) {
    const times = context.times ?? TIMES;
    const port = String(await freePort());
    const metricsUrl = `http://127.0.0.1:${port}/metrics`;
    const world = await openWorld(context, { kind: 'embedded', settings: { METRICS_PORT: port } });
    const proxy = await startNetworkProxy(world.url, createRandom('network'));
    context.defer(proxy.close);
    const workload = await startWorkload(context, world, { url: proxy.url });
    const slowMs = await sendIn(SLOW, SLOW_MS, workload, proxy);
    const lossyMs = await sendIn(LOSSY, LOSSY_MS, workload, proxy);
    const cuts: Cut[] = [];
    for (let count = 0; count < times; count += 1) cuts.push(await cutOnce(workload, proxy, metricsUrl));
    const broken = await workload.finish();
    const worst = (timeOf: (cut: Cut) => number) => Math.max(...cuts.map(timeOf));
    const [clients, server] = [worst(({ clientsMs }) => clientsMs), worst(({ serverMs }) => serverMs)];
    const caughtUp = worst(({ caughtUpMs }) => caughtUpMs);
    const slow = percentile(slowMs, 99);
    return {
      tried: `200 ms there and back, 3 % lost, ${times} × cut without a word`,
      seen:
        `slow: p99 of sends ${seconds(slow)}; lossy: p99 ${seconds(percentile(lossyMs, 99))}; cut: noticed by clients ` +
        `after ${seconds(clients)}, by the server after ${seconds(server)}, caught up ${seconds(caughtUp)} after it was ` +
        `mended; ${countAcknowledged(workload.log)} writes acknowledged`,
      fell: [
        ...broken,
        ...beyond('p99 of sends over a slow network', slow, SEND_BAR_MS),
        ...beyond('noticing at the clients', clients, NOTICED_BAR_MS),
        ...beyond('noticing at the server', server, NOTICED_BAR_MS),
        ...beyond('catching up', caughtUp, CAUGHT_UP_BAR_MS),
      ],
    };
  },
};
