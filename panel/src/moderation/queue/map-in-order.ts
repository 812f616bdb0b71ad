export interface BulkOptions {
  readonly concurrency: number;
  /** Items that are not started when it aborts are skipped. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

export interface BulkResult<Item, Value> {
  readonly succeeded: ReadonlyArray<{ readonly item: Item; readonly value: Value }>;
  readonly failed: ReadonlyArray<{ readonly item: Item; readonly error: unknown }>;
  /** The items that were not started before the abort. */
  readonly left: readonly Item[];
}

/** Runs a function for many items, a few at a time, in their order; one failure stops no other item. */
export async function runBulk<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Promise<Value>,
  { concurrency, signal, onProgress }: BulkOptions,
): Promise<BulkResult<Item, Value>> {
  const succeeded: Array<{ item: Item; value: Value }> = [];
  const failed: Array<{ item: Item; error: unknown }> = [];
  const waiting = [...items];

  async function runItems(): Promise<void> {
    while (!signal.aborted) {
      const item = waiting.shift();
      if (item === undefined) return;
      try {
        succeeded.push({ item, value: await work(item) });
      } catch (error) {
        failed.push({ item, error });
      }
      onProgress(succeeded.length + failed.length);
    }
  }

  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, runItems));
  return { succeeded, failed, left: waiting };
}
