import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { reportsRetentionStore } from './evidence.retention.store.ts';

/** Evidence is deleted with the last report that rests on it; what nothing rests on after this time is a leftover. */
const UNUSED_RETENTION_MS = 24 * 3_600_000;
const READ_BATCH_SIZE = 1_000;

interface ReportsRetentionNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  clock: Clock;
}

/** Evidence stays for as long as a report rests on it, or a decision that can be objected to or is, and no longer. */
export function createReportsRetention({ database, clock }: ReportsRetentionNeeds) {
  return {
    /**
     * Purges evidence that nothing rests on and that is older than a day.
     * @param signal ends it between two batches
     * @returns how many snapshots were purged
     */
    async purgeUnusedEvidence(signal: AbortSignal): Promise<number> {
      const now = clock.now();
      const before = new Date(now.getTime() - UNUSED_RETENTION_MS);
      let removed = 0;
      let last: string | undefined = '';
      while (last !== undefined && !signal.aborted) {
        const found = await reportsRetentionStore.findSnapshots(database.db, last, { now, most: READ_BATCH_SIZE });
        const unused = found.filter(({ at, isUsed }) => !isUsed && at < before).map(({ id }) => id);
        if (unused.length > 0)
          removed += await database.transact((tx) => reportsRetentionStore.purgeUnused(tx, unused, now));
        last = found.length === READ_BATCH_SIZE ? found.at(-1)?.id : undefined;
      }
      return removed;
    },
  };
}
