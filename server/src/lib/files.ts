import { randomUUID } from 'node:crypto';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DomainError } from './domain-error.ts';

const FULL_DISK_CODES = ['ENOSPC', 'EDQUOT'];
const FULL_DISK_RETRY_SECONDS = 60;
/** How a file is called while it is not whole. */
export const TEMP_SUFFIX = '.part';

/**
 * Writes a file whose name identifies its content: an existing one is kept. It is complete or absent, also
 * after a loss of power. Its folder is made if need be.
 * @throws {DomainError} SERVICE_UNAVAILABLE when the disk is full
 */
export async function writeFileAtomic(target: string, bytes: Buffer): Promise<void> {
  if (await exists(target)) return;
  const folder = path.dirname(target);
  const part = `${target}.${randomUUID()}${TEMP_SUFFIX}`;
  try {
    await mkdir(folder, { recursive: true });
    const file = await open(part, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, target);
    await syncFolder(folder);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw toDomainError(error);
  }
}

/** For a rejection: null when the file or folder is not there. @throws the error, if it is another one */
export function nullIfNotFound(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function toDomainError(error: unknown): unknown {
  if (!FULL_DISK_CODES.includes((error as NodeJS.ErrnoException).code ?? '')) return error;
  const rejection = new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: FULL_DISK_RETRY_SECONDS });
  return Object.assign(rejection, { cause: error });
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}

/** Syncs a folder, so that the name too survives a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
