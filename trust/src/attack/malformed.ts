import { collectGarbageIn } from '../../../bench/src/process-metrics.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { failuresOf, openTarget, residentBytes, type Target } from '../target.ts';
import { megabytes } from '../units.ts';
import { sendMalformedBytes } from './malformed-bytes.ts';
import { sendMalformedCalls, sendMalformedUploads } from './malformed-calls.ts';
import { sendMalformedEvents, sendMalformedFrames } from './malformed-sockets.ts';
import type { Sender, Sent } from './sent.ts';

const INPUTS = 10_000;
/** Memory of the warm-up is not counted: code is compiled, buffers grow to their size. */
const WARM_UP_SHARE = 0.5;
const GROWTH_MAX = 0.1;

const SHARES: ReadonlyArray<readonly [send: Sender, share: number]> = [
  [sendMalformedCalls, 0.5],
  [sendMalformedUploads, 0.1],
  [sendMalformedBytes, 0.15],
  [sendMalformedEvents, 0.15],
  [sendMalformedFrames, 0.1],
];

/** ASVS 2.2.1: any input, over HTTP and sockets: no exit, no server error, no memory leak. */
export async function malformed(context: ScenarioContext): Promise<Outcome> {
  const target = await openTarget(context, { TRUST_PROXY: 'loopback' });
  const inputs = context.times ?? INPUTS;
  const seed = Date.now() % 1_000_000;
  console.log(`   seed ${seed}`);
  const sendAll = async (count: number, from: number) => {
    const sent: Sent[] = [];
    for (const [send, share] of SHARES) sent.push(await send(target, Math.ceil(count * share), from));
    return sent;
  };
  const warmUp = await sendAll(inputs * WARM_UP_SHARE, seed + 1);
  const before = await restingBytes(target);
  const sent = await sendAll(inputs, seed);
  const after = await restingBytes(target);
  const growth = after / before - 1;
  const alive = await fetch(`${target.url}/health/ready`).then(({ status }) => status);
  return {
    tried: `${sent.reduce((sum, { count }) => sum + count, 0)} inputs after a warm-up, seed ${seed}`,
    seen: `memory ${megabytes(before)}, then ${megabytes(after)} (${(growth * 100).toFixed(1)} %)`,
    fell: [
      ...[...warmUp, ...sent].flatMap(({ fell }) => fell.slice(0, 5)),
      ...(growth <= GROWTH_MAX ? [] : ['memory grew by more than 10 %']),
      ...(alive === 200 ? [] : [`the server is not ready: ${alive}`]),
      ...failuresOf(target.server),
    ],
  };
}

/** The server's memory when it is idle, after a garbage collection. */
async function restingBytes({ server }: Target): Promise<number> {
  if (server.child.pid === undefined) throw new Error('the server has no process');
  for (let round = 0; round < 3; round += 1) await collectGarbageIn(server.child.pid);
  return residentBytes(server);
}
