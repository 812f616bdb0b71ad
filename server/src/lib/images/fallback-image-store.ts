import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { nullIfNotFound } from '../files.ts';
import type { ImageStore } from './image-store.ts';

/**
 * `store`, and behind it the images that lay on the disk before there was one: they are read and removed, and none is
 * added to them.
 */
export function withFallback(store: ImageStore, disk: Omit<ImageStore, 'put' | 'has'>): ImageStore {
  return {
    put: store.put,
    has: store.has,
    read: async (key) => (await store.read(key)) ?? disk.read(key),
    removeAll: async (folder) => {
      await Promise.all([store.removeAll(folder), disk.removeAll(folder)]);
    },
    async *list() {
      yield* store.list();
      yield* disk.list();
    },
    async remove(key, putBefore) {
      const gone = await Promise.all([store.remove(key, putBefore), disk.remove(key, putBefore)]);
      return gone.includes(true);
    },
    removeUnfinished: (before) => disk.removeUnfinished(before),
  };
}

/**
 * Puts every image of a folder into `store`, under the same keys; what is there already stays. Nothing is removed.
 * @param onImage told after each
 * @returns how many were looked at
 * @throws {DomainError} SERVICE_UNAVAILABLE; doing it again goes on where it stopped
 */
export async function uploadDirectory(
  store: Pick<ImageStore, 'put'>,
  mediaDir: string,
  onImage: (count: number) => void = () => undefined,
): Promise<number> {
  let count = 0;
  for await (const file of glob('**/*.webp', { cwd: mediaDir })) {
    const bytes = await readFile(path.join(mediaDir, file)).catch(nullIfNotFound);
    // Removed with its user's account meanwhile.
    if (bytes === null) continue;
    await store.put(file.replaceAll(path.sep, '/'), bytes);
    count += 1;
    onImage(count);
  }
  return count;
}
