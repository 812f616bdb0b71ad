import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { writeOnce } from '../files.ts';

export interface StoredImage {
  content: Readable;
  sizeBytes: number;
}

/**
 * Where pictures lie, by keys such as 'chat/<whose>/<name>' whose last part names the content: what is stored is never
 * altered.
 */
export interface ImageStore {
  /** Stores a picture; one that is there already stays. @throws {DomainError} SERVICE_UNAVAILABLE */
  put(key: string, bytes: Buffer): Promise<void>;
  /** @returns null for what is not there @throws {DomainError} SERVICE_UNAVAILABLE */
  read(key: string): Promise<StoredImage | null>;
  /** Removes all whose keys begin with `folder` and a slash; what is not there is no error. */
  removeAll(folder: string): Promise<void>;
}

const KEY = /^[\w-]+(\/[\w-]+)*(\/[\w-]+\.webp)?$/;

/** Under a folder of the disk. */
export function createDiskImageStore(root: string): ImageStore {
  const fileOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error(`no key of a picture: ${key}`);
    return path.join(root, key);
  };
  return {
    put: (key, bytes) => writeOnce(fileOf(key), bytes),

    async read(key) {
      try {
        const file = await open(fileOf(key), 'r');
        const { size } = await file.stat();
        // The stream closes the file.
        return { content: file.createReadStream(), sizeBytes: size };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },

    removeAll: (folder) => rm(fileOf(folder), { recursive: true, force: true }),
  };
}
