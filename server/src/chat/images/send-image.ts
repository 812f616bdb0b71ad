import type { ChatMessage, SendImageBody } from '@hai-dang/contract/chat/chat.schema.ts';
import type { App } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { Caller } from '../../lib/http/call.ts';
import { type MessageOrigin, sendMessages } from '../messages/send-messages.ts';
import { getUserPresence } from '../presence/get-user-presence.ts';
import { imageKey } from './chat-images.keys.ts';
import { chatImagesStore } from './chat-images.store.ts';
import { type PreparedImage, prepareImage } from './prepare-image.ts';

/** The files of an upload as they were sent, one after the other. */
type Files = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
type SentTo = SendImageBody & { userId: string };

/**
 * Stores an image that an administrator sends to a user, and publishes it like a text. What was sent is processed, then stored,
 * then its message is; so none is without its image. A repeat stores nothing and processes nothing.
 * @param files asked for the first only when the user is known to be there
 * @throws {DomainError} CHAT_USER_NOT_FOUND, MESSAGE_KEY_REUSED, SERVICE_UNAVAILABLE; IMAGE_TOO_LARGE,
 *   IMAGE_TOO_MANY_PIXELS, IMAGE_TOO_COMPLEX, IMAGE_UNSUPPORTED; whatever reading `files` throws
 */
export async function sendImageAsAdmin(
  app: App,
  to: SentTo,
  files: Files,
  { id }: Pick<Caller, 'id'>,
): Promise<ChatMessage> {
  await getUserPresence(app, to.userId);
  return sendOne(app, to, files, { userId: to.userId, senderId: id, isFromAdmin: true });
}

/** Sends several images, each a message of its own; all of them or none. */
export async function sendImagesAsAdmin(
  app: App,
  to: SentTo,
  files: Files,
  { id }: Pick<Caller, 'id'>,
): Promise<ChatMessage[]> {
  await getUserPresence(app, to.userId);
  const from = { userId: to.userId, senderId: id, isFromAdmin: true };
  return sendImages(app, to, files, { from, keyOf: (index) => `${to.tempId}:${index}` });
}

/**
 * The same for one that a user sends to the administrators.
 * @throws {DomainError} also IMAGE_QUOTA_EXCEEDED
 */
export async function sendImageAsUser(
  app: App,
  body: SendImageBody,
  files: Files,
  { id }: Pick<Caller, 'id'>,
): Promise<ChatMessage> {
  const message = await sendOne(app, body, files, { userId: id, senderId: id, isFromAdmin: false });
  app.onlineUsers.touchLastSeen(id);
  return message;
}

async function sendOne(app: App, body: SendImageBody, files: Files, from: MessageOrigin): Promise<ChatMessage> {
  const [message] = await sendImages(app, body, files, { from, keyOf: () => body.tempId });
  if (!message) throw new DomainError('IMAGE_MISSING');
  return message;
}

/** All are processed before the first is stored: one that is rejected leaves nothing of the others. */
async function sendImages(
  app: App,
  { caption }: Pick<SendImageBody, 'caption'>,
  files: Files,
  { from, keyOf }: { from: MessageOrigin; keyOf: (index: number) => string },
): Promise<ChatMessage[]> {
  const prepared: PreparedImage[] = [];
  for await (const bytes of files) {
    const ownCaption = prepared.length === 0 ? caption || null : null;
    prepared.push(await prepareImage(app, bytes, { tempId: keyOf(prepared.length), caption: ownCaption }, from));
  }
  for (const { bytes, name } of prepared.flatMap(({ toStore }) => toStore)) {
    await app.images.put(imageKey(from.userId, name), bytes);
  }
  const drafts = prepared.map(({ draft }) => draft);
  try {
    return await sendMessages(app, drafts, from);
  } catch (error) {
    // The account was deleted meanwhile, perhaps after its images were.
    if (error instanceof DomainError && error.code === 'CHAT_USER_NOT_FOUND') {
      await chatImagesStore.enqueueDeletion(app.db, from.userId, app.clock.now());
    }
    throw error;
  }
}
