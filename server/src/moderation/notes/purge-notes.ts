import { RECENT_ACTIONS_MS } from '@hai-dang/contract/constants.ts';
import { purgeInBatches } from '../../lib/async/purge-in-batches.ts';
import type { App } from '../../lib/context.ts';
import { notesStore } from './notes.store.ts';

const BATCH_SIZE = 1_000;

/**
 * Purges notes and tags that were taken back so long ago that this cannot be undone any more: the text goes, the events
 * stay (docs/decisions/043).
 * @param signal ends it between two batches
 * @returns how many were purged
 */
export function purgeRemovedNotes({ transact, clock }: App, signal: AbortSignal): Promise<number> {
  const before = new Date(clock.now().getTime() - RECENT_ACTIONS_MS);
  return purgeInBatches(BATCH_SIZE, signal, () => transact((tx) => notesStore.purgeRemoved(tx, before, BATCH_SIZE)));
}
