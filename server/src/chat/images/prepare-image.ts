import { createHash } from 'node:crypto';
import type { App } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { EncodedImage } from '../../lib/images/image-encoding.ts';
import { imageUrl } from '../messages/messages.mapper.ts';
import type { Draft, MessageOrigin } from '../messages/send-messages.ts';
import { chatImagesStore } from './chat-images.store.ts';

/** A draft, and what is to be in the image store before it. */
export interface PreparedImage {
  draft: Draft;
  toStore: readonly EncodedImage[];
}

/**
 * Processes an image that was sent. A known key is not processed again: the checksum of the upload says whether it is the same.
 * @throws {DomainError} MESSAGE_KEY_REUSED, IMAGE_QUOTA_EXCEEDED; those of the image processor
 */
export async function prepareImage(
  app: App,
  bytes: Uint8Array,
  { tempId, caption }: { tempId: string; caption: string | null },
  from: MessageOrigin,
): Promise<PreparedImage> {
  const sourceHash = createHash('sha256').update(bytes).digest('hex');
  const known = await chatImagesStore.findByKey(app.db, from.senderId, tempId);
  if (known) {
    const { content, deleted_at, ...image } = known;
    if (deleted_at) return { draft: { content, tempId, image: null }, toStore: [] };
    if (image.image_source_hash !== sourceHash || !hasNoNulls(image)) throw new DomainError('MESSAGE_KEY_REUSED');
    return { draft: { content, tempId, image: { ...image, caption } }, toStore: [] };
  }
  await checkQuota(app, from);
  const { full, preview } = await app.imageProcessor.process(bytes);
  const storedBytes = full.bytes.length + preview.bytes.length;
  await checkQuota(app, from, storedBytes);
  const image = {
    caption,
    image_name: full.name,
    image_preview_name: preview.name,
    image_width: full.width,
    image_height: full.height,
    image_source_hash: sourceHash,
  };
  const draft = { content: imageUrl(from.userId, full.name), tempId, image };
  return { draft: from.isFromAdmin ? draft : { ...draft, quotaBytes: storedBytes }, toStore: [full, preview] };
}

/**
 * An image that is stored already, since its content is the same, counts once more. Two that are sent at the same moment may
 * go beyond the quota by one.
 * @param moreBytes what is to be added; before it is known, that there is room for anything
 * @throws {DomainError} IMAGE_QUOTA_EXCEEDED
 */
async function checkQuota(
  { db, config }: Pick<App, 'db' | 'config'>,
  { userId, isFromAdmin }: MessageOrigin,
  moreBytes = 1,
): Promise<void> {
  if (isFromAdmin) return;
  if ((await chatImagesStore.sumImageBytes(db, userId)) + moreBytes > config.userImagesMaxBytes)
    throw new DomainError('IMAGE_QUOTA_EXCEEDED');
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null };
const hasNoNulls = <T extends object>(fields: Nullable<T>): fields is T => !Object.values(fields).includes(null);
