import { access, open, opendir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { nullIfNotFound, PART_SUFFIX, writeFileAtomic } from '../files.ts';

export interface StoredImage {
  content: Readable;
  sizeBytes: number;
}

/** What lies in the store, and when it was put there last. */
export interface ListedImage {
  key: string;
  putAt: Date;
}

/**
 * Where images lie, by keys such as 'evidence/<name>' or 'chat/<whose>/<name>' whose last part names the content: what
 * is stored is never altered.
 */
export interface ImageStore {
  /**
   * Stores an image; one that is there already stays, as of now put at most {@link RENEWED_AFTER_MS} ago.
   * @throws {DomainError} SERVICE_UNAVAILABLE
   */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Whether an image is there. @throws {DomainError} SERVICE_UNAVAILABLE */
  has(key: string): Promise<boolean>;
  /** @returns null for what is not there @throws {DomainError} SERVICE_UNAVAILABLE */
  read(key: string): Promise<StoredImage | null>;
  /**
   * Removes all whose keys begin with `folder` and a slash; what is not there is no error.
   * @throws {DomainError} SERVICE_UNAVAILABLE
   */
  removeAll(folder: string): Promise<void>;
  /**
   * All that is there, some hundred at a time. What is put or removed meanwhile may come or not.
   * @throws {DomainError} SERVICE_UNAVAILABLE
   */
  list(): AsyncIterable<ListedImage[]>;
  /**
   * Removes an image unless it was put after `putBefore`.
   * @returns whether it is gone by that
   * @throws {DomainError} SERVICE_UNAVAILABLE
   */
  remove(key: string, putBefore: Date): Promise<boolean>;
  /** Removes what a {@link put} that was broken off before a time has left. @returns how much it was */
  removeUnfinished(before: Date): Promise<number>;
}

/** Where each renewal costs something, so much younger an image may seem than its last put. */
export const RENEWED_AFTER_MS = 3_600_000;
const LISTED_AT_ONCE = 500;

const KEY = /^([\w-]+\/)*[\w-]+\.webp$/;
const PART = new RegExp(`\\.webp\\.[\\w-]+\\${PART_SUFFIX}$`);
const FOLDER = /^[\w-]+(\/[\w-]+)*$/;

/** Under a folder of the disk. */
export function createDiskImageStore(root: string): ImageStore {
  const below = (key: string, form: RegExp): string => {
    if (!form.test(key)) throw new Error(`no key of an image: ${key}`);
    return path.join(root, key);
  };
  const fileOf = (key: string): string => below(key, KEY);

  /** Every file below a folder that is of `form`, with the time of its last change; folders may go meanwhile. */
  async function* files(form: RegExp, folder = root): AsyncGenerator<{ file: string; changedAt: Date }> {
    const entries = await opendir(folder).catch(nullIfNotFound);
    if (!entries) return;
    try {
      for (
        let entry = await entries.read().catch(nullIfNotFound);
        entry;
        entry = await entries.read().catch(nullIfNotFound)
      ) {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory()) yield* files(form, file);
        if (!entry.isFile() || !form.test(path.relative(root, file))) continue;
        const found = await stat(file).catch(nullIfNotFound);
        if (found) yield { file, changedAt: found.mtime };
      }
    } finally {
      await entries.close();
    }
  }

  return {
    async put(key, bytes) {
      const file = fileOf(key);
      const now = new Date();
      const isThere = await utimes(file, now, now).then(() => true, stayIfForeign);
      if (!isThere) await writeFileAtomic(file, bytes);
    },

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

    async *list() {
      let some: ListedImage[] = [];
      for await (const { file, changedAt } of files(KEY)) {
        some.push({ key: path.relative(root, file), putAt: changedAt });
        if (some.length < LISTED_AT_ONCE) continue;
        yield some;
        some = [];
      }
      yield some;
    },

    async remove(key, putBefore) {
      const file = fileOf(key);
      const found = await stat(file).catch(nullIfNotFound);
      if (!found || found.mtime > putBefore) return false;
      await rm(file, { force: true });
      return true;
    },

    async removeUnfinished(before) {
      let removed = 0;
      for await (const { file, changedAt } of files(PART)) {
        if (changedAt > before) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

/** What somebody else owns, such as a file that was copied back from a backup, is there and cannot be made younger. */
const stayIfForeign = (error: NodeJS.ErrnoException): true | null => error.code === 'EPERM' || nullIfNotFound(error);
