import { execFile } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ScenarioContext } from '../scenario.ts';
import { temporaryFolder } from './world.ts';

const run = promisify(execFile);
const BLOCK_BYTES = 64 * 1024;
const BALLAST = 'ballast';

/** A disk of a given size, in memory (tmpfs). */
export interface SmallDisk {
  folder: string;
  /** Uses all the space but this much. */
  fill(leftBytes: number): Promise<void>;
  /** Frees the space. */
  empty(): Promise<void>;
}

/**
 * Mounts a disk; it is unmounted at the end of the scenario.
 * @returns null if this account may not mount one
 */
export async function mountSmallDisk(context: ScenarioContext, sizeBytes: number): Promise<SmallDisk | null> {
  const folder = await temporaryFolder(context, 'disk');
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', folder]);
  } catch {
    return null;
  }
  context.defer(() => run('umount', ['--lazy', folder]));
  const ballast = path.join(folder, BALLAST);
  return {
    folder,
    async fill(leftBytes) {
      const file = await open(ballast, 'a');
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(folder);
          const roomBytes = bavail * bsize - leftBytes;
          if (roomBytes <= 0) return;
          await file.appendFile(Buffer.alloc(Math.min(roomBytes, BLOCK_BYTES)));
        }
      } catch (error) {
        // Another process was faster.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rm(ballast, { force: true }),
  };
}
