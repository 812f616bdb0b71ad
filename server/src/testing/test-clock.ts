import type { Clock } from '../lib/clock.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(at: Date): void;
  advance(ms: number): void;
}

/** Starts at the real time, to the millisecond, so that it agrees with the database's own. */
export function createTestClock(start = new Date()): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    set: (at) => {
      now = at.getTime();
    },
    advance: (ms) => {
      now += ms;
    },
  };
}
