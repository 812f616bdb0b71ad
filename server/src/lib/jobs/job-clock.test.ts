import { afterEach, expect, test, vi } from 'vitest';
import { jobClock } from './job-runner.ts';

afterEach(() => void vi.useRealTimers());

test.for([2, -2])('jobClock: a clock that is set by %d hours moves no job', (hours) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const before = jobClock.now();
  vi.setSystemTime(Date.now() + hours * 3_600_000);
  expect(jobClock.now() - before).toBeLessThan(60_000);
  expect(jobClock.now()).toBeGreaterThanOrEqual(before);
});
