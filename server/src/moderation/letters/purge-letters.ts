import type { App } from '../../lib/context.ts';
import type { Tx } from '../../lib/db/database.ts';
import { lettersStore, type WithdrawnPosition } from './letters.store.ts';

/** A letter that was withdrawn before it reached anybody notified nobody. */
const WITHDRAWN_RETENTION_MS = 30 * 24 * 3_600_000;
const BATCH_SIZE = 1_000;

/**
 * Purges letters that were withdrawn thirty days ago and have reached nobody; all others stay with the notices that they were
 * sent as (docs/decisions/024).
 * @param signal ends it between two batches
 * @returns how many were purged
 */
export async function purgeWithdrawnLetters({ transact, clock }: App, signal: AbortSignal): Promise<number> {
  const before = new Date(clock.now().getTime() - WITHDRAWN_RETENTION_MS);
  let removed = 0;
  let after: WithdrawnPosition | undefined = { at: new Date(0), id: '' };
  while (after !== undefined && !signal.aborted) {
    const position: WithdrawnPosition = after;
    const batch = await transact((tx) =>
      lettersStore.purgeWithdrawn(tx, { after: position, before, most: BATCH_SIZE }),
    );
    removed += batch.removed;
    after = batch.last;
  }
  return removed;
}

/** Purges some of the notices and letters of an account. @returns whether there were any */
export const purgeLettersOf = (tx: Tx, userId: string, most: number): Promise<boolean> =>
  lettersStore.purgeSomeOf(tx, userId, most);
