import { BULK_UNDO_MS } from '@hai-dang/contract/constants.ts';
import { purgeInBatches } from '../../lib/async/purge-in-batches.ts';
import type { App } from '../../lib/context.ts';
import { bulkStore } from './bulk.store.ts';

/** Each with up to BULK_MAX subjects. */
const BATCH_SIZE = 10;

/**
 * Purges actions on many subjects that ended so long ago that they cannot be undone as one any more; what they did stays as
 * decisions and tags.
 * @param signal ends it between two batches
 * @returns how many were purged
 */
export function purgeEndedBulks({ transact, clock }: App, signal: AbortSignal): Promise<number> {
  const before = new Date(clock.now().getTime() - BULK_UNDO_MS);
  return purgeInBatches(BATCH_SIZE, signal, () => transact((tx) => bulkStore.purgeEnded(tx, before, BATCH_SIZE)));
}
