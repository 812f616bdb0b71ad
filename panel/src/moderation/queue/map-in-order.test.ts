import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runBulk } from './map-in-order.ts';

const never = new AbortController().signal;

test('runBulk: each item succeeds or fails once, for any order of responses, within the concurrency limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.boolean(), { maxLength: 30 }),
      fc.integer({ min: 1, max: 6 }),
      async (scheduler, fates, concurrency) => {
        const items = fates.map((succeeds, index) => ({ succeeds, index }));
        const progress: number[] = [];
        let running = 0;
        let mostRunning = 0;
        const result = runBulk(
          items,
          async (item) => {
            running += 1;
            mostRunning = Math.max(mostRunning, running);
            await scheduler.schedule(Promise.resolve());
            running -= 1;
            if (!item.succeeds) throw new Error(`no ${item.index}`);
            return item.index;
          },
          { concurrency, signal: never, onProgress: (done) => progress.push(done) },
        );
        await scheduler.waitFor(result);
        const { succeeded, failed, left } = await result;
        expect(left).toEqual([]);
        expect(mostRunning).toBeLessThanOrEqual(concurrency);
        expect(progress).toEqual(items.map((_, index) => index + 1));
        expect(succeeded.map(({ item }) => item.index).sort((a, b) => a - b)).toEqual(
          items.filter(({ succeeds }) => succeeds).map(({ index }) => index),
        );
        expect(succeeded.every(({ item, value }) => item.index === value)).toBe(true);
        expect(failed).toHaveLength(items.filter(({ succeeds }) => !succeeds).length);
      },
    ),
  );
});

test('runBulk: items that are not started when it is aborted are skipped', async () => {
  const controller = new AbortController();
  const started: number[] = [];
  const { succeeded, left } = await runBulk(
    [1, 2, 3, 4, 5],
    async (item) => {
      started.push(item);
      if (item === 2) controller.abort();
    },
    { concurrency: 1, signal: controller.signal, onProgress: () => undefined },
  );
  expect(started).toEqual([1, 2]);
  expect(succeeded.map(({ item }) => item)).toEqual([1, 2]);
  expect(left).toEqual([3, 4, 5]);
});
