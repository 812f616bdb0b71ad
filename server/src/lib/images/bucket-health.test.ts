import { afterEach, expect, test, vi } from 'vitest';
import { createBucketHealth } from './bucket-health.ts';

const PAUSE_MS = 50;

afterEach(() => void vi.useRealTimers());

/** The health of a bucket that is away, while it is being checked. */
async function openChecked() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const said: string[] = [];
  const say = (...words: unknown[]) => void said.push(String(words.at(-1)));
  const checks: PromiseWithResolvers<void>[] = [];
  const check = () => {
    const outcome = Promise.withResolvers<void>();
    checks.push(outcome);
    return outcome.promise;
  };
  const health = createBucketHealth({ check, log: { info: say, warn: say }, pauseMs: PAUSE_MS });
  health.note(new Error('no response'));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  said.length = 0;
  return { health, said, checks };
}

test('createBucketHealth: a check whose first call succeeds and whose second fails: the bucket stays unavailable, and is checked again', async () => {
  const { health, said, checks } = await openChecked();
  health.note();
  expect(health.isAvailable()).toBe(false);
  const aborted = new Error('aborted');
  health.note(aborted);
  checks[0]?.reject(aborted);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(checks).toHaveLength(2);
  expect(said).toEqual([]);
  health.close();
});

test('createBucketHealth: a check that succeeds: the bucket is back, which is logged once, and the checks end', async () => {
  const { health, said, checks } = await openChecked();
  health.note();
  health.note();
  checks[0]?.resolve();
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS);
  expect(health.isAvailable()).toBe(true);
  expect(said).toEqual(['image store is back']);
  expect(checks).toHaveLength(1);
});

test('createBucketHealth: a call that succeeds between two checks shows that the bucket is back', async () => {
  const { health, said, checks } = await openChecked();
  checks[0]?.reject(new Error('no response'));
  await vi.advanceTimersByTimeAsync(PAUSE_MS / 2);
  health.note();
  expect(health.isAvailable()).toBe(true);
  expect(said).toEqual(['image store is back']);
});
