import type { $ZodType } from 'zod/v4/core';
import type { MediaFields, MediaVisibility } from './media-fields.ts';
import type { MediaSignature } from './media-signature.ts';

/** Where images are served, whatever the row says of them. */
const OWN_PATH = '/media/';

interface MediaUrlsOptions {
  /** Where clients reach this product (PUBLIC_URL), without a trailing slash; '' to take it from each request. */
  publicUrl: string;
  fields: MediaFields;
  signature: MediaSignature;
}

/** Image URLs for clients: absolute, and signed for private images. */
export function createMediaUrls({ publicUrl, fields, signature }: MediaUrlsOptions) {
  /** A URL of another host is unchanged. */
  function toUrl(base: string, stored: string, visibility: MediaVisibility): string {
    if (!stored.startsWith('/') || stored.startsWith('//')) return stored;
    const isSigned = visibility === 'private' && stored.startsWith(OWN_PATH) && !stored.includes('?');
    return base + (isSigned ? signature.sign(stored) : stored);
  }

  return {
    publicUrl,

    /** Whether values of this schema may contain image URLs. */
    holdsMedia: (schema: $ZodType): boolean => fields.mapperOf(schema) !== null,

    /**
     * A value for a client; the same object where it contains no image URL.
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
