import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { ImageStore } from '../../lib/images/image-store.ts';

const FOLDER = 'evidence';
/** An image of our own: its name is made by the server, so it leads nowhere else. */
const OWN_IMAGE = /^\/media\/([a-f0-9-]{8,64}\.webp)$/;
/** One that is evidence already, where a report of an imported row names it. */
const KEPT_IMAGE = /^\/media\/evidence\/[a-f0-9]{64}\.webp$/;
const ADDRESS_MAX_CHARS = 2_048;

/** Of one report; images beyond these are left out. They are counted in the order of {@link EvidenceFiles.keepAll}. */
export const EVIDENCE_MAX_IMAGES = 50;
export const EVIDENCE_MAX_BYTES = 64 * 1024 * 1024;
/** Of all reports of this process: each is in memory while it is copied. */
const COPIED_AT_ONCE = 4;

export interface KeptImages {
  /** What each image is kept as: the URL of a copy; of one on a foreign host its own, since nothing is fetched from there. */
  readonly copies: ReadonlyMap<string, string>;
  /** False where the store did not have one: it may be on another server's disk, and found by the next attempt. */
  readonly isFinal: boolean;
}

export interface EvidenceFiles {
  /**
   * Keeps images for as long as there are reports of them. One that is not there, or whose URL is none, is left out.
   * @throws {DomainError} SERVICE_UNAVAILABLE when images cannot be stored
   */
  keepAll(urls: readonly string[]): Promise<KeptImages>;
}

/**
 * Copies of images under `evidence/`, each named by the SHA-256 of its bytes: many reports share one, and a filing that
 * is tried again finds what the first attempt has left.
 */
export function createEvidenceFiles({ images }: { images: Pick<ImageStore, 'put' | 'read'> }): EvidenceFiles {
  const copying = pLimit(COPIED_AT_ONCE);

  return {
    async keepAll(urls) {
      const copies = new Map<string, string>();
      let [bytesLeft, isFinal] = [EVIDENCE_MAX_BYTES, true];

      async function copy(url: string, name: string): Promise<void> {
        const image = await images.read(name);
        if (!image) {
          isFinal = false;
          return;
        }
        if (image.sizeBytes > bytesLeft) {
          image.content.destroy();
          return;
        }
        bytesLeft -= image.sizeBytes;
        const bytes = await buffer(image.content);
        const key = `${FOLDER}/${createHash('sha256').update(bytes).digest('hex')}.webp`;
        await images.put(key, bytes);
        copies.set(url, `/media/${key}`);
      }

      await Promise.all(
        [...new Set(urls)].slice(0, EVIDENCE_MAX_IMAGES).map(async (url) => {
          const own = OWN_IMAGE.exec(url)?.[1];
          if (own !== undefined) await copying(() => copy(url, own));
          else if (KEPT_IMAGE.test(url) || isForeign(url)) copies.set(url, url);
        }),
      );
      return { copies, isFinal };
    },
  };
}

/** An http or https address without a name and password: nothing else is shown as an image, and nothing runs. */
function isForeign(address: string): boolean {
  if (address.length > ADDRESS_MAX_CHARS || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}
