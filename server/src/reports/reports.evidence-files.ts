import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ImageStore } from '../lib/images/image-store.ts';

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
   *   there; null for a picture that is not there and for an address that is none
   * @throws {DomainError} SERVICE_UNAVAILABLE when pictures cannot be stored
   */
  keep(address: string): Promise<string | null>;
}

/**
 * Copies of pictures under `evidence/`, each named by the SHA-256 of its bytes: many reports share one, and a filing that
 * is tried again finds what the first attempt has left.
 */
export function createEvidenceFiles({ images }: { images: Pick<ImageStore, 'put' | 'read'> }): EvidenceFiles {
  return {
    async keep(address) {
      if (KEPT_PICTURE.test(address)) return address;
      const own = OWN_PICTURE.exec(address)?.[1];
      if (own === undefined) return isForeign(address) ? address : null;
      const picture = await images.read(own);
      if (!picture) return null;
      const bytes = await buffer(picture.content);
      const name = `${createHash('sha256').update(bytes).digest('hex')}.webp`;
      await images.put(`${FOLDER}/${name}`, bytes);
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
