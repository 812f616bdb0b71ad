/** Runs work, so many at once; beyond `maxQueue` that wait, `full` says what is thrown. */
export function createSemaphore({ concurrency, maxQueue, full }: SemaphoreOptions) {
  let running = 0;
  const queue: Array<() => void> = [];

  async function acquire(): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (queue.length >= maxQueue) throw full();
    // What ends hands on its place.
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  function release(): void {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }

  return {
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

interface SemaphoreOptions {
  concurrency: number;
  maxQueue: number;
  full: () => Error;
}
