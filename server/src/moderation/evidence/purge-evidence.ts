import type { App } from '../../lib/context.ts';
import { reportsRetentionStore } from './evidence.retention.store.ts';

/** Evidence is deleted with the last report that rests on it; what nothing rests on after this time is a leftover. */
const UNUSED_RETENTION_MS = 24 * 3_600_000;
const READ_BATCH_SIZE = 1_000;

/**
 * Purges evidence that is older than a day and on which nothing rests: no report, and no decision that can be objected to or
 * is.
 * @param signal ends it between two batches
 * @returns how many snapshots were purged
 */
export async function purgeUnusedEvidence({ db, transact, clock }: App, signal: AbortSignal): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - UNUSED_RETENTION_MS);
  let removed = 0;
  let last: string | undefined = '';
  while (last !== undefined && !signal.aborted) {
    const found = await reportsRetentionStore.findSnapshots(db, last, { now, most: READ_BATCH_SIZE });
    const unused = found.filter(({ at, isUsed }) => !isUsed && at < before).map(({ id }) => id);
    if (unused.length > 0) removed += await transact((tx) => reportsRetentionStore.purgeUnused(tx, unused, now));
    last = found.length === READ_BATCH_SIZE ? found.at(-1)?.id : undefined;
  }
  return removed;
}
