import {
  adminTypingStatus,
  conversationUpdated,
  messageSent,
  messagesMarkedRead,
  messagesMarkedReadSuccess,
  receiveMessage,
  userTypingStatus,
} from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage, ConversationState, ListMessagesBody } from '@hai-dang/contract/chat/chat.schema.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { violatedConstraint } from '../lib/db/postgres-errors.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { Caller } from '../lib/http/call.ts';
import { newId } from '../lib/ids.ts';
import { createTurns } from '../lib/in-turn.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import { toChatMessage } from './chat.mapper.ts';
import type { PresenceService } from './chat.presence.service.ts';
import type { ChatStore, NewMessage, SentRow } from './chat.store.ts';

interface ChatServiceNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  store: ChatStore;
  presence: Pick<PresenceService, 'seen' | 'isOnline'>;
  publisher: Publisher;
  clock: Clock;
}

type Speaker = Pick<Caller, 'id'>;

/** What a client sends: the text, and its own key for it. */
interface Draft {
  content: string;
  tempId: string;
}

/**
 * One conversation for each app user, shared by all administrators (the wire contract, Socket and Delivery).
 *
 * Nothing of it goes into the audit trail. A message says itself who wrote what and when, is never altered, and stays
 * as long as the user's account; an entry for each would bury those of what administrators decided.
 */
