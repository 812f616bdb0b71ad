import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { ImageStore } from '../../lib/images/image-store.ts';

const FOLDER = 'evidence';
/** An image of our own, whose name the server made: it cannot point anywhere else. */
const OWN_IMAGE = /^\/media\/([a-f0-9-]{8,64}\.webp)$/;
/** An image that is evidence already, referenced by a report of an imported row. */
const EVIDENCE_IMAGE = /^\/media\/evidence\/[a-f0-9]{64}\.webp$/;
const URL_MAX_CHARS = 2_048;

/** The images of one report; any beyond these are left out. They are counted in the order of {@link copyImages}. */
export const EVIDENCE_MAX_IMAGES = 50;
export const EVIDENCE_MAX_BYTES = 64 * 1024 * 1024;
/** Each is in memory while it is copied. */
const COPY_CONCURRENCY = 4;

export interface CopiedImages {
  /** The URL of each image's copy; a foreign image keeps its URL, since nothing is fetched from other hosts. */
  readonly copies: ReadonlyMap<string, string>;
  /** False where the store did not have one: it may be on another server's disk, and found by the next attempt. */
  readonly isFinal: boolean;
}

/** The copies of all calls of this process. */
const copying = pLimit(COPY_CONCURRENCY);

/**
 * Copies images to `evidence/`, each named by the SHA-256 of its bytes: many reports share one, and a filing that is tried
 * again finds those of the first attempt. They are retained as long as a report rests on them. A missing image or an invalid
 * URL is left out.
 * @throws {DomainError} SERVICE_UNAVAILABLE when images cannot be stored
 */
export async function copyImages(
  images: Pick<ImageStore, 'put' | 'read'>,
  urls: readonly string[],
): Promise<CopiedImages> {
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
      else if (EVIDENCE_IMAGE.test(url) || isForeign(url)) copies.set(url, url);
    }),
  );
  return { copies, isFinal };
}

/** An http or https URL without credentials: no other scheme is shown as an image, so none can run a script. */
function isForeign(address: string): boolean {
  if (address.length > URL_MAX_CHARS || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}
