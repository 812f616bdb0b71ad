import pLimit from 'p-limit';

interface SemaphoreOptions {
  concurrency: number;
  /** How many may wait. */
  maxQueue: number;
  /** The error that one more is rejected with. */
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

/** A semaphore for each key, so that the tasks of one do not hold up those of others; a key without a task is forgotten. */
export function createKeyedSemaphore(options: SemaphoreOptions) {
  const byKey = new Map<string, { semaphore: ReturnType<typeof createSemaphore>; tasks: number }>();
  return {
    /** @throws what `full` makes where too many of this key wait; whatever `work` throws */
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const own = byKey.get(key) ?? { semaphore: createSemaphore(options), tasks: 0 };
      byKey.set(key, own);
      own.tasks += 1;
      try {
        return await own.semaphore.run(work);
      } finally {
        own.tasks -= 1;
        if (own.tasks === 0) byKey.delete(key);
      }
    },
    /** How many keys have a task. */
    keys: () => byKey.size,
  };
}
