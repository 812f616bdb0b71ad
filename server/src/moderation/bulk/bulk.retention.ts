import { BULK_UNDO_MS } from '@hai-dang/contract/constants.ts';
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
    async purgeEnded(signal: AbortSignal): Promise<number> {
      const before = new Date(clock.now().getTime() - BULK_UNDO_MS);
      let removed = 0;
      let batch = BATCH_SIZE;
      while (batch === BATCH_SIZE && !signal.aborted) {
        batch = await database.transact((tx) => bulkStore.purgeEnded(tx, before, BATCH_SIZE));
        removed += batch;
      }
      return removed;
    },
  };
}
