import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { type App, inTransaction } from '../../lib/context.ts';
import type { DbOrTx } from '../../lib/db/database.ts';
import { violatedConstraint } from '../../lib/db/postgres-errors.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { newId } from '../../lib/ids.ts';
import { toChatMessage } from './messages.mapper.ts';
import { publishMessage } from './publish-message.ts';
import { type MessageImageFields, type NewMessage, type StoredMessage, sendingStore } from './sending.store.ts';

/** A message to store: a text, or an image URL and its fields. */
export interface Draft {
  content: string;
  /** The sender's own key for it. */
  tempId: string;
  image: MessageImageFields | null;
  /** See {@link NewMessage}. */
  quotedId?: string | undefined;
  quotaBytes?: number;
}

/** The conversation and the sender. */
export type MessageOrigin = Pick<NewMessage, 'userId' | 'senderId' | 'isFromAdmin'>;

/**
 * Stores messages of one sender, all of them or none, and publishes them, texts and images alike (the wire contract, Delivery).
 * A repeat stores nothing, and publishes again: the first event may have been lost. One conversation's messages are stored and
 * published in the order in which they were sent.
 *
 * Messages are not audited. Each says itself who wrote what and when, and stays as long as the user's account; an entry for each
 * would bury those of administrators' decisions. What its author changes of it is audited: see `own-message.ts`.
 * @returns the messages as their sender sees them
 * @throws {DomainError} CHAT_USER_NOT_FOUND, QUOTED_MESSAGE_NOT_FOUND, MESSAGE_KEY_REUSED
 */
export const sendMessages = (app: App, drafts: readonly Draft[], from: MessageOrigin): Promise<ChatMessage[]> =>
  app.messageSending.inOrder(from.userId, async () => {
    const messages = drafts.map((draft) => toMessage(draft, from, app.clock.now()));
    const sent = await storeOnce(app, messages);
    // They are committed by now. One that was known has the id it was given then.
    for (const [index, { id, image }] of messages.entries()) {
      if (sent[index]?.id === id) app.messageSending.addStored(image ? 'image' : 'text', 1);
    }
    for (const row of sent) publishMessage(app, row);
    return sent.map((row) => toChatMessage(row, row, from.senderId));
  });

/** Sends one message as {@link sendMessages} sends several. */
export async function sendMessage(app: App, draft: Draft, from: MessageOrigin): Promise<ChatMessage> {
  const [message] = await sendMessages(app, [draft], from);
  if (!message) throw new Error('a message was neither stored nor rejected');
  return message;
}

const toMessage = (
  { content, tempId, image, quotedId, quotaBytes = 0 }: Draft,
  from: MessageOrigin,
  createdAt: Date,
): NewMessage => ({
  ...from,
  id: newId(),
  type: image ? 'image' : 'text',
  // A half of a character is stored as the sign for that, and must be compared as such.
  content: content.toWellFormed(),
  tempId,
  createdAt,
  quotedId: quotedId ?? null,
  quotaBytes,
  image: image && { ...image, caption: image.caption?.toWellFormed() ?? null },
});

/** Stores messages unless they are stored already, as the same keys of the same sender say. */
async function storeOnce(app: App, messages: readonly NewMessage[]): Promise<StoredMessage[]> {
  try {
    return await storeAll(app, messages);
  } catch (error) {
    // A concurrent repeat of the same message was stored first.
    if (violatedConstraint(error) === 'messages_client_key') return storeAll(app, messages);
    throw error;
  }
}

/** One by itself; several in a transaction, all of them or none. */
async function storeAll(app: App, messages: readonly NewMessage[]): Promise<StoredMessage[]> {
  const [only, ...others] = messages;
  if (only && others.length === 0) return [await storeOne(app.db, only)];
  return inTransaction(app, async ({ tx }) => {
    const sent: StoredMessage[] = [];
    for (const message of messages) sent.push(await storeOne(tx, message));
    return sent;
  });
}

/**
 * @throws {DomainError} CHAT_USER_NOT_FOUND; QUOTED_MESSAGE_NOT_FOUND, also where there is no such user; MESSAGE_KEY_REUSED when the
 * key was another message's
 */
async function storeOne(dbOrTx: DbOrTx, message: NewMessage): Promise<StoredMessage> {
  const sent = await sendingStore.send(dbOrTx, message);
  if (!sent) throw new DomainError(message.quotedId === null ? 'CHAT_USER_NOT_FOUND' : 'QUOTED_MESSAGE_NOT_FOUND');
  if (!isSame(sent, message)) throw new DomainError('MESSAGE_KEY_REUSED');
  return sent;
}

/**
 * Whether a message under the same key is the one that is sent, whatever it quotes. One that was edited or deleted is. Of images
 * it is what was sent that counts: another version of the encoder makes other bytes of it.
 */
function isSame(sent: StoredMessage, { userId, type, content, image }: NewMessage): boolean {
  if (sent.user_id !== userId) return false;
  if (sent.edited_at || sent.deleted_at) return true;
  if (sent.type !== type) return false;
  if (!image) return sent.content === content;
  return sent.image_source_hash === image.image_source_hash && sent.caption === image.caption;
}
