import type { ChatMessage, ConversationState, ListMessagesBody } from '@hai-dang/contract/chat/chat.schema.ts';
import type { Ctx } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { toConversationWork } from '../conversations/conversations.mapper.ts';
import { toChatMessage } from './messages.mapper.ts';
import { chatStore } from './messages.store.ts';

/**
 * A part of a conversation, oldest first: what follows `after`, else what precedes `before`, else the newest. There is one
 * conversation for each app user, shared by all administrators (the wire contract, Socket and Delivery).
 * @throws {DomainError} CHAT_USER_NOT_FOUND
 */
export async function listMessages(
  { db, clock, caller }: Ctx,
  userId: string,
  { before, after, limit }: ListMessagesBody,
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
    messages: rows.map((row) => toChatMessage(row, state, caller.id)),
    conversation: {
      lastSeq: state.last_seq,
      userReadSeq: state.user_read_seq,
      adminReadSeq: state.admin_read_seq,
      work: toConversationWork(chatUser),
    },
  };
}
