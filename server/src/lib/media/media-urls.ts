import type { $ZodType } from 'zod/v4/core';
import type { MediaFields, MediaVisibility } from './media-fields.ts';
import type { MediaSignature } from './media-signature.ts';

/** Where images are served, whatever the row says of them. */
const OWN_PATH = '/media/';

interface MediaUrlsNeeds {
  /** Where clients reach this product (PUBLIC_URL), without a slash at the end; '' where only each request tells. */
  publicUrl: string;
  fields: MediaFields;
  signature: MediaSignature;
}

/** The addresses of images as clients get them: absolute, and signed where not everybody may see the image. */
export function createMediaUrls({ publicUrl, fields, signature }: MediaUrlsNeeds) {
  /** An address of another host stays as it is. */
  function toUrl(base: string, stored: string, visibility: MediaVisibility): string {
    if (!stored.startsWith('/') || stored.startsWith('//')) return stored;
    const isSigned = visibility === 'private' && stored.startsWith(OWN_PATH) && !stored.includes('?');
    return base + (isSigned ? signature.sign(stored) : stored);
  }

  return {
    publicUrl,

    /** Whether values of this schema may hold addresses of images. */
    holdsMedia: (schema: $ZodType): boolean => fields.mapperOf(schema) !== null,

    /**
     * A value as a client gets it; where it holds no addresses, the same object.
     * @param base how the client has reached this server, taken where there is no PUBLIC_URL
     */
    withUrls<T>(schema: $ZodType, value: T, base: string): T {
      const mapper = fields.mapperOf(schema);
      if (!mapper) return value;
      const ownBase = publicUrl || base;
      return mapper(value, (stored, visibility) => toUrl(ownBase, stored, visibility), {}) as T;
    },

    verify: signature.verify,
  };
}
export type MediaUrls = ReturnType<typeof createMediaUrls>;
