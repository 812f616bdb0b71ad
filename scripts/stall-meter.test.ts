import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StallMeter } from './lib/stall-meter.mjs';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A machine on which `lostMs` pass before the next tick. */
function machine() {
  let [lateMs, stolen] = [0, 0];
  const meter = new StallMeter({ now: () => Date.now() + lateMs, stolenMs: () => stolen });
  return {
    meter,
    stall(ms: number) {
      lateMs += ms;
    },
    steal(ms: number) {
      stolen += ms;
    },
  };
}

test('lostMs: nothing on a machine that wakes the process in time', () => {
  const { meter } = machine();
  vi.advanceTimersByTime(10_000);
  expect(meter.lostMs(0, 10_000)).toBe(0);
});

test('lostMs: the delay of a late wake-up, only in the requested time', () => {
  const { meter, stall } = machine();
  vi.advanceTimersByTime(2_000);
  stall(3_000);
  vi.advanceTimersByTime(5_000);
  expect(meter.lostMs(0, 10_000)).toBe(3_000);
  expect(meter.lostMs(4_000, 4_500)).toBe(3_000);
  expect(meter.lostMs(0, 2_000)).toBe(0);
  expect(meter.lostMs(5_501, 10_000)).toBe(0);
});

test('lostMs: the processor time stolen by another machine', () => {
  const { meter, steal } = machine();
  for (let tick = 0; tick < 4; tick += 1) {
    steal(400);
    vi.advanceTimersByTime(500);
  }
  expect(meter.lostMs(0, 2_000)).toBe(1_600);
});

test('lostMs: a little of either is no stall', () => {
  const { meter, stall, steal } = machine();
  for (let tick = 0; tick < 20; tick += 1) {
    stall(100);
    steal(100);
    vi.advanceTimersByTime(500);
  }
  expect(meter.lostMs(0, 20_000)).toBe(0);
});
