import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { reportsRetentionStore } from './evidence.retention.store.ts';

/** Evidence is deleted with the last report that rests on it; without one after this time it is a leftover. */
const UNUSED_RETENTION_MS = 24 * 3_600_000;
const READ_BATCH_SIZE = 1_000;

interface ReportsRetentionNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  clock: Clock;
}

/** Evidence stays for as long as a report rests on it, whatever was decided, and no longer. */
export function createReportsRetention({ database, clock }: ReportsRetentionNeeds) {
  return {
    /**
     * Purges evidence that no report references and that is older than a day.
     * @param signal ends it between two batches
     * @returns how many snapshots were purged
     */
    async purgeUnusedEvidence(signal: AbortSignal): Promise<number> {
      const before = new Date(clock.now().getTime() - UNUSED_RETENTION_MS);
      let removed = 0;
      let last: string | undefined = '';
      while (last !== undefined && !signal.aborted) {
        const found = await reportsRetentionStore.findSnapshots(database.db, last, READ_BATCH_SIZE);
        const unused = found.filter(({ at, isUsed }) => !isUsed && at < before).map(({ id }) => id);
        if (unused.length > 0)
          removed += await database.transact((tx) => reportsRetentionStore.purgeUnused(tx, unused));
        last = found.length === READ_BATCH_SIZE ? found.at(-1)?.id : undefined;
      }
      return removed;
    },
  };
}
