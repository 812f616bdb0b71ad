import { setTimeout as sleep } from 'node:timers/promises';
import { megabytes, percentile } from './figures.ts';
import type { Outcome } from './scenario.ts';
import { failuresOf, forgetPeak, residentBytes, type Target } from './target.ts';

const SECOND_MS = 1_000;
const P99_MAX_MS = 500;
/** What an attack may make the server need more than before, and write into its log. */
const MEMORY_MAX_BYTES = 200 * 1024 * 1024;
const LOG_MAX_BYTES = 1024 * 1024;
const OTHERS = 4;
/** Together fewer calls than one account may make in a second. */
const OTHERS_PAUSE_MS = 60;
/** Of calls before it, so that none of those that count is the first of a server. */
const WARM_UP_MS = 2_000;

/** Sends until then, or as long as it takes. @returns what it sent, in words, and what should not have happened */
export type Attack = (until: number) => Promise<{ tried: string; seen: string; fell?: readonly string[] }>;

/** Lets `attack` work, for some seconds as a rule, while an administrator goes on calling: nothing of that is slow or refused. */
export async function runBeside(target: Target, seconds: number, attack: Attack): Promise<Outcome> {
  const warmedUp = performance.now() + WARM_UP_MS;
  await callQuietly(target, () => performance.now() < warmedUp);
  const memoryBefore = await forgetPeak(target.server);
  const logBefore = target.server.output().length;
  const begun = performance.now();
  let isUnderAttack = true;
  const attacking = attack(begun + seconds * SECOND_MS).finally(() => {
    isUnderAttack = false;
  });
  const [attacked, ...taken] = await Promise.all([
    attacking,
    ...Array.from({ length: OTHERS }, () => callQuietly(target, () => isUnderAttack)),
  ]);
  const tookSeconds = Math.round((performance.now() - begun) / SECOND_MS);
  const calls = taken.flat();
  const [p99, longest] = [percentile(calls, 99), percentile(calls, 100)];
  const refused = calls.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
  const moreBytes = (await residentBytes(target.server, 'VmHWM')) - memoryBefore;
  const logBytes = target.server.output().length - logBefore;
  const figures = `p99 ${Math.round(p99)} ms, at most ${Math.round(longest)} ms, ${refused} refused`;
  return {
    tried: `${attacked.tried} in ${tookSeconds} s beside ${calls.length} calls of an administrator`,
    seen: `${attacked.seen}; the calls' ${figures}; +${megabytes(moreBytes)}, ${megabytes(logBytes)} of log`,
    fell: [
      ...(p99 < P99_MAX_MS ? [] : [`p99 is not under ${P99_MAX_MS} ms`]),
      ...(refused === 0 ? [] : [`${refused} calls were refused`]),
      ...(moreBytes < MEMORY_MAX_BYTES ? [] : [`it took ${megabytes(moreBytes)}`]),
      ...(logBytes < LOG_MAX_BYTES ? [] : [`the log grew by ${megabytes(logBytes)}`]),
      ...(attacked.fell ?? []),
      ...failuresOf(target.server),
    ],
  };
}

/** @returns how long each call took; infinity for one that was refused */
async function callQuietly(target: Target, goesOn: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  while (goesOn()) {
    const answer = await target.send('GET', '/api/admin/account').catch(() => undefined);
    taken.push(answer?.statusCode === 200 ? answer.tookMs : Number.POSITIVE_INFINITY);
    await sleep(OTHERS_PAUSE_MS);
  }
  return taken;
}
