import type { App, AppTx } from '../lib/context.ts';
import type { Tx } from '../lib/db/database.ts';
import { RESTORABLE_MS } from './content-kinds.ts';
import { type ContentType, postsDeletionStore } from './posts.deletion.store.ts';

/** Few enough that a wait for one of their rows is not noticed. */
const PURGED_PER_STEP = 100;
/** Texts of a type that may fail in one run before the rest of that type is left to the next run. */
const FAILED_MAX = 20;

/** Order of purging: a comment before its parent, which would cascade to it. */
const PURGE_ORDER = ['Comment', 'Post', 'TravelPost'] as const;

/** Called with the comments that are about to go; false keeps them for the next step. */
type BeforeComments = (ids: readonly string[]) => Promise<boolean>;

/**
 * Purges some of an author's texts, with some of the likes and comments under them, in a step of the job that deletes
 * the account.
 * @returns false where nothing was left
 */
export async function purgeContentOf(
  { tx }: AppTx,
  authorId: string,
  beforeComments: BeforeComments,
): Promise<boolean> {
  for (const type of PURGE_ORDER) {
    const ids = await postsDeletionStore.lockOf(tx, type, authorId, PURGED_PER_STEP);
    if (ids.length === 0) continue;
    await purgeSome(tx, type, ids, beforeComments);
    return true;
  }
  return false;
}

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
async function purgeExpiredOf({ transact, clock }: App, type: ContentType, signal?: AbortSignal): Promise<unknown[]> {
  const at = new Date(clock.now().getTime() - RESTORABLE_MS);
  const failures: unknown[] = [];
  const except: string[] = [];
  let most = PURGED_PER_STEP;
  for (;;) {
    let ids: string[] = [];
    try {
      await transact(async (tx) => {
        ids = await postsDeletionStore.lockSoftDeletedBefore(tx, type, { at, now: clock.now() }, { except, most });
        if (ids.length > 0) await purgeSome(tx, type, ids, async () => true);
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

/** Purges some of the likes and comments under texts, or the texts where neither is left. */
async function purgeSome(
  tx: Tx,
  type: ContentType,
  ids: readonly string[],
  beforeComments: BeforeComments,
): Promise<void> {
  if (type !== 'Comment') {
    if ((await postsDeletionStore.purgeLikes(tx, type, ids, PURGED_PER_STEP)) === PURGED_PER_STEP) return;
    const comments = await postsDeletionStore.lockCommentsUnder(tx, type, ids, PURGED_PER_STEP);
    if (comments.length > 0) {
      if (await beforeComments(comments)) await postsDeletionStore.purgeById(tx, 'Comment', comments);
      return;
    }
  }
  await postsDeletionStore.purgeById(tx, type, ids);
}
