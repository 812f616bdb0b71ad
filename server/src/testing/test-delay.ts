import type { Delay } from '../lib/delay.ts';

/** Delays whose time passes when told to. */
export function createTestDelay() {
  const timers = new Set<{ at: number; work: () => void }>();
  let now = 0;
  const delay: Delay = (work, ms) => {
    const timer = { at: now + ms, work };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  return {
    delay,
    pass(ms: number): void {
      now += ms;
      for (const timer of timers) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.work();
      }
    },
  };
}
