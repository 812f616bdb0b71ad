import type { Db } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { Authorize } from '../lib/http/call.ts';
import type { ImageStore, StoredImage } from '../lib/images/image-store.ts';
import type { MediaUrls } from '../lib/media/media-urls.ts';
import { mediaStore } from './media.store.ts';

/** Names are made by the server from a hash of the image; no other key is served. */
const PUBLIC_KEY = /^[a-f0-9-]{8,64}\.webp$/;
/** The copies that reports rest on, and the images of conversations. */
const PRIVATE_KEY = /^(?:evidence|chat\/[\w-]+)\/[a-f0-9]{64}\.webp$/;
/** Signed-in clients may use their token instead of a signature. */
const BY_TOKEN = {
  access: 'authenticated',
  allowedBeforeTwoFactor: false,
  allowedWithAppealToken: false,
  requiresReauthentication: false,
} as const;

/** Why an image may be served, and for how long a signature is still valid. */
export type MediaGrant =
  | { readonly by: 'public' | 'token' }
  | { readonly by: 'signature'; readonly secondsLeft: number };

interface MediaServiceOptions {
  db: Db;
  images: Pick<ImageStore, 'read'>;
  verify: MediaUrls['verify'];
  authorize: Authorize;
  /** The folder of a user's chat images. */
  chatFolderOf: (userId: string) => string;
}

/** A request for an image, with the credentials that its client shows. */
export interface MediaRequest {
  /** The image's key in the store. */
  key: string;
  query: unknown;
  authorization: string | undefined;
}

/** Who may see which image under /media. */
export function createMediaService({ db, images, verify, authorize, chatFolderOf }: MediaServiceOptions) {
  async function isOpenToToken(key: string, authorization: string | undefined): Promise<boolean> {
    if (authorization === undefined) return false;
    try {
      const account = await authorize(BY_TOKEN, authorization);
      return account?.role === 'admin' || (account !== null && key.startsWith(`${chatFolderOf(account.id)}/`));
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }

  return {
    /** @throws {DomainError} ROUTE_NOT_FOUND to everybody else, as for an image that is not there */
    async grantMedia({ key, query, authorization }: MediaRequest): Promise<MediaGrant> {
      const isPrivate = PRIVATE_KEY.test(key);
      if (!isPrivate && !PUBLIC_KEY.test(key)) throw new DomainError('ROUTE_NOT_FOUND');
      const secondsLeft = await verify(`/media/${key}`, query);
      if (secondsLeft !== undefined) return { by: 'signature', secondsLeft };
      if (!isPrivate && (await mediaStore.isPublic(db, key))) return { by: 'public' };
      if (await isOpenToToken(key, authorization)) return { by: 'token' };
      throw new DomainError('ROUTE_NOT_FOUND');
    },

    /** @throws {DomainError} ROUTE_NOT_FOUND, SERVICE_UNAVAILABLE */
    async readMedia(key: string): Promise<StoredImage> {
      const image = await images.read(key);
      if (!image) throw new DomainError('ROUTE_NOT_FOUND');
      return image;
    },
  };
}
export type MediaService = ReturnType<typeof createMediaService>;
