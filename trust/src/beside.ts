import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Outcome } from './scenario.ts';
import { failuresOf, forgetPeak, residentBytes, type Target } from './target.ts';
import { megabytes, percentile } from './units.ts';

const P99_MAX_MS = 500;
/** Limits of an attack: the additional memory of the server, and its log lines. */
const MEMORY_MAX_BYTES = 200 * 1024 * 1024;
const LOG_MAX_BYTES = 1024 * 1024;
const OTHERS = 4;
/** Together fewer calls than the limit of one account per second. */
const OTHERS_PAUSE_MS = 60;
/** Calls before the measurement, so that no measured call is the first of its kind. */
const WARM_UP_MS = 2_000;

/** Sends until the deadline, or as long as it takes. @returns what it sent, in words, and the problems */
export type Attack = (until: number) => Promise<{ tried: string; seen: string; fell?: readonly string[] }>;

/**
 * Runs `attack`, usually for some seconds, while an administrator keeps calling: none of those calls is slow or
 * rejected.
 */
export async function runBeside(target: Target, seconds: number, attack: Attack): Promise<Outcome> {
  const warmedUp = performance.now() + WARM_UP_MS;
  await callQuietly(target, () => performance.now() < warmedUp);
  const memoryBefore = await forgetPeak(target.server);
  const logBefore = target.server.output().length;
  const startedAt = performance.now();
  let isUnderAttack = true;
  const attacking = attack(startedAt + seconds * SECOND_MS).finally(() => {
    isUnderAttack = false;
  });
  const [attacked, ...taken] = await Promise.all([
    attacking,
    ...Array.from({ length: OTHERS }, () => callQuietly(target, () => isUnderAttack)),
  ]);
  const tookSeconds = Math.round((performance.now() - startedAt) / SECOND_MS);
  const calls = taken.flat();
  const [p99, longest] = [percentile(calls, 99), percentile(calls, 100)];
  const rejected = calls.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
  const moreBytes = (await residentBytes(target.server, 'VmHWM')) - memoryBefore;
  const logBytes = target.server.output().length - logBefore;
  const figures = `p99 ${Math.round(p99)} ms, at most ${Math.round(longest)} ms, ${rejected} rejected`;
  return {
    tried: `${attacked.tried} in ${tookSeconds} s beside ${calls.length} calls of an administrator`,
    seen: `${attacked.seen}; the calls' ${figures}; +${megabytes(moreBytes)}, ${megabytes(logBytes)} of log`,
    fell: [
      ...(p99 < P99_MAX_MS ? [] : [`p99 is not under ${P99_MAX_MS} ms`]),
      ...(rejected === 0 ? [] : [`${rejected} calls were rejected`]),
      ...(moreBytes < MEMORY_MAX_BYTES ? [] : [`it took ${megabytes(moreBytes)}`]),
      ...(logBytes < LOG_MAX_BYTES ? [] : [`the log grew by ${megabytes(logBytes)}`]),
      ...(attacked.fell ?? []),
      ...failuresOf(target.server),
    ],
  };
}

/** @returns the duration of each call; infinity for a rejected one */
async function callQuietly(target: Target, goesOn: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  while (goesOn()) {
    const response = await target.send('GET', '/api/admin/account').catch(() => undefined);
    taken.push(response?.statusCode === 200 ? response.tookMs : Number.POSITIVE_INFINITY);
    await sleep(OTHERS_PAUSE_MS);
  }
  return taken;
}
