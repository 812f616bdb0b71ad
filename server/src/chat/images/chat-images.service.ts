import { createHash } from 'node:crypto';
import type { ChatMessage, SendImageBody } from '@hai-dang/contract/chat/chat.schema.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { Caller } from '../../lib/http/call.ts';
import type { EncodedImage } from '../../lib/images/image-encoding.ts';
import type { ImageProcessor } from '../../lib/images/image-processor.ts';
import type { ImageStore } from '../../lib/images/image-store.ts';
import { imageUrl } from '../messages/messages.mapper.ts';
import type { ChatService } from '../messages/messages.service.ts';
import type { ChatSending, Draft, MessageOrigin } from '../messages/sending.ts';
import type { PresenceService } from '../presence/presence.service.ts';
import { imageFolder, imageKey } from './chat-images.keys.ts';
import { chatImagesStore } from './chat-images.store.ts';

interface ChatImagesNeeds {
  database: Pick<Database, 'db'>;
  chat: Pick<ChatService, 'getUserPresence'>;
  sending: Pick<ChatSending, 'sendAll'>;
  presence: Pick<PresenceService, 'touchLastSeen'>;
  images: ImageStore;
  processor: ImageProcessor;
  clock: Clock;
  /** What the images that one user sends may take in the store, in bytes. */
  quotaBytes: number;
}

/** As they were sent, one after the other. */
type Files = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
type SentTo = SendImageBody & { userId: string };

/** A draft, and what is to be in the image store before it. */
interface Prepared {
  draft: Draft;
  toStore: readonly EncodedImage[];
}

/** An upload that was in flight when its user's account was deleted has ended by then. */
const DELETION_RETRY_MS = 10 * 60_000;
const DELETION_BATCH_SIZE = 50;
/** An image is stored before its message is; the clock of a bucket may be ahead by this much. */
const STORED_BEFORE_SENT_MS = 60_000;

