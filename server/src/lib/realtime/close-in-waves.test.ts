import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closeInWaves } from './close-in-waves.ts';

const LONGEST_MS = 5_000;

/** @returns how many went in each wave, and how long all of it took */
async function close(count: number): Promise<{ waves: number[]; tookMs: number; closings: number[] }> {
  const closings = Array.from({ length: count }, () => 0);
  const waves = [0];
  let tookMs = 0;
  const connections = closings.map((_, index) => ({
    close() {
      closings[index] = (closings[index] ?? 0) + 1;
      waves[waves.length - 1] = (waves.at(-1) ?? 0) + 1;
    },
  }));
  await closeInWaves(connections, async (ms) => {
    tookMs += ms;
    waves.push(0);
  });
  return { waves, tookMs, closings };
}

test('a few go at once', async () => {
  expect(await close(500)).toMatchObject({ waves: [500], tookMs: 0 });
  expect(await close(0)).toMatchObject({ tookMs: 0 });
});

test('many go 500 at a time, four times a second', async () => {
  expect(await close(1_200)).toMatchObject({ waves: [500, 500, 200], tookMs: 500 });
});

test('however many there are, each goes once, in like waves, within five seconds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60_000 }), async (count) => {
      const { waves, tookMs, closings } = await close(count);
      expect(closings.every((times) => times === 1)).toBe(true);
      expect(tookMs).toBeLessThanOrEqual(LONGEST_MS);
      expect(Math.max(...waves)).toBeLessThanOrEqual(Math.max(500, Math.ceil(count / 20)));
    }),
    { numRuns: 30 },
  );
});
