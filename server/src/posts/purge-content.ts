import type { AppTx } from '../lib/context.ts';
import type { Tx } from '../lib/db/database.ts';
import { type ContentType, postsDeletionStore } from './posts.deletion.store.ts';

/** Few enough that a wait for one of their rows is not noticed. */
export const PURGED_PER_STEP = 100;

/** Order of purging: a comment before its parent, which would cascade to it. */
export const PURGE_ORDER = ['Comment', 'Post', 'TravelPost'] as const;

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
    await purgeContent(tx, type, ids, beforeComments);
    return true;
  }
  return false;
}

/** Purges some of the likes and comments under texts, or the texts where neither is left. */
export async function purgeContent(
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
