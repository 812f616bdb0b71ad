import {
  adminTypingStatus,
  conversationMarkedUnread,
  messagesMarkedRead,
  messagesMarkedReadSuccess,
  userTypingStatus,
} from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage, ConversationState, ListMessagesBody } from '@hai-dang/contract/chat/chat.schema.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { Caller } from '../../lib/http/call.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import { toConversationWork } from '../conversations/conversations.mapper.ts';
import type { PresenceService } from '../presence/presence.service.ts';
import { toChatMessage } from './messages.mapper.ts';
import { chatStore } from './messages.store.ts';
import type { ChatSending } from './sending.ts';

interface ChatServiceNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  sending: Pick<ChatSending, 'send' | 'sendLetters'>;
  presence: Pick<PresenceService, 'touchLastSeen' | 'isOnline'>;
  publisher: Publisher;
  clock: Clock;
}

type Participant = Pick<Caller, 'id'>;

/** What a client sends: the text, and its own key for it. */
interface TextDraft {
  content: string;
  tempId: string;
}

interface AdminTextDraft extends TextDraft {
  /** The user of the conversation. */
  userId: string;
  /** The message of it that this one quotes. */
  quotedId?: string | undefined;
}

/**
 * One conversation for each app user, shared by all administrators (the wire contract, Socket and Delivery).
 *
 * Not audited. A message says itself who wrote what and when, and stays as long as the user's account; an entry for each would
 * bury those of administrators' decisions. What its author changes of it is: see `message-changes.service.ts`.
 */
