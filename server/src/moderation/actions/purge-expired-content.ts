import type { App } from '../../lib/context.ts';
import { type ContentRef, RESTORABLE_MS } from '../../posts/content-kinds.ts';
import { PURGE_ORDER, PURGED_PER_STEP, purgeContent } from '../../posts/purge-content.ts';
import { expiredContentStore } from './expired-content.store.ts';

/** Texts of a type that may fail in one run before the rest of that type is left to the next run. */
const FAILED_MAX = 20;

/**
 * Purges all texts whose deletion can no longer be undone, with everything under them, in small transactions. A text that
 * fails does not keep the others.
 * @param signal aborts it between two of them
 * @throws the first failure, when every type has been tried
 */
export async function purgeExpiredContent(app: App, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const type of PURGE_ORDER) failures.push(...(await purgeExpiredOf(app, type, signal)));
  if (failures.length > 0) throw failures[0];
}

/** @returns why some of one type are left */
async function purgeExpiredOf(
  { transact, clock }: App,
  type: ContentRef['type'],
  signal: AbortSignal | undefined,
): Promise<unknown[]> {
  const at = new Date(clock.now().getTime() - RESTORABLE_MS);
  const failures: unknown[] = [];
  const except: string[] = [];
  let most = PURGED_PER_STEP;
  for (;;) {
    let ids: string[] = [];
    try {
      await transact(async (tx) => {
        ids = await expiredContentStore.lockDeletedBefore(tx, type, { at, now: clock.now() }, { except, most });
        if (ids.length > 0) await purgeContent(tx, type, ids, async () => true);
      });
    } catch (error) {
      const [id] = ids;
      // Purge one at a time until it is known which of them fails.
      if (id !== undefined && ids.length > 1) most = 1;
      else {
        failures.push(error);
        // When so many fail, the cause is not one text: the next run tries again.
        if (id === undefined || except.push(id) === FAILED_MAX) return failures;
        most = PURGED_PER_STEP;
      }
    }
    if (ids.length === 0 || signal?.aborted) return failures;
  }
}
