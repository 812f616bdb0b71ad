import { RECENT_ACTIONS_MS } from '@hai-dang/contract/constants.ts';
import { purgeInBatches } from '../../lib/async/purge-in-batches.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { notesStore } from './notes.store.ts';

const BATCH_SIZE = 1_000;

/** A note that was taken back goes with its text; its events stay (docs/decisions/048). */
export function createNotesRetention({ database, clock }: { database: Pick<Database, 'transact'>; clock: Clock }) {
  return {
    /**
     * Purges notes and tags that were taken back so long ago that this cannot be undone any more.
     * @param signal ends it between two batches
     * @returns how many were purged
     */
    purgeRemoved(signal: AbortSignal): Promise<number> {
      const before = new Date(clock.now().getTime() - RECENT_ACTIONS_MS);
      return purgeInBatches(BATCH_SIZE, signal, () =>
        database.transact((tx) => notesStore.purgeRemoved(tx, before, BATCH_SIZE)),
      );
    },
  };
}
