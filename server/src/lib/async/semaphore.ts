import pLimit from 'p-limit';

interface SemaphoreOptions {
  concurrency: number;
  /** How many may wait. */
  maxQueue: number;
  /** What one more is rejected with. */
  full: () => Error;
}

/** p-limit with a bounded queue: runs at most `concurrency` tasks of this process at once, first in, first out. */
export function createSemaphore({ concurrency, maxQueue, full }: SemaphoreOptions) {
  const limit = pLimit(concurrency);
  return {
    /** @throws what `full` makes where too many wait; whatever `work` throws */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (limit.activeCount + limit.pendingCount >= concurrency + maxQueue) throw full();
      return limit(work);
    },
    load: () => ({ running: limit.activeCount, waiting: limit.pendingCount }),
  };
}
