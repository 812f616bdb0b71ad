import type { Clock } from '../lib/clock.ts';
import type { Db } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { ImageStore } from '../lib/images/image-store.ts';
import type { Log } from '../lib/logger.ts';
import { mediaRetentionStore, type UnusedImage } from './media.retention.store.ts';

const HOUR_MS = 3_600_000;
/** An image is stored before its row is written: one that is younger may be under way. */
export const UNUSED_NOTED_AFTER_MS = 24 * HOUR_MS;
/** From then on it stays this long: time to notice that it is the wrong database, or one that was restored. */
export const UNUSED_KEPT_MS = 7 * 24 * HOUR_MS;
/** So many at once are removed within the five minutes that a claim holds, also where each takes its longest. */
const REMOVED_AT_ONCE = 32;
const RETRY_SECONDS = 5;
/** Where of more than so many images hardly one has a row, it is the database that is not theirs. */
const DOUBTED_FROM = 100;
const DOUBTED_SHARE = 0.9;

/** The keys that this server gives. Any other object is not ours. */
const OTHER_KEY = /^(?:evidence\/)?[a-f0-9-]{8,64}\.webp$/;
const CHAT_KEY = /^(chat\/[\w-]+)\/([a-f0-9]{64}\.webp)$/;
const isOwn = (key: string): boolean => CHAT_KEY.test(key) || OTHER_KEY.test(key);

interface MediaRetentionNeeds {
  db: Db;
  images: ImageStore;
  clock: Clock;
  /** The folder of a user's chat images. */
  chatFolderOf: (userId: string) => string;
}

/** Images that no row names: after a crash between the two, or once post, account or evidence were deleted. */
export function createMediaRetention({ db, images, clock, chatFolderOf }: MediaRetentionNeeds) {
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

  /** Of these keys, all of this server's giving, those that no row names. */
  async function unnamed(keys: readonly string[]): Promise<string[]> {
    const ofChats = keys.filter((key) => CHAT_KEY.test(key));
    const others = keys.filter((key) => !CHAT_KEY.test(key));
    const named = new Set<string>();
    if (ofChats.length > 0) for (const key of await namedInChats(ofChats)) named.add(key);
    if (others.length > 0) for (const key of await mediaRetentionStore.findNamed(db, others)) named.add(key);
    return [...ofChats, ...others].filter((key) => !named.has(key));
  }

  /** Looks at all that is old enough, and notes what no row names. @returns how much of how much; null if ended */
  async function noteUnused(signal: AbortSignal): Promise<{ seen: number; unused: number } | null> {
    const before = ago(UNUSED_NOTED_AFTER_MS);
    let [seen, unused] = [0, 0];
    for await (const page of images.list()) {
      if (signal.aborted) return null;
      const keys = page.filter(({ key, putAt }) => putAt < before && isOwn(key)).map(({ key }) => key);
      const found = await unnamed(keys);
      if (found.length > 0) await mediaRetentionStore.note(db, found, clock.now());
      seen += keys.length;
      unused += found.length;
    }
    return { seen, unused };
  }

  async function removeClaimed(claimed: readonly UnusedImage[]): Promise<number> {
    // Nobody stores them between the claim and their being forgotten; what was named before the claim is seen here.
    const still = new Set(await unnamed(claimed.map(({ key }) => key)));
    const unused = claimed.filter(({ key }) => still.has(key));
    const results = await Promise.allSettled(unused.map(({ key, notedAt }) => images.remove(key, notedAt)));
    const failed = new Set(unused.filter((_, index) => results[index]?.status === 'rejected').map(({ key }) => key));
    await mediaRetentionStore.forget(
      db,
      claimed.map(({ key }) => key).filter((key) => !failed.has(key)),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return results.filter((result) => result.status === 'fulfilled' && result.value).length;
  }

  return {
    /**
     * Notes images that no row names, and removes those for which that was noted long enough ago and still holds.
     * @param signal ends it between two batches
     * @returns how many were removed
     * @throws what the image store throws; doing it again goes on where it stopped
     */
    async removeUnusedImages(signal: AbortSignal, log: Pick<Log, 'error'>): Promise<number> {
      let removed = await images.removeUnfinished(ago(UNUSED_NOTED_AFTER_MS));
      const noted = await noteUnused(signal);
      if (!noted) return removed;
      if (noted.unused > DOUBTED_FROM && noted.unused > noted.seen * DOUBTED_SHARE) {
        log.error(noted, 'over 90 % of images are orphaned, image cleanup aborted: wrong database?');
        return removed;
      }
      while (!signal.aborted) {
        const claimed = await mediaRetentionStore.claim(db, ago(UNUSED_KEPT_MS), REMOVED_AT_ONCE);
        if (claimed.length === 0) break;
        removed += await removeClaimed(claimed);
      }
      return removed;
    },

    /**
     * The store for all who add images: none is stored that another server is removing at the moment.
     * @throws {DomainError} SERVICE_UNAVAILABLE from `put`, in that moment
     */
    guard: (stored: ImageStore): ImageStore => ({
      ...stored,
      async put(key, bytes) {
        // Beforehand: a removal may begin and be over while it is being stored.
        if (!(await mediaRetentionStore.postpone(db, key, clock.now()))) {
          throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
        }
        await stored.put(key, bytes);
      },
    }),
  };
}
