import type { App, AppTx } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { imageFolder, imageKey } from './chat-images.keys.ts';
import { chatImagesStore } from './chat-images.store.ts';

/** An upload that was in flight when its user's account was deleted has ended by then. */
const DELETION_RETRY_MS = 10 * 60_000;
const DELETION_BATCH_SIZE = 50;
/** An image is stored before its message is; the clock of a bucket may be ahead by this much. */
const STORED_BEFORE_SENT_MS = 60_000;

/**
 * Deletes a user's images after the transaction has committed; if that fails, {@link drainImageDeletions} retries.
 * @param ctx of the transaction that closes the account, which it has locked
 */
export async function deleteImagesOf(ctx: AppTx, userId: string): Promise<void> {
  const { tx, clock } = ctx;
  // An image that is sent from here on waits for the account, and then finds none: see sendImages.
  if (!(await chatImagesStore.hasAny(tx, userId))) return;
  await chatImagesStore.enqueueDeletion(tx, userId, clock.now());
  // drainImageDeletions retries, and its failure is logged.
  afterCommit(tx, () => void deleteFiles(ctx, userId).catch(() => undefined));
}

/**
 * Deletes the images of a deleted message after the transaction has committed, unless another message of the conversation
 * shows them.
 * @param sentAt when the message was sent; an image that was stored again later stays for the message to come. What
 *   stays although no message shows it, the job for unused images purges
 */
export async function deleteUnusedImagesOf(
  { tx, images }: AppTx,
  userId: string,
  names: readonly string[],
  sentAt: Date,
): Promise<void> {
  const before = new Date(sentAt.getTime() + STORED_BEFORE_SENT_MS);
  const unused = await chatImagesStore.findUnused(tx, userId, names);
  afterCommit(tx, () => {
    for (const name of unused) void images.delete(imageKey(userId, name), before).catch(() => undefined);
  });
}

/**
 * Deletes what the first attempt left behind: it failed, or an upload finished after it.
 * @param signal ends it between two users
 * @throws what the image store throws; the images of the other users are deleted all the same
 */
export async function drainImageDeletions(app: App, signal?: AbortSignal): Promise<void> {
  const { db, clock } = app;
  const before = new Date(clock.now().getTime() - DELETION_RETRY_MS);
  const failures: unknown[] = [];
  for (const removal of await chatImagesStore.findDueDeletions(db, before, DELETION_BATCH_SIZE)) {
    if (signal?.aborted) break;
    try {
      await deleteFiles(app, removal.userId);
      await chatImagesStore.dequeueDeletion(db, removal);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

const deleteFiles = ({ images }: Pick<App, 'images'>, userId: string): Promise<void> =>
  images.deleteFolder(imageFolder(userId));
