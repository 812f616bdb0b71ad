import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closeInBatches } from './close-in-batches.ts';

const LONGEST_MS = 5_000;

/** @returns the number closed in each batch, and the total duration */
async function close(count: number): Promise<{ batches: number[]; tookMs: number; closings: number[] }> {
  const closings = Array.from({ length: count }, () => 0);
  const batches = [0];
  let tookMs = 0;
  const connections = closings.map((_, index) => ({
    close() {
      closings[index] = (closings[index] ?? 0) + 1;
      batches[batches.length - 1] = (batches.at(-1) ?? 0) + 1;
    },
  }));
  await closeInBatches(connections, async (ms) => {
    tookMs += ms;
    batches.push(0);
  });
  return { batches, tookMs, closings };
}

test('closeInBatches: a few are closed at once', async () => {
  expect(await close(500)).toMatchObject({ batches: [500], tookMs: 0 });
  expect(await close(0)).toMatchObject({ tookMs: 0 });
});

test('closeInBatches: many are closed 500 at a time, four times a second', async () => {
  expect(await close(1_200)).toMatchObject({ batches: [500, 500, 200], tookMs: 500 });
});

test('closeInBatches: any number is closed once each, in equal batches, within five seconds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60_000 }), async (count) => {
      const { batches, tookMs, closings } = await close(count);
      expect(closings.every((times) => times === 1)).toBe(true);
      expect(tookMs).toBeLessThanOrEqual(LONGEST_MS);
      expect(Math.max(...batches)).toBeLessThanOrEqual(Math.max(500, Math.ceil(count / 20)));
    }),
    { numRuns: 30 },
  );
});