export function createChatService({ database, sending, presence, publisher, clock }: ChatServiceNeeds) {
  const { db, transact } = database;

  return {
    /**
     * Stores what an administrator writes to a user, and publishes it. A repeat stores nothing, and publishes
     * again: the first event may have been lost.
     * @returns the message as its sender sees it
     * @throws {DomainError} CHAT_USER_NOT_FOUND, QUOTED_MESSAGE_NOT_FOUND, MESSAGE_KEY_REUSED
     */
    sendAsAdmin: ({ userId, ...draft }: AdminTextDraft, { id }: Participant): Promise<ChatMessage> =>
      sending.send({ ...draft, image: null }, { userId, senderId: id, isFromAdmin: true }),

    sendLetters: sending.sendLetters,

    /** The same for what a user writes, to all administrators. */
    async sendAsUser(draft: TextDraft, { id }: Participant): Promise<ChatMessage> {
      const message = await sending.send({ ...draft, image: null }, { userId: id, senderId: id, isFromAdmin: false });
      presence.touchLastSeen(id);
      return message;
    },

    /**
     * A part of a conversation, oldest first: what follows `after`, else what precedes `before`, else the newest.
     * @throws {DomainError} CHAT_USER_NOT_FOUND
     */
    async listMessages(
      userId: string,
      { before, after, limit }: ListMessagesBody,
      { id: viewerId }: Participant,
    ): Promise<{ messages: ChatMessage[]; conversation: ConversationState }> {
      const chatUser = await chatStore.findChatUser(db, userId);
      if (!chatUser) throw new DomainError('CHAT_USER_NOT_FOUND');
      const state = {
        last_seq: chatUser.last_seq ?? 0,
        admin_read_seq: chatUser.admin_read_seq ?? 0,
        user_read_seq: chatUser.user_read_seq ?? 0,
      };
      const page = { userId, at: clock.now(), before: before ?? null, after: after ?? null, limit };
      const rows = await chatStore.findMessages(db, page);
      return {
        messages: rows.map((row) => toChatMessage(row, state, viewerId)),
        conversation: {
          lastSeq: state.last_seq,
          userReadSeq: state.user_read_seq,
          adminReadSeq: state.admin_read_seq,
          work: toConversationWork(chatUser),
        },
      };
    },

    /**
     * Marks what a user wrote as read, for all administrators.
     * @param upToSeq null for all there is; what is read stays read
     * @throws {DomainError} CHAT_USER_NOT_FOUND
     */
    async markReadByAdmin(userId: string, upToSeq: number | null, { id: adminId }: Participant): Promise<void> {
      if (!(await chatStore.findChatUser(db, userId))) throw new DomainError('CHAT_USER_NOT_FOUND');
      await transact(async (tx) => {
        const conversation = await chatStore.findForUpdate(tx, userId);
        if (!conversation) return;
        const seq = Math.min(upToSeq ?? conversation.last_seq, conversation.last_seq);
        const { admin_read_seq, unread_count } = conversation;
        const isNew = seq > admin_read_seq;
        // What was read may have been marked as unread.
        if (seq < admin_read_seq || (!isNew && unread_count === 0)) return;
        const unread = await chatStore.setAdminRead(tx, userId, seq);
        if (!isNew && unread === unread_count) return;
        afterCommit(tx, () => {
          const toUser = { byUserId: adminId, forUserId: userId, upToSeq: seq };
          if (isNew) publisher.toAccount(userId, messagesMarkedRead, toUser);
          publisher.toAdmins(messagesMarkedReadSuccess, { userId, upToSeq: seq });
        });
      });
    },

    /**
     * Counts the last message of a user as unread again, for all administrators, until one of them marks it as read. The user
     * learns nothing of it: for them it stays read.
     * @returns how many are unread
     * @throws {DomainError} CONVERSATION_NOT_FOUND
     */
    markUnreadByAdmin: (userId: string): Promise<number> =>
      transact(async (tx) => {
        const unreadCount = await chatStore.setUnread(tx, userId);
        if (unreadCount === undefined) throw new DomainError('CONVERSATION_NOT_FOUND');
        afterCommit(tx, () => publisher.toAdmins(conversationMarkedUnread, { userId, unreadCount }));
        return unreadCount;
      }),

    /** Marks what administrators wrote to a user as read, all of it. */
    async markReadByUser({ id: userId }: Participant): Promise<void> {
      const upToSeq = await chatStore.setAllReadByUser(db, userId);
      if (upToSeq === undefined) return;
      publisher.toAdmins(messagesMarkedRead, { byUserId: userId, forUserId: null, upToSeq });
    },

    /**
     * Whether a user is online, for an administrator who opens the conversation.
     * @throws {DomainError} CHAT_USER_NOT_FOUND
     */
    async getUserPresence(userId: string) {
      const [chatUser, isOnline] = await Promise.all([chatStore.findChatUser(db, userId), presence.isOnline(userId)]);
      if (!chatUser) throw new DomainError('CHAT_USER_NOT_FOUND');
      return {
        userId,
        isOnline,
        username: chatUser.username,
        avatar: chatUser.avatar_url,
        lastActive: chatUser.last_seen_at?.toISOString() ?? null,
      };
    },

    /** Emits to a user that an administrator types, or has stopped; never to an administrator of that id. */
    async emitAdminTyping(userId: string, isTyping: boolean): Promise<void> {
      if (await presence.isOnline(userId))
        publisher.toAccount(userId, adminTypingStatus, { isTyping }, { isVolatile: isTyping });
    },

    /** Emits to the administrators that a user types, or has stopped. */
    emitUserTyping({ id: userId }: Participant, isTyping: boolean): void {
      // A lost 'stopped' would be missed; 'types' is repeated.
      publisher.toAdmins(userTypingStatus, { userId, isTyping }, { isVolatile: isTyping });
    },

    /**
     * Purges up to `most` messages of a user's conversation, and then the conversation, in a step of the job that deletes
     * the account.
     * @returns false where nothing was left
     */
    purgeSomeOf: (tx: Tx, userId: string, most: number): Promise<boolean> => chatStore.purgeSomeOf(tx, userId, most),
  };
}
export type ChatService = ReturnType<typeof createChatService>;
