import type { Clock } from '../lib/clock.ts';

/** A clock that only a test advances. */
export interface TestClock extends Clock {
  set(at: Date): void;
  advance(ms: number): void;
}

/** Starts at the real time in milliseconds, to agree with the database's clock. */
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
