import { messageSent } from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import {
  conversationStateChanged,
  conversationUpdated,
  receiveMessage,
} from '@hai-dang/contract/chat/conversations.events.ts';
import AsyncLock from 'async-lock';
import type { Clock } from '../../lib/clock.ts';
import type { Database, DbOrTx, Tx } from '../../lib/db/database.ts';
import { violatedConstraint } from '../../lib/db/postgres-errors.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { newId } from '../../lib/ids.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import { stateOf, toConversationWork } from '../conversations/conversations.mapper.ts';
import { toChatMessage, toSentStatus } from './messages.mapper.ts';
import type { MessageNoticeFields } from './messages.store.ts';
import {
  type LetterMessage,
  type MessageImageFields,
  type NewMessage,
  type StoredMessage,
  sendingStore,
} from './sending.store.ts';

interface ChatSendingNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  publisher: Publisher;
  clock: Clock;
}

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

/** Stores messages idempotently and publishes them (the wire contract, Delivery), texts and images alike. */
export function createChatSending({ database: { db, transact }, publisher, clock }: ChatSendingNeeds) {
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY });
  const stored = { text: 0, image: 0 };

  const toMessage = ({ content, tempId, image, quotedId, quotaBytes = 0 }: Draft, from: MessageOrigin): NewMessage => ({
    ...from,
    id: newId(),
    type: image ? 'image' : 'text',
    // What is no letter at all is stored as the sign for that, and must be compared as such.
    content: content.toWellFormed(),
    tempId,
    createdAt: clock.now(),
    quotedId: quotedId ?? null,
    quotaBytes,
    image: image && { ...image, caption: image.caption?.toWellFormed() ?? null },
  });

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

  /** One by itself; several in a transaction, all of them or none. */
  async function storeAll(messages: readonly NewMessage[]): Promise<StoredMessage[]> {
    const [only, ...others] = messages;
    if (only && others.length === 0) return [await storeOne(db, only)];
    return transact(async (tx) => {
      const sent: StoredMessage[] = [];
      for (const message of messages) sent.push(await storeOne(tx, message));
      return sent;
    });
  }

  /** Stores messages unless they are stored already, as the same keys of the same sender say. */
  async function storeOnce(messages: readonly NewMessage[]): Promise<StoredMessage[]> {
    try {
      return await storeAll(messages);
    } catch (error) {
      // A concurrent repeat of the same message was stored first.
      if (violatedConstraint(error) === 'messages_client_key') return storeAll(messages);
      throw error;
    }
  }

  /** Publishes to the administrators what a message has changed in the state of its conversation, if anything. */
  function publishState({ user_id: userId, change }: StoredMessage): void {
    if (!change) return;
    const { former_state: formerState, former_assignee_id, ...work } = change;
    if (formerState === stateOf(work) && former_assignee_id === work.assignee_id) return;
    publisher.toAdmins(conversationStateChanged, { userId, ...toConversationWork(work), formerState });
  }

  /** Publishes a message to all but its sender, and the conversation update to all participants. */
  function publish(sent: StoredMessage): void {
    const { user_id: userId, sender_id: senderId, is_from_admin: isFromAdmin } = sent;
    const message = toChatMessage(sent, sent, null);
    publisher.toAccount(senderId, messageSent, {
      ...toChatMessage(sent, sent, senderId),
      ...toSentStatus(message, sent.client_key),
    });
    publisher.toAdmins(receiveMessage, message, { exceptAccountId: senderId });
    if (isFromAdmin) publisher.toAccount(userId, receiveMessage, message);
    // A message sent again may long have been followed by others.
    if (sent.seq < sent.last_seq) return;
    const summary = {
      messageId: message._id,
      content: message.content,
      createdAt: message.createdAt,
      senderId,
      receiverId: isFromAdmin ? userId : null,
      type: message.type,
      unreadCount: sent.unread_count,
      userId,
      ...(isFromAdmin ? { senderName: sent.username } : {}),
    };
    publishState(sent);
    publisher.toAdmins(conversationUpdated, summary);
    if (isFromAdmin) publisher.toAccount(userId, conversationUpdated, summary);
  }

  /** Serialised per sender: messages are stored and published in the order in which they were sent. */
  const sendAll = (drafts: readonly Draft[], from: MessageOrigin): Promise<ChatMessage[]> =>
    lock.acquire(from.userId, async () => {
      const messages = drafts.map((draft) => toMessage(draft, from));
      const sent = await storeOnce(messages);
      // Committed by now. One that was known has the id it was given then.
      for (const [index, { id, image }] of messages.entries()) {
        if (sent[index]?.id === id) stored[image ? 'image' : 'text'] += 1;
      }
      for (const row of sent) publish(row);
      return sent.map((row) => toChatMessage(row, row, from.senderId));
    });

  return {
    /**
     * Stores messages of one sender, all of them or none, and publishes them. A repeat stores nothing, and publishes
     * again: the first event may have been lost.
     * @returns the messages as their sender sees them
     * @throws {DomainError} CHAT_USER_NOT_FOUND, QUOTED_MESSAGE_NOT_FOUND, MESSAGE_KEY_REUSED
     */
    sendAll,

    /**
     * Stores letters to different users in a transaction, and publishes them once it is committed. Each is stored once: the
     * caller knows that it was not sent before.
     */
    async sendLetters(
      tx: Tx,
      letters: ReadonlyArray<LetterMessage & { readonly notice: MessageNoticeFields }>,
      senderId: string,
    ): Promise<void> {
      if (letters.length === 0) return;
      const noticeOf = new Map(letters.map(({ id, notice }) => [id, notice]));
      const sent = await sendingStore.sendLetters(tx, letters, { senderId, at: clock.now() });
      afterCommit(tx, () => {
        stored.text += sent.length;
        for (const row of sent) publish({ ...row, notice: noticeOf.get(row.id) ?? null });
      });
    },

    /** How many messages this process has stored. */
    countStored: (): Readonly<Record<'text' | 'image', number>> => ({ ...stored }),

    /** The same for one message. */
    async send(draft: Draft, from: MessageOrigin): Promise<ChatMessage> {
      const [message] = await sendAll([draft], from);
      if (!message) throw new Error('a message was neither stored nor rejected');
      return message;
    },
  };
}
export type ChatSending = ReturnType<typeof createChatSending>;

/**
 * Whether a message under the same key is the one that is sent, whatever it quotes. One that was edited or deleted is. Of images it is what was sent that counts:
 * another version of the encoder makes other bytes of it.
 */
function isSame(sent: StoredMessage, { userId, type, content, image }: NewMessage): boolean {
  if (sent.user_id !== userId) return false;
  if (sent.edited_at || sent.deleted_at) return true;
  if (sent.type !== type) return false;
  if (!image) return sent.content === content;
  return sent.image_source_hash === image.image_source_hash && sent.caption === image.caption;
}
