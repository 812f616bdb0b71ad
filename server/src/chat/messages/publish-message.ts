import { messageSent } from '@hai-dang/contract/chat/chat.events.ts';
import {
  conversationStateChanged,
  conversationUpdated,
  receiveMessage,
} from '@hai-dang/contract/chat/conversations.events.ts';
import type { App } from '../../lib/context.ts';
import { stateOf, toConversationWork } from '../conversations/conversations.mapper.ts';
import { toChatMessage, toSentStatus } from './messages.mapper.ts';
import type { StoredMessage } from './sending.store.ts';

/** Publishes a message that was stored to all but its sender, and the conversation update to all participants. */
export function publishMessage({ publisher }: Pick<App, 'publisher'>, sent: StoredMessage): void {
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
  publishState({ publisher }, sent);
  publisher.toAdmins(conversationUpdated, summary);
  if (isFromAdmin) publisher.toAccount(userId, conversationUpdated, summary);
}

/** Publishes to the administrators what a message has changed in the state of its conversation, if anything. */
function publishState({ publisher }: Pick<App, 'publisher'>, { user_id: userId, change }: StoredMessage): void {
  if (!change) return;
  const { former_state: formerState, former_assignee_id, ...work } = change;
  if (formerState === stateOf(work) && former_assignee_id === work.assignee_id) return;
  publisher.toAdmins(conversationStateChanged, { userId, ...toConversationWork(work), formerState });
}
