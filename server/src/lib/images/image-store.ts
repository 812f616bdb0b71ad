import { access, open, opendir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { nullIfNotFound, TEMP_SUFFIX, writeFileAtomic } from '../files.ts';

export interface StoredImage {
  content: Readable;
  sizeBytes: number;
}

/** An image in the store, and when it was last put. */
export interface ListedImage {
  key: string;
  lastModified: Date;
}

/**
 * The store of images, by keys such as 'evidence/<name>' or 'chat/<user>/<name>'. The name is a hash of the content: what
 * is stored is never altered.
 */
export interface ImageStore {
  /**
   * Stores an image; an existing one is kept, with a `lastModified` of at most {@link TOUCH_INTERVAL_MS} ago.
   * @throws {DomainError} SERVICE_UNAVAILABLE
   */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Whether an image is there. @throws {DomainError} SERVICE_UNAVAILABLE */
  has(key: string): Promise<boolean>;
  /** @returns null where there is none @throws {DomainError} SERVICE_UNAVAILABLE */
  read(key: string): Promise<StoredImage | null>;
  /**
   * Deletes all keys below `folder`; an unknown folder is no error.
   * @throws {DomainError} SERVICE_UNAVAILABLE
   */
  deleteFolder(folder: string): Promise<void>;
  /**
   * All images, some hundred at a time. Images that are put or deleted meanwhile may be listed or not.
   * @throws {DomainError} SERVICE_UNAVAILABLE
   */
  list(): AsyncIterable<ListedImage[]>;
  /**
   * Deletes an image unless it was put after `unmodifiedSince`.
   * @returns whether it was deleted
   * @throws {DomainError} SERVICE_UNAVAILABLE
   */
  delete(key: string, unmodifiedSince: Date): Promise<boolean>;
  /** Deletes temporary files that a {@link put} interrupted before a time has left behind. @returns their number */
  deleteTempFiles(before: Date): Promise<number>;
}

/** `lastModified` may be up to this stale, because touching an S3 object costs a request. */
export const TOUCH_INTERVAL_MS = 3_600_000;
const LIST_BATCH_SIZE = 500;

const KEY = /^([\w-]+\/)*[\w-]+\.webp$/;
const PART = new RegExp(`\\.webp\\.[\\w-]+\\${TEMP_SUFFIX}$`);
const FOLDER = /^[\w-]+(\/[\w-]+)*$/;

/** Creates a store under a folder of the disk. */
export function createDiskImageStore(root: string): ImageStore {
  const below = (key: string, form: RegExp): string => {
    if (!form.test(key)) throw new Error(`no key of an image: ${key}`);
    return path.join(root, key);
  };
  const fileOf = (key: string): string => below(key, KEY);

  /** Every file below a folder that is of `form`, with the time of its last change; folders may go meanwhile. */
  async function* files(form: RegExp, folder = root): AsyncGenerator<{ file: string; modifiedAt: Date }> {
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
        if (found) yield { file, modifiedAt: found.mtime };
      }
    } finally {
      await entries.close();
    }
  }

  return {
    async put(key, bytes) {
      const file = fileOf(key);
      const now = new Date();
      const isThere = await utimes(file, now, now).then(() => true, keepForeignFile);
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

    deleteFolder: async (folder) => rm(below(folder, FOLDER), { recursive: true, force: true }),

    async *list() {
      let some: ListedImage[] = [];
      for await (const { file, modifiedAt } of files(KEY)) {
        some.push({ key: path.relative(root, file), lastModified: modifiedAt });
        if (some.length < LIST_BATCH_SIZE) continue;
        yield some;
        some = [];
      }
      yield some;
    },

    async delete(key, unmodifiedSince) {
      const file = fileOf(key);
      const found = await stat(file).catch(nullIfNotFound);
      if (!found || found.mtime > unmodifiedSince) return false;
      await rm(file, { force: true });
      return true;
    },

    async deleteTempFiles(before) {
      let removed = 0;
      for await (const { file, modifiedAt } of files(PART)) {
        if (modifiedAt > before) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

/** A file of another owner, such as one restored from a backup, exists but cannot be touched. */
const keepForeignFile = (error: NodeJS.ErrnoException): true | null => error.code === 'EPERM' || nullIfNotFound(error);
