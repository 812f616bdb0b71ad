import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeOnce } from '../lib/files.ts';

const FOLDER = 'evidence';
/** A picture of our own: its name is made by the server, so it leads nowhere else. */
const OWN_PICTURE = /^\/media\/([a-f0-9-]{8,64}\.webp)$/;
/** One that is evidence already, where a report of an imported row names it. */
const KEPT_PICTURE = /^\/media\/evidence\/[a-f0-9]{64}\.webp$/;
const ADDRESS_MAX_CHARS = 2_048;

export interface EvidenceFiles {
  /**
   * Keeps a picture for as long as there are reports of it.
   * @returns the address of a copy; of a picture on a foreign host its own address, since nothing is ever fetched from
   *   there; null for a picture that is not on the disk and for an address that is none
   * @throws {DomainError} SERVICE_UNAVAILABLE when the disk is full
   */
  keep(address: string): Promise<string | null>;
}

/**
 * Copies of pictures under `<mediaDir>/evidence`, each named by the SHA-256 of its bytes: many reports share one, and a
 * filing that is tried again finds what the first attempt has left. A file is whole or not there.
 */
export function createEvidenceFiles({ mediaDir }: { mediaDir: string }): EvidenceFiles {
  const folder = path.join(mediaDir, FOLDER);

  return {
    async keep(address) {
      if (KEPT_PICTURE.test(address)) return address;
      const own = OWN_PICTURE.exec(address)?.[1];
      if (own === undefined) return isForeign(address) ? address : null;
      const bytes = await readIfThere(path.join(mediaDir, own));
      if (!bytes) return null;
      const name = `${createHash('sha256').update(bytes).digest('hex')}.webp`;
      await writeOnce(path.join(folder, name), bytes);
      return `/media/${FOLDER}/${name}`;
    },
  };
}

/** An http or https address without a name and password: nothing else is shown as a picture, and nothing runs. */
function isForeign(address: string): boolean {
  if (address.length > ADDRESS_MAX_CHARS || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
