import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { COUNT_WINDOW_MS, createCallCounts, type SharedCount } from './call-counts.ts';

const MAX = 10;
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

/** The shared store of all servers, with a delayed reply. */
function createShared() {
  const totals = new Map<string, number>();
  const reports: number[] = [];
  const share: SharedCount = async (key, window, calls) => {
    reports.push(calls);
    await sleep(1);
    const total = (totals.get(`${window} ${key}`) ?? 0) + calls;
    totals.set(`${window} ${key}`, total);
    return total;
  };
  return { share, reports };
}

test('add: each key has its own count, which restarts with the next window', () => {
  let now = 5 * COUNT_WINDOW_MS;
  const counts = createCallCounts(MAX, undefined, () => now);
  expect(times(3, () => counts.add('a'))).toEqual([1, 2, 3]);
  expect(counts.add('b')).toBe(1);
  now += COUNT_WINDOW_MS - 1;
  expect(counts.add('a')).toBe(4);
  now += 1;
  expect(counts.add('a')).toBe(1);
  // A clock that is set back is another window too.
  now -= 60 * COUNT_WINDOW_MS;
  expect(counts.add('a')).toBe(1);
});

test('add: two servers share a count, with one report at a time', async () => {
  const { share, reports } = createShared();
  const [here, there] = times(2, () => createCallCounts(MAX, share, () => 0));
  times(4, () => here?.add('a'));
  times(5, () => there?.add('a'));
  expect(reports).toEqual([1, 1]);
  await expect.poll(() => reports.length).toBe(4);
  await sleep(20);
  expect(reports).toEqual([1, 1, 3, 4]);
  // The later of the two received all nine.
  expect(Math.max(here?.add('a') ?? 0, there?.add('a') ?? 0)).toBe(10);
});

test('add: counts above the limit are not reported', async () => {
  const { share, reports } = createShared();
  const counts = createCallCounts(MAX, share, () => 0);
  times(10 * MAX, () => counts.add('a'));
  await sleep(20);
  expect(reports.reduce((sum, calls) => sum + calls)).toBe(MAX);
});

test('add: if the count cannot be shared, the server counts for itself', async () => {
  const counts = createCallCounts(
    MAX,
    async () => {
      throw new Error('Redis is away');
    },
    () => 0,
  );
  expect(times(5, () => counts.add('a'))).toEqual([1, 2, 3, 4, 5]);
  await sleep(0);
  expect(counts.add('a')).toBe(6);
});
