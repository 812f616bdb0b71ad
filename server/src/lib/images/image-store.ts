import { access, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { writeOnce } from '../files.ts';

export interface StoredImage {
  content: Readable;
  sizeBytes: number;
}

/**
 * Where pictures lie, by keys such as 'evidence/<name>' or 'chat/<whose>/<name>' whose last part names the content: what
 * is stored is never altered.
 */
export interface ImageStore {
  /** Stores a picture; one that is there already stays. @throws {DomainError} SERVICE_UNAVAILABLE */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Whether a picture is there. @throws {DomainError} SERVICE_UNAVAILABLE */
  has(key: string): Promise<boolean>;
  /** @returns null for what is not there @throws {DomainError} SERVICE_UNAVAILABLE */
  read(key: string): Promise<StoredImage | null>;
  /** Removes all whose keys begin with `folder` and a slash; what is not there is no error. */
  removeAll(folder: string): Promise<void>;
}

const KEY = /^([\w-]+\/)*[\w-]+\.webp$/;
const FOLDER = /^[\w-]+(\/[\w-]+)*$/;

/** Under a folder of the disk. */
export function createDiskImageStore(root: string): ImageStore {
  const below = (key: string, form: RegExp): string => {
    if (!form.test(key)) throw new Error(`no key of a picture: ${key}`);
    return path.join(root, key);
  };
  const fileOf = (key: string): string => below(key, KEY);
  return {
    put: async (key, bytes) => writeOnce(fileOf(key), bytes),

    has: async (key) =>
      access(fileOf(key)).then(
        () => true,
        () => false,
      ),

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

    removeAll: async (folder) => rm(below(folder, FOLDER), { recursive: true, force: true }),
  };
}
