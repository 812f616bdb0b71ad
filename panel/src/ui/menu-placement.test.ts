import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexByLetter, placeMenu } from './menu-placement.ts';

const VIEWPORT = { width: 320, height: 640 };
const MENU = { width: 200, height: 120 };
const button = (left: number, top: number) => ({ left, top, width: 40, height: 40 });

describe('placeMenu', () => {
  test('places the menu below the button, aligned to its right edge', () => {
    expect(placeMenu(button(250, 100), MENU, VIEWPORT)).toEqual({ left: 90, top: 144 });
  });

  test('near the bottom edge: places it above the button', () => {
    expect(placeMenu(button(250, 560), MENU, VIEWPORT)).toEqual({ left: 90, top: 436 });
  });

  test('no room on either side, but more below: places it below', () => {
    expect(placeMenu(button(250, 40), MENU, { width: 320, height: 180 })).toEqual({ left: 90, top: 52 });
  });

  test('any button position: the menu is within the viewport if it fits', () => {
    const pixel = fc.integer({ min: -200, max: 1000 });
    const size = fc.record({ width: fc.integer({ min: 1, max: 304 }), height: fc.integer({ min: 1, max: 624 }) });
    fc.assert(
      fc.property(pixel, pixel, size, (x, y, menu) => {
        const { left, top } = placeMenu(button(x, y), menu, VIEWPORT);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(8);
        expect(left + menu.width).toBeLessThanOrEqual(VIEWPORT.width - 8);
        expect(top + menu.height).toBeLessThanOrEqual(VIEWPORT.height - 8);
      }),
    );
  });
});

describe('indexByLetter', () => {
  const labels = ['Vô hiệu hóa', 'Đăng xuất', 'Xóa tài khoản', 'Ẩn'];

  test.for([
    ['v', -1, 0],
    ['đ', 0, 1],
    ['D', 0, 1],
    ['a', 0, 3],
    ['x', 2, 2],
    ['v', 2, 0],
    ['q', 0, undefined],
  ] as const)('letter %s after item %d: returns %s', ([letter, current, expected]) => {
    expect(indexByLetter(labels, current, letter)).toBe(expected);
  });
});
