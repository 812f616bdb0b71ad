interface SemaphoreOptions {
  concurrency: number;
  /** How many may wait; any number unless stated. */
  maxQueue?: number;
  /** What one more is rejected with. */
  full?: () => Error;
}

/** Runs work, `concurrency` at once in this process; what waits goes first in, first out. */
export function createSemaphore({
  concurrency,
  maxQueue = Number.POSITIVE_INFINITY,
  full = () => new Error('too much work is waiting'),
}: SemaphoreOptions) {
  let running = 0;
  const queue: Array<() => void> = [];

  async function acquire(): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (queue.length >= maxQueue) throw full();
    // Whatever ends hands its place on.
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  function release(): void {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    /** @throws what `full` makes where too many wait; whatever `work` throws */
    async run<T>(work: () => Promise<T>): Promise<T> {
      await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
    load: () => ({ running, waiting: queue.length }),
  };
}
