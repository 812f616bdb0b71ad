/**
 * Purges rows a batch at a time, until a batch is not full.
 * @param signal ends it between two batches
 * @param purge removes at most `size` rows; returns how many
 * @returns how many were removed in all
 */
export async function purgeInBatches(
  size: number,
  signal: AbortSignal | undefined,
  purge: () => Promise<number>,
): Promise<number> {
  let total = 0;
  let removed = size;
  while (removed === size && !signal?.aborted) {
    removed = await purge();
    total += removed;
  }
  return total;
}
