import {
  conversationMarkedUnread,
  messagesMarkedRead,
  messagesMarkedReadSuccess,
} from '@hai-dang/contract/chat/chat.events.ts';
import { type App, inTransaction } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { Caller } from '../../lib/http/call.ts';
import { chatStore } from './messages.store.ts';

/**
 * Marks what a user wrote as read, for all administrators.
 * @param upToSeq null for all there is; what is read stays read
 * @throws {DomainError} CHAT_USER_NOT_FOUND
 */
export async function markReadByAdmin(
  app: App,
  userId: string,
  upToSeq: number | null,
  { id: adminId }: Pick<Caller, 'id'>,
): Promise<void> {
  if (!(await chatStore.findChatUser(app.db, userId))) throw new DomainError('CHAT_USER_NOT_FOUND');
  await inTransaction(app, async ({ tx, publisher }) => {
    const conversation = await chatStore.findForUpdate(tx, userId);
    if (!conversation) return;
    const seq = Math.min(upToSeq ?? conversation.last_seq, conversation.last_seq);
    const { admin_read_seq, unread_count } = conversation;
    const isNew = seq > admin_read_seq;
    // A message that was read may have been marked as unread.
    if (seq < admin_read_seq || (!isNew && unread_count === 0)) return;
    const unread = await chatStore.setAdminRead(tx, userId, seq);
    if (!isNew && unread === unread_count) return;
    afterCommit(tx, () => {
      const toUser = { byUserId: adminId, forUserId: userId, upToSeq: seq };
      if (isNew) publisher.toAccount(userId, messagesMarkedRead, toUser);
      publisher.toAdmins(messagesMarkedReadSuccess, { userId, upToSeq: seq });
    });
  });
}

/** Marks what administrators wrote to a user as read, all of it. */
export async function markReadByUser(
  { db, publisher }: Pick<App, 'db' | 'publisher'>,
  { id: userId }: Pick<Caller, 'id'>,
): Promise<void> {
  const upToSeq = await chatStore.setAllReadByUser(db, userId);
  if (upToSeq === undefined) return;
  publisher.toAdmins(messagesMarkedRead, { byUserId: userId, forUserId: null, upToSeq });
}

/**
 * Counts the last message of a user as unread again, for all administrators, until one of them marks it as read. The user
 * learns nothing of it: for them it stays read. Idempotent.
 * @returns how many are unread
 * @throws {DomainError} CONVERSATION_NOT_FOUND
 */
export const markConversationUnread = (app: App, userId: string): Promise<number> =>
  inTransaction(app, async ({ tx, publisher }) => {
    const conversation = await chatStore.findForUpdate(tx, userId);
    if (!conversation) throw new DomainError('CONVERSATION_NOT_FOUND');
    if (conversation.unread_count > 0) return conversation.unread_count;
    await chatStore.setUnread(tx, userId);
    const unreadCount = 1;
    afterCommit(tx, () => publisher.toAdmins(conversationMarkedUnread, { userId, unreadCount }));
    return unreadCount;
  });