/** Images in conversations: what was sent is processed, then stored, then its message; so none is without its image. */
export function createChatImages(needs: ChatImagesNeeds) {
  const { chat, sending, presence, images, processor, clock, quotaBytes } = needs;
  const { db } = needs.database;

  /**
   * An image that is stored already, since its content is the same, counts once more. Two that are sent at the same moment may
   * go beyond the quota by one.
   * @param moreBytes what is to be added; before it is known, that there is room for anything
   */
  async function checkQuota({ userId, isFromAdmin }: MessageOrigin, moreBytes = 1): Promise<void> {
    if (isFromAdmin) return;
    if ((await chatImagesStore.sumImageBytes(db, userId)) + moreBytes > quotaBytes)
      throw new DomainError('IMAGE_QUOTA_EXCEEDED');
  }

  /** A known key is not processed again: the checksum of the upload says whether it is the same. */
  async function prepare(
    bytes: Uint8Array,
    tempId: string,
    caption: string | null,
    from: MessageOrigin,
  ): Promise<Prepared> {
    const sourceHash = createHash('sha256').update(bytes).digest('hex');
    const known = await chatImagesStore.findByKey(db, from.senderId, tempId);
    if (known) {
      const { content, deleted_at, ...image } = known;
      if (deleted_at) return { draft: { content, tempId, image: null }, toStore: [] };
      if (image.image_source_hash !== sourceHash || !hasNoNulls(image)) throw new DomainError('MESSAGE_KEY_REUSED');
      return { draft: { content, tempId, image: { ...image, caption } }, toStore: [] };
    }
    await checkQuota(from);
    const { full, preview } = await processor.process(bytes);
    const storedBytes = full.bytes.length + preview.bytes.length;
    await checkQuota(from, storedBytes);
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

  /** All are processed before the first is stored: one that is rejected leaves nothing of the others. */
  async function send(
    { caption }: Pick<SendImageBody, 'caption'>,
    files: Files,
    from: MessageOrigin,
    keyOf: (index: number) => string,
  ): Promise<ChatMessage[]> {
    const prepared: Prepared[] = [];
    for await (const bytes of files) {
      const ownCaption = prepared.length === 0 ? caption || null : null;
      prepared.push(await prepare(bytes, keyOf(prepared.length), ownCaption, from));
    }
    for (const { bytes, name } of prepared.flatMap(({ toStore }) => toStore)) {
      await images.put(imageKey(from.userId, name), bytes);
    }
    const drafts = prepared.map(({ draft }) => draft);
    try {
      return await sending.sendAll(drafts, from);
    } catch (error) {
      // The account was deleted meanwhile, perhaps after its images were.
      if (error instanceof DomainError && error.code === 'CHAT_USER_NOT_FOUND') {
        await chatImagesStore.enqueueDeletion(db, from.userId, clock.now());
      }
      throw error;
    }
  }

  async function sendOne(to: SentTo, files: Files, from: MessageOrigin): Promise<ChatMessage> {
    const [message] = await send(to, files, from, () => to.tempId);
    if (!message) throw new DomainError('IMAGE_MISSING');
    return message;
  }

  const deleteFiles = (userId: string): Promise<void> => images.deleteFolder(imageFolder(userId));

  return {
    /**
     * Stores an image that an administrator sends to a user, and publishes it like a text. A repeat stores nothing and
     * processes nothing.
     * @param files asked for the first only when the user is known to be there
     * @throws {DomainError} CHAT_USER_NOT_FOUND, MESSAGE_KEY_REUSED, SERVICE_UNAVAILABLE; IMAGE_TOO_LARGE,
     *   IMAGE_TOO_MANY_PIXELS, IMAGE_TOO_COMPLEX, IMAGE_UNSUPPORTED; whatever reading `files` throws
     */
    async sendImageAsAdmin(to: SentTo, files: Files, { id }: Pick<Caller, 'id'>): Promise<ChatMessage> {
      await chat.getUserPresence(to.userId);
      return sendOne(to, files, { userId: to.userId, senderId: id, isFromAdmin: true });
    },

    /** The same for several, each a message of its own; all of them or none. */
    async sendImagesAsAdmin(to: SentTo, files: Files, { id }: Pick<Caller, 'id'>): Promise<ChatMessage[]> {
      await chat.getUserPresence(to.userId);
      const from = { userId: to.userId, senderId: id, isFromAdmin: true };
      return send(to, files, from, (index) => `${to.tempId}:${index}`);
    },

    /**
     * The same for one that a user sends to the administrators.
     * @throws {DomainError} also IMAGE_QUOTA_EXCEEDED
     */
    async sendImageAsUser(body: SendImageBody, files: Files, { id }: Pick<Caller, 'id'>): Promise<ChatMessage> {
      const message = await sendOne({ ...body, userId: id }, files, { userId: id, senderId: id, isFromAdmin: false });
      presence.touchLastSeen(id);
      return message;
    },

    /**
     * Deletes a user's images after `tx` has committed; if that fails, {@link drainDeletionQueue} retries.
     * @param tx closes the account, which it has locked
     */
    async deleteAllOfUser(tx: Tx, userId: string): Promise<void> {
      // What is sent from here on waits for the account, and then finds none: see send.
      if (!(await chatImagesStore.hasAny(tx, userId))) return;
      await chatImagesStore.enqueueDeletion(tx, userId, clock.now());
      // drainDeletionQueue retries, and its failure is logged.
      afterCommit(tx, () => void deleteFiles(userId).catch(() => undefined));
    },

    /**
     * Deletes the images of a deleted message after `tx` has committed, unless another message of the conversation shows them.
     * @param sentAt when the message was sent; an image that was stored again later stays for the message to come. What
     *   stays although no message shows it, the job for unused images purges
     */
    async deleteUnusedOf(tx: Tx, userId: string, names: readonly string[], sentAt: Date): Promise<void> {
      const before = new Date(sentAt.getTime() + STORED_BEFORE_SENT_MS);
      const unused = await chatImagesStore.findUnused(tx, userId, names);
      afterCommit(tx, () => {
        for (const name of unused) void images.delete(imageKey(userId, name), before).catch(() => undefined);
      });
    },

    /**
     * Deletes what the first attempt left behind: it failed, or an upload finished after it.
     * @param signal ends it between two users
     * @throws what the image store throws; the images of the other users are deleted all the same
     */
    async drainDeletionQueue(signal?: AbortSignal): Promise<void> {
      const before = new Date(clock.now().getTime() - DELETION_RETRY_MS);
      const failures: unknown[] = [];
      for (const removal of await chatImagesStore.findDueDeletions(db, before, DELETION_BATCH_SIZE)) {
        if (signal?.aborted) break;
        try {
          await deleteFiles(removal.userId);
          await chatImagesStore.dequeueDeletion(db, removal);
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
export type ChatImages = ReturnType<typeof createChatImages>;

type Nullable<T> = { [Key in keyof T]: T[Key] | null };
const hasNoNulls = <T extends object>(fields: Nullable<T>): fields is T => !Object.values(fields).includes(null);
