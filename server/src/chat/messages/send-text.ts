import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import type { App } from '../../lib/context.ts';
import type { Caller } from '../../lib/http/call.ts';
import { sendMessage } from './send-messages.ts';

/** A text as a client sends it, with its own key for it. */
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
 * Stores what an administrator writes to a user, and publishes it. A repeat stores nothing, and publishes
 * again: the first event may have been lost.
 * @returns the message as its sender sees it
 * @throws {DomainError} CHAT_USER_NOT_FOUND, QUOTED_MESSAGE_NOT_FOUND, MESSAGE_KEY_REUSED
 */
export const sendTextAsAdmin = (
  app: App,
  { userId, ...draft }: AdminTextDraft,
  { id }: Pick<Caller, 'id'>,
): Promise<ChatMessage> => sendMessage(app, { ...draft, image: null }, { userId, senderId: id, isFromAdmin: true });

/** Stores what a user writes, and publishes it to all administrators; see {@link sendTextAsAdmin}. */
export async function sendTextAsUser(app: App, draft: TextDraft, { id }: Pick<Caller, 'id'>): Promise<ChatMessage> {
  const from = { userId: id, senderId: id, isFromAdmin: false };
  const message = await sendMessage(app, { ...draft, image: null }, from);
  app.onlineUsers.touchLastSeen(id);
  return message;
}
