import { describe, expect, it } from 'vitest';
import { topLine } from './create-trend-plot.ts';

describe('topLine', () => {
  it.each([
    [0, 4],
    [4, 4],
    [7, 8],
    [54, 60],
    [60, 60],
    [1_004, 1_500],
  ])('above a maximum of %i it is %i', (max, top) => expect(topLine(max)).toBe(top));
});
