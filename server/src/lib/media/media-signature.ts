import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.ts';

const HALF_HOUR_SECONDS = 30 * 60;
/** 128 bits: not guessable, and the URL stays short. */
const SIGNATURE_BYTES = 16;
/** An invalid signature may be by a newer key than those loaded; this bounds how often keys are reloaded. */
const KEYS_REREAD_AFTER_MS = 5_000;

/** The query of a signed URL. */
const signedQuerySchema = z.object({
  expires: z.string().regex(/^\d{1,12}$/),
  signature: z.string().regex(/^[\w-]{22}$/),
});

interface MediaSignatureOptions {
  /** The keys that all servers share, the newest first. */
  loadKeys: () => Promise<readonly Uint8Array[]>;
  clock: Clock;
}

/** Signs URLs of private images, so that an `<img>` without a token can load them for a while. */
export async function createMediaSignature({ loadKeys, clock }: MediaSignatureOptions) {
  let keys = await loadKeys();
  let readAt = clock.now().getTime();

  const nowSeconds = () => Math.floor(clock.now().getTime() / 1_000);

  const isByAny = (path: string, expires: string, signature: Uint8Array): boolean =>
    keys.some((key) => timingSafeEqual(macOf(key, path, expires), signature));

  return {
    /**
     * @returns the path with a signature that is good for 30 to 60 minutes, and within one half hour the same, so that a
     *   browser finds the image in its cache
     */
    sign(path: string): string {
      const [key] = keys;
      if (!key) throw new Error('there is no key to sign addresses with');
      const expires = String((Math.floor(nowSeconds() / HALF_HOUR_SECONDS) + 2) * HALF_HOUR_SECONDS);
      return `${path}?expires=${expires}&signature=${Buffer.from(macOf(key, path, expires)).toString('base64url')}`;
    },

    /** @returns for how many seconds the signature in `query` still opens `path`; undefined if it does not */
    async verify(path: string, query: unknown): Promise<number | undefined> {
      const { data } = signedQuerySchema.safeParse(query);
      if (!data) return undefined;
      const secondsLeft = Number(data.expires) - nowSeconds();
      if (secondsLeft <= 0) return undefined;
      const signature = Buffer.from(data.signature, 'base64url');
      if (isByAny(path, data.expires, signature)) return secondsLeft;
      if (clock.now().getTime() - readAt < KEYS_REREAD_AFTER_MS) return undefined;
      readAt = clock.now().getTime();
      keys = await loadKeys();
      return isByAny(path, data.expires, signature) ? secondsLeft : undefined;
    },
  };
}
export type MediaSignature = Awaited<ReturnType<typeof createMediaSignature>>;

function macOf(key: Uint8Array, path: string, expires: string): Uint8Array {
  return createHmac('sha256', key).update(`${expires}\n${path}`).digest().subarray(0, SIGNATURE_BYTES);
}
