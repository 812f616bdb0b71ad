import { BULK_UNDO_MS } from '@hai-dang/contract/constants.ts';
import { purgeInBatches } from '../../lib/async/purge-in-batches.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { bulkStore } from './bulk.store.ts';

/** Each with up to BULK_MAX subjects. */
const BATCH_SIZE = 10;

/** What was done to many subjects stays as their decisions and tags; the action itself goes once it is listed nowhere. */
export function createBulkRetention({ database, clock }: { database: Pick<Database, 'transact'>; clock: Clock }) {
  return {
    /**
     * Purges actions that ended so long ago that they cannot be undone as one any more.
     * @param signal ends it between two batches
     * @returns how many were purged
     */
    purgeEnded(signal: AbortSignal): Promise<number> {
      const before = new Date(clock.now().getTime() - BULK_UNDO_MS);
      return purgeInBatches(BATCH_SIZE, signal, () =>
        database.transact((tx) => bulkStore.purgeEnded(tx, before, BATCH_SIZE)),
      );
    },
  };
}
