import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Clock } from '../lib/clock.ts';
import type { Db } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { ImageStore } from '../lib/images/image-store.ts';
import type { Log } from '../lib/logger.ts';
import { mediaRetentionStore, type UnusedImage } from './media.retention.store.ts';

/** An image is stored before its row is written: the row of a younger one may still be in flight. */
export const UNUSED_GRACE_MS = 24 * HOUR_MS;
/** How long an image stays after it was marked: time to notice a wrong or restored database. */
export const UNUSED_RETENTION_MS = 7 * 24 * HOUR_MS;
/** Few enough to be purged within the claim's lease of five minutes, even where each takes its longest. */
const PURGE_BATCH_SIZE = 32;
const RETRY_SECONDS = 5;
/** With more images than this, a share of orphans above the maximum means a wrong database. */
const ORPHAN_SAFETY_MIN_IMAGES = 100;
const ORPHAN_SAFETY_MAX_SHARE = 0.9;

/** The keys that this server makes. Any other object is not ours. */
const OTHER_KEY = /^(?:evidence\/)?[a-f0-9-]{8,64}\.webp$/;
const CHAT_KEY = /^(chat\/[\w-]+)\/([a-f0-9]{64}\.webp)$/;
const isOwn = (key: string): boolean => CHAT_KEY.test(key) || OTHER_KEY.test(key);

interface MediaRetentionOptions {
  db: Db;
  images: ImageStore;
  clock: Clock;
  /** The folder of a user's chat images. */
  chatFolderOf: (userId: string) => string;
}

/** Purges orphaned images, which no row references: after a crash between the two writes, or once post, account or evidence were deleted. */
export function createMediaRetention({ db, images, clock, chatFolderOf }: MediaRetentionOptions) {
  const ago = (ms: number): Date => new Date(clock.now().getTime() - ms);

  async function namedInChats(keys: readonly string[]): Promise<string[]> {
    const parts = keys.map((key) => CHAT_KEY.exec(key) ?? []);
    const unusual = parts.some(([, folder]) => folder?.startsWith('chat/id-'))
      ? await mediaRetentionStore.findUnusualUsers(db)
      : [];
    const userOf = new Map(unusual.map((userId) => [chatFolderOf(userId), userId]));
    const images = parts.flatMap(([, folder = '', name = '']) => {
      const userId = userOf.get(folder) ?? folder.slice('chat/'.length);
      return name ? { userId, name } : [];
    });
    return (await mediaRetentionStore.findSent(db, images)).map(
      ({ userId, name }) => `${chatFolderOf(userId)}/${name}`,
    );
  }

  /** Returns those of some keys, all of which this server made, that no row references. */
  async function unnamed(keys: readonly string[]): Promise<string[]> {
    const ofChats = keys.filter((key) => CHAT_KEY.test(key));
    const others = keys.filter((key) => !CHAT_KEY.test(key));
    const named = new Set<string>();
    if (ofChats.length > 0) for (const key of await namedInChats(ofChats)) named.add(key);
    if (others.length > 0) for (const key of await mediaRetentionStore.findNamed(db, others)) named.add(key);
    return [...ofChats, ...others].filter((key) => !named.has(key));
  }

  /** Checks all images that are old enough, and marks orphans. @returns how many of how many; null if aborted */
  async function markUnused(signal: AbortSignal): Promise<{ seen: number; unused: number } | null> {
    const before = ago(UNUSED_GRACE_MS);
    let [seen, unused] = [0, 0];
    for await (const page of images.list()) {
      if (signal.aborted) return null;
      const keys = page.filter(({ key, lastModified }) => lastModified < before && isOwn(key)).map(({ key }) => key);
      const found = await unnamed(keys);
      if (found.length > 0) await mediaRetentionStore.markUnused(db, found, clock.now());
      seen += keys.length;
      unused += found.length;
    }
    return { seen, unused };
  }

  async function purgeClaimed(claimed: readonly UnusedImage[]): Promise<number> {
    // The claim blocks puts until the keys are unmarked; rows from before the claim are visible here.
    const still = new Set(await unnamed(claimed.map(({ key }) => key)));
    const unused = claimed.filter(({ key }) => still.has(key));
    const results = await Promise.allSettled(unused.map(({ key, detectedAt }) => images.delete(key, detectedAt)));
    const failed = new Set(unused.filter((_, index) => results[index]?.status === 'rejected').map(({ key }) => key));
    await mediaRetentionStore.unmark(
      db,
      claimed.map(({ key }) => key).filter((key) => !failed.has(key)),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return results.filter((result) => result.status === 'fulfilled' && result.value).length;
  }

  return {
    /**
     * Marks orphaned images, and purges those that were marked long enough ago and are still orphans.
     * @param signal aborts it between two batches
     * @returns how many were purged
     * @throws what the image store throws; a repeat continues where it stopped
     */
    async purgeUnusedImages(signal: AbortSignal, log: Pick<Log, 'error'>): Promise<number> {
      let removed = await images.deleteTempFiles(ago(UNUSED_GRACE_MS));
      const noted = await markUnused(signal);
      if (!noted) return removed;
      if (noted.unused > ORPHAN_SAFETY_MIN_IMAGES && noted.unused > noted.seen * ORPHAN_SAFETY_MAX_SHARE) {
        log.error(noted, 'over 90 % of images are orphaned, image cleanup aborted: wrong database?');
        return removed;
      }
      while (!signal.aborted) {
        const claimed = await mediaRetentionStore.claim(db, ago(UNUSED_RETENTION_MS), PURGE_BATCH_SIZE);
        if (claimed.length === 0) break;
        removed += await purgeClaimed(claimed);
      }
      return removed;
    },

    /**
     * The store for all that add images: it rejects an image that another server is purging at the moment.
     * @throws {DomainError} SERVICE_UNAVAILABLE from `put`, in that moment
     */
    withPurgeGuard: (stored: ImageStore): ImageStore => ({
      ...stored,
      async put(key, bytes) {
        // The purge is postponed before the put: one may start and finish while it is being stored.
        if (!(await mediaRetentionStore.postpone(db, key, clock.now()))) {
          throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
        }
        await stored.put(key, bytes);
      },
    }),
  };
}
