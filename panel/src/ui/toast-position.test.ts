import { describe, expect, test } from 'vitest';
import { freeBottom } from './toast-position.ts';

const toast = { height: 60, windowHeight: 900, lowest: 16, highestTop: 300 };
const control = (top: number, height = 40) => ({ top, bottom: top + height });

describe('freeBottom', () => {
  test('without controls in the area: returns the lowest position', () => {
    expect(freeBottom([], toast)).toBe(16);
    expect(freeBottom([control(700), control(884, 16)], toast)).toBe(16);
  });

  test('with one control in the area: returns the position just above it', () => {
    expect(freeBottom([control(850)], toast)).toBe(900 - 850 + 8);
  });

  test('controls too close to each other: returns the position above all of them, in any order', () => {
    const controls = [control(750), control(850), control(660)];
    expect(freeBottom(controls, toast)).toBe(900 - 660 + 8);
    expect(freeBottom([control(700), control(850)], toast)).toBe(900 - 850 + 8);
  });

  test('no room below the highest position: returns undefined', () => {
    const controls = Array.from({ length: 12 }, (_, index) => control(index * 80, 60));
    expect(freeBottom(controls, toast)).toBeUndefined();
  });
});
