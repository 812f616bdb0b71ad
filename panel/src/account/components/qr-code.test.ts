import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUIET_ZONE_MODULES, qrCodePath } from './qr-code.tsx';

/** The modules that a path of such rectangles covers, as 'x,y'. */
function covered(path: string): string[] {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].flatMap(([, x, y, width, back]) => {
    expect(back).toBe(width);
    return Array.from({ length: Number(width) }, (_, step) => `${Number(x) + step},${Number(y)}`);
  });
}

describe('qrCodePath', () => {
  it('draws one rectangle for each run, inside the quiet zone', () => {
    const rows = ['##.', '...', '#.#'];
    const path = qrCodePath({ size: 3, get: (x, y) => rows[y]?.[x] === '#' });
    expect(path).toBe('M4 4h2v1h-2zM4 6h1v1h-1zM6 6h1v1h-1z');
  });

  it('covers each dark module once, and no light one', () => {
    const bitmap = fc
      .integer({ min: 1, max: 12 })
      .chain((size) => fc.array(fc.boolean(), { minLength: size * size, maxLength: size * size }));
    fc.assert(
      fc.property(bitmap, (modules) => {
        const size = Math.sqrt(modules.length);
        const dark = modules.flatMap((isDark, index) =>
          isDark ? [`${(index % size) + QUIET_ZONE_MODULES},${Math.floor(index / size) + QUIET_ZONE_MODULES}`] : [],
        );
        const path = qrCodePath({ size, get: (x, y) => modules[y * size + x] === true });
        expect(covered(path)).toEqual(dark);
      }),
    );
  });
});
