import { setTimeout as sleep } from 'node:timers/promises';
import { newToken } from '../../../server/src/auth/token.ts';
import { callPipelined } from '../../../server/src/testing/pipelined-calls.ts';
import { megabytes, percentile } from '../figures.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { failuresOf, openTarget, residentBytes, type Target } from '../target.ts';

const SECOND_MS = 1_000;
const ACCOUNT = '/api/admin/account';
const FLOOD_SECONDS = 15;
const CONNECTIONS = 4;
/** Sent over one connection, if it is not closed before. */
const BATCH_CALLS = 500;
/** Made before the flood begins: they take their time. */
const TOKENS = 20_000;
const WARM_UP_CALLS = 50;
const OTHERS_PAUSE_MS = 20;
const P99_MAX_MS = 500;
const LOG_MAX_BYTES = 1024 * 1024;
/** As the server has them by itself. */
const DEFAULT_LIMITS = { CALLS_PER_SECOND_PER_ACCOUNT: '', CALLS_PER_SECOND_PER_ADDRESS: '' };

/**
 * ASVS 2.4.1: calls with invalid tokens, pipelined over connections that are opened again as soon as they are closed: half
 * of them with one token, half with another one each. An administrator at the same address works on.
 */
export async function badTokens(context: ScenarioContext): Promise<Outcome> {
  const target = await openTarget(context, { LOG_LEVEL: 'info', ...DEFAULT_LIMITS });
  for (let call = 0; call < WARM_UP_CALLS; call += 1) await target.send('GET', ACCOUNT);
  const before = await residentBytes(target.server);
  const [one = '', ...others] = Array.from({ length: TOKENS }, newToken);
  const same = Array.from({ length: BATCH_CALLS }, () => one);
  const seconds = context.times ?? FLOOD_SECONDS;
  const end = performance.now() + seconds * SECOND_MS;
  const [{ tookMs, refused }, ...floods] = await Promise.all([
    workOn(target, end),
    ...Array.from({ length: CONNECTIONS }, (_, at) => flood(target, at % 2 === 0 ? same : others, end)),
  ]);
  const sent = floods.reduce((sum, each) => sum + each.sent, 0);
  const connections = floods.reduce((sum, each) => sum + each.connections, 0);
  const p99 = percentile(tookMs, 99);
  const grown = (await residentBytes(target.server)) - before;
  const logged = Buffer.byteLength(target.server.output());
  return {
    tried:
      `${sent} calls with invalid tokens in ${seconds} s over ${connections} connections, ` +
      `${tookMs.length} of an administrator's`,
    seen:
      `the administrator's p99 ${Math.round(p99)} ms, longest ${Math.round(Math.max(...tookMs))} ms, ${refused} refused; ` +
      `${megabytes(grown)} more memory, ${Math.round(logged / 1024)} kB of log`,
    fell: [
      ...(p99 < P99_MAX_MS ? [] : [`p99 is not under ${P99_MAX_MS} ms`]),
      ...(refused === 0 ? [] : [`${refused} of the administrator's calls were refused`]),
      ...(logged < LOG_MAX_BYTES ? [] : ['the log grew by more than 1 MB']),
      ...failuresOf(target.server),
    ],
  };
}

/** Calls with these tokens, again and again; the server closes the connections. */
async function flood({ url }: Target, tokens: readonly string[], end: number) {
  const counts = { sent: 0, connections: 0 };
  for (let at = 0; performance.now() < end; at = (at + BATCH_CALLS) % tokens.length) {
    const batch = tokens.slice(at, at + BATCH_CALLS);
    await callPipelined(url, ACCOUNT, batch).catch(() => undefined);
    counts.sent += batch.length;
    counts.connections += 1;
  }
  return counts;
}

/** An administrator's calls, one after the other, for as long as the flood goes on. */
async function workOn(target: Target, end: number) {
  const tookMs: number[] = [];
  let refused = 0;
  while (performance.now() < end) {
    const answer = await target.send('GET', ACCOUNT);
    tookMs.push(answer.tookMs);
    if (answer.statusCode !== 200) refused += 1;
    await sleep(OTHERS_PAUSE_MS);
  }
  return { tookMs, refused };
}
