/** Does `work` as soon as fewer than the permitted number are running; those that wait go first in, first out. */
export type WithPermit = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `permits` run at a time, of this process. */
export function createSemaphore(permits: number): WithPermit {
  let free = permits;
  const waiting: Array<() => void> = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
