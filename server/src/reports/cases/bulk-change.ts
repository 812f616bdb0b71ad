import type { StatusMove } from '../reports.store.ts';

/** A subject may have 100 000 reports; one statement for all of them would exceed its timeout. */
const CHANGE_BATCH_SIZE = 5_000;

/** Changes reports some at a time. @returns how many went from which status to which */
export async function inBatches(
  ids: readonly string[],
  change: (some: readonly string[]) => Promise<StatusMove[]>,
): Promise<StatusMove[]> {
  const moves: StatusMove[] = [];
  for (let start = 0; start < ids.length; start += CHANGE_BATCH_SIZE) {
    moves.push(...(await change(ids.slice(start, start + CHANGE_BATCH_SIZE))));
  }
  return moves;
}
