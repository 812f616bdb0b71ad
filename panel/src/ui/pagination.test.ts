import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageWindow } from './pagination.tsx';

describe('pageWindow', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 'gap', 9]],
    [4, 9, [1, 2, 3, 4, 5, 'gap', 9]],
    [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
    [9, 9, [1, 'gap', 8, 9]],
  ])('page %i of %i', (page, total, expected) => {
    expect(pageWindow(page, total)).toEqual(expected);
  });

  it('always includes the first, the current and the last page, ascending, and no gap of one page', () => {
    const pages = fc
      .integer({ min: 1, max: 500 })
      .chain((total) => fc.tuple(fc.integer({ min: 1, max: total }), fc.constant(total)));
    fc.assert(
      fc.property(pages, ([page, total]) => {
        const shown = pageWindow(page, total);
        expect(shown).toEqual(expect.arrayContaining([1, page, total]));
        expect(shown.length).toBeLessThanOrEqual(7);
        shown.forEach((entry, i) => {
          const before = shown[i - 1];
          const after = shown[i + 1];
          if (entry === 'gap') expect(Number(after) - Number(before)).toBeGreaterThan(2);
          else if (typeof before === 'number') expect(entry).toBe(before + 1);
        });
      }),
    );
  });
});
