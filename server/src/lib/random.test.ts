import { describe, expect, test } from 'vitest';
import { createRandom } from './random.ts';

describe('createRandom', () => {
  test('returns the same sequence for the same seed and another for another', () => {
    const draw = (seed: string) => Array.from({ length: 50 }, createRandom(seed).fraction);
    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
    // Recorded once: another number would change all demo data.
    expect(createRandom('hải đăng').integer(0, 999_999)).toBe(494666);
  });

  test('is evenly distributed within its limits', () => {
    const random = createRandom('even');
    const counts = new Map<number, number>();
    for (let index = 0; index < 10_000; index++) {
      const drawn = random.integer(3, 7);
      counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([3, 4, 5, 6, 7]);
    for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(250);
  });

  test('picks by weight, samples without repeats, and throws on a pick from an empty list', () => {
    const random = createRandom('weights');
    const drawn = Array.from({ length: 4_000 }, () =>
      random.weighted([
        ['rare', 1],
        ['common', 3],
      ] as const),
    );
    expect(drawn.filter((item) => item === 'rare').length / drawn.length).toBeCloseTo(0.25, 1);
    const sample = random.sample([1, 2, 3, 4, 5], 3);
    expect(new Set(sample).size).toBe(3);
    expect(random.sample([1, 2], 9).sort()).toEqual([1, 2]);
    expect(() => random.pick([])).toThrow('nothing to pick from');
    const waits = Array.from({ length: 4_000 }, () => random.exponential(10));
    expect(waits.reduce((sum, wait) => sum + wait, 0) / waits.length).toBeCloseTo(10, -0.5);
  });
});
