import type { App } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { chatStore } from '../messages/messages.store.ts';

/**
 * Whether a user is online, for an administrator who opens the conversation.
 * @throws {DomainError} CHAT_USER_NOT_FOUND
 */
export async function getUserPresence({ db, onlineUsers }: Pick<App, 'db' | 'onlineUsers'>, userId: string) {
  const [chatUser, isOnline] = await Promise.all([chatStore.findChatUser(db, userId), onlineUsers.isOnline(userId)]);
  if (!chatUser) throw new DomainError('CHAT_USER_NOT_FOUND');
  return {
    userId,
    isOnline,
    username: chatUser.username,
    avatar: chatUser.avatar_url,
    lastActive: chatUser.last_seen_at?.toISOString() ?? null,
  };
}