export function createChatService({ database, store, presence, publisher, clock }: ChatServiceNeeds) {
  const { db, transact } = database;
  const inTurn = createTurns();

  /**
   * Stores a message unless it is stored already, as the same key of the same sender says.
   * @throws {DomainError} CHAT_USER_NOT_FOUND; MESSAGE_KEY_REUSED when the key was another message's
   */
  async function storeOnce(
    draft: Draft,
    from: Pick<NewMessage, 'userId' | 'senderId' | 'isFromAdmin'>,
  ): Promise<SentRow> {
    const message: NewMessage = {
      ...from,
      id: newId(),
      type: 'text',
      // What is no letter at all is stored as the sign for that, and must be compared as such.
      content: draft.content.toWellFormed(),
      tempId: draft.tempId,
      createdAt: clock.now(),
    };
    const sent = await store.send(db, message).catch((error: unknown) => {
      // The same message came twice at once, and the other was first: it is there now.
      if (violatedConstraint(error) === 'messages_temp_id_key') return store.send(db, message);
      throw error;
    });
    if (!sent) throw new DomainError('CHAT_USER_NOT_FOUND');
    const isSame = sent.user_id === message.userId && sent.content === message.content && sent.type === message.type;
    if (!isSame) throw new DomainError('MESSAGE_KEY_REUSED');
    return sent;
  }

  /** Tells everybody but its sender of a message, and all whom it concerns that the conversation has grown. */
  function publish(sent: SentRow): void {
    const { user_id: userId, sender_id: senderId, is_from_admin: isFromAdmin } = sent;
    const message = toChatMessage(sent, sent, null);
    publisher.toAccount(senderId, messageSent, toChatMessage(sent, sent, senderId));
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
    };
    publisher.toAdmins(conversationUpdated, summary);
    if (isFromAdmin) publisher.toAccount(userId, conversationUpdated, summary);
  }

  /** In turn: what a sender sends one after the other is stored, and told, one after the other. */
  const send = (draft: Draft, from: Parameters<typeof storeOnce>[1]): Promise<ChatMessage> =>
    inTurn(from.userId, async () => {
      const sent = await storeOnce(draft, from);
      // One statement, so it is committed.
      publish(sent);
      return toChatMessage(sent, sent, from.senderId);
    });

  return {
    /**
     * Stores what an administrator writes to a user, and tells those concerned. Doing it again stores nothing, and
     * tells them again: the first time they may not have heard.
     * @returns the message as its sender sees it
     * @throws {DomainError} CHAT_USER_NOT_FOUND, MESSAGE_KEY_REUSED
     */
    sendAsAdmin: ({ userId, ...draft }: Draft & { userId: string }, { id }: Speaker): Promise<ChatMessage> =>
      send(draft, { userId, senderId: id, isFromAdmin: true }),

    /** The same for what a user writes, to all administrators. */
    async sendAsUser(draft: Draft, { id }: Speaker): Promise<ChatMessage> {
      const message = await send(draft, { userId: id, senderId: id, isFromAdmin: false });
      presence.seen(id);
      return message;
    },

    /**
     * A part of a conversation, oldest first: what follows `after`, else what precedes `before`, else the newest.
     * @throws {DomainError} CHAT_USER_NOT_FOUND
     */
    async listMessages(
      userId: string,
      { before, after, limit }: ListMessagesBody,
      { id: viewerId }: Speaker,
    ): Promise<{ messages: ChatMessage[]; conversation: ConversationState }> {
      const person = await store.findPerson(db, userId);
      if (!person) throw new DomainError('CHAT_USER_NOT_FOUND');
      const state = {
        last_seq: person.last_seq ?? 0,
        admin_read_seq: person.admin_read_seq ?? 0,
        user_read_seq: person.user_read_seq ?? 0,
      };
      const rows = await store.findMessages(db, { userId, before: before ?? null, after: after ?? null, limit });
      return {
        messages: rows.map((row) => toChatMessage(row, state, viewerId)),
        conversation: {
          lastSeq: state.last_seq,
          userReadSeq: state.user_read_seq,
          adminReadSeq: state.admin_read_seq,
        },
      };
    },

    /**
     * Marks what a user wrote as read, for all administrators.
     * @param upToSeq null for all there is; what is read stays read
     * @throws {DomainError} CHAT_USER_NOT_FOUND
     */
    async markReadByAdmin(userId: string, upToSeq: number | null, { id: adminId }: Speaker): Promise<void> {
      if (!(await store.findPerson(db, userId))) throw new DomainError('CHAT_USER_NOT_FOUND');
      await transact(async (tx) => {
        const conversation = await store.findForUpdate(tx, userId);
        if (!conversation) return;
        const seq = Math.min(upToSeq ?? conversation.last_seq, conversation.last_seq);
        if (seq <= conversation.admin_read_seq) return;
        await store.setAdminRead(tx, userId, seq);
        afterCommit(tx, () => {
          publisher.toAccount(userId, messagesMarkedRead, { byUserId: adminId, forUserId: userId, upToSeq: seq });
          publisher.toAdmins(messagesMarkedReadSuccess, { userId, upToSeq: seq });
        });
      });
    },

    /** Marks what administrators wrote to a user as read, all of it. */
    async markReadByUser({ id: userId }: Speaker): Promise<void> {
      const upToSeq = await store.setAllReadByUser(db, userId);
      if (upToSeq === undefined) return;
      publisher.toAdmins(messagesMarkedRead, { byUserId: userId, forUserId: null, upToSeq });
    },

    /**
     * Whether a user is there, for an administrator who opens his conversation.
     * @throws {DomainError} CHAT_USER_NOT_FOUND
     */
    async getStatus(userId: string) {
      const person = await store.findPerson(db, userId);
      if (!person) throw new DomainError('CHAT_USER_NOT_FOUND');
      return {
        userId,
        isOnline: presence.isOnline(userId),
        username: person.username,
        avatar: person.avatar_url,
        lastActive: person.last_seen_at?.toISOString() ?? null,
      };
    },

    /** Tells a user that an administrator types to him, or has stopped; nobody else, whoever has that id. */
    tellAdminTyping(userId: string, isTyping: boolean): void {
      if (presence.isOnline(userId)) publisher.toAccount(userId, adminTypingStatus, { isTyping }, { isVolatile: true });
    },

    /** Tells the administrators that a user types, or has stopped. */
    tellUserTyping({ id: userId }: Speaker, isTyping: boolean): void {
      publisher.toAdmins(userTypingStatus, { userId, isTyping }, { isVolatile: true });
    },

    /** Removes a user's conversation, in the transaction that deletes the account. */
    removeAllOf: (tx: Tx, userId: string): Promise<void> => store.removeConversation(tx, userId),
  };
}
export type ChatService = ReturnType<typeof createChatService>;
