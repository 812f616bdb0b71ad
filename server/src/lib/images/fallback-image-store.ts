import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { nullIfNotFound } from '../files.ts';
import type { ImageStore } from './image-store.ts';

/**
 * `store`, with a fallback to images that were on the disk before: they are read and deleted, and none is
 * added to them.
 */
export function withFallback(store: ImageStore, disk: Omit<ImageStore, 'put' | 'has'>): ImageStore {
  return {
    put: store.put,
    has: store.has,
    read: async (key) => (await store.read(key)) ?? disk.read(key),
    deleteFolder: async (folder) => {
      await Promise.all([store.deleteFolder(folder), disk.deleteFolder(folder)]);
    },
    async *list() {
      yield* store.list();
      yield* disk.list();
    },
    async delete(key, unmodifiedSince) {
      const gone = await Promise.all([store.delete(key, unmodifiedSince), disk.delete(key, unmodifiedSince)]);
      return gone.includes(true);
    },
    deleteTempFiles: (before) => disk.deleteTempFiles(before),
  };
}

/**
 * Puts every image of a folder into `store`, under the same keys; existing ones are kept. Nothing is deleted.
 * @param onImage called after each
 * @returns the number of images in the folder
 * @throws {DomainError} SERVICE_UNAVAILABLE; a repeat continues where it stopped
 */
export async function uploadDirectory(
  store: Pick<ImageStore, 'put'>,
  mediaDir: string,
  onImage: (count: number) => void = () => undefined,
): Promise<number> {
  let count = 0;
  for await (const file of glob('**/*.webp', { cwd: mediaDir })) {
    const bytes = await readFile(path.join(mediaDir, file)).catch(nullIfNotFound);
    // Deleted with its user's account meanwhile.
    if (bytes === null) continue;
    await store.put(file.replaceAll(path.sep, '/'), bytes);
    count += 1;
    onImage(count);
  }
  return count;
}
