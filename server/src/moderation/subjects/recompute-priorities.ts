import { storedPriority } from '@hai-dang/contract/moderation/priority.ts';
import { type App, inTransaction } from '../../lib/context.ts';
import { subjectsStore } from './subjects.store.ts';

const SUBJECTS_PER_STEP = 500;

/**
 * Gives open subjects the priority that their state has, where a server of an earlier release has stored its sum, which is negative:
 * during an upgrade such servers run beside this one, and after it a backup of theirs may be restored. A few subjects at a time;
 * the next run takes those that are locked now, and another server may do the same meanwhile.
 */
export async function recomputePriorities(app: App, signal?: AbortSignal): Promise<void> {
  for (let hasMore = true; hasMore && !signal?.aborted; ) {
    hasMore = await inTransaction(app, async ({ tx }) => {
      const subjects = await subjectsStore.lockNegative(tx, SUBJECTS_PER_STEP);
      const priorities = subjects.flatMap(({ ref, state: { dueAt, ...facts } }) =>
        dueAt ? [{ ref, priority: storedPriority({ ...facts, dueAt }) }] : [],
      );
      await subjectsStore.setPriorities(tx, priorities);
      return priorities.length === SUBJECTS_PER_STEP;
    });
  }
}
