/** Does `work` after all that was asked for under the same key before, whether that went well or not. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** One place to queue at, of this process. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
