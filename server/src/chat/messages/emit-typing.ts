import { adminTypingStatus, userTypingStatus } from '@hai-dang/contract/chat/chat.events.ts';
import type { App } from '../../lib/context.ts';
import type { Caller } from '../../lib/http/call.ts';

/** Emits to a user that an administrator types, or has stopped; never to an administrator of that id. */
export async function emitAdminTyping(
  { onlineUsers, publisher }: Pick<App, 'onlineUsers' | 'publisher'>,
  userId: string,
  isTyping: boolean,
): Promise<void> {
  if (await onlineUsers.isOnline(userId))
    publisher.toAccount(userId, adminTypingStatus, { isTyping }, { isVolatile: isTyping });
}

/** Emits to the administrators that a user types, or has stopped. */
export function emitUserTyping(
  { publisher }: Pick<App, 'publisher'>,
  { id: userId }: Pick<Caller, 'id'>,
  isTyping: boolean,
): void {
  // A lost 'stopped' would be missed; 'types' is repeated.
  publisher.toAdmins(userTypingStatus, { userId, isTyping }, { isVolatile: isTyping });
}
