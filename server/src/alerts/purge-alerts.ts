import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { purgeInBatches } from '../lib/async/purge-in-batches.ts';
import type { App } from '../lib/context.ts';
import { alertsStore } from './alerts.store.ts';

const KEPT_DAYS = 30;
const BATCH_SIZE = 1_000;

/**
 * Purges old alerts, with what was sent of them.
 * @param signal ends it between two batches
 */
export async function purgeOldAlerts({ db, clock }: App, signal?: AbortSignal): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  await purgeInBatches(BATCH_SIZE, signal, () => alertsStore.deleteBefore(db, before, BATCH_SIZE));
}
