import type { MessageQuote } from '@hai-dang/contract/chat/chat.schema.ts';
import { createStore } from '../../lib/create-store.ts';
import { session } from '../../lib/session.ts';

/**
 * The message that the next text to each user quotes, by the user's id. It stays while another conversation is open,
 * and ends with the page: it is sent with nothing but a text of its own conversation.
 */
export const quotedMessages = createStore<ReadonlyMap<string, MessageQuote>>(new Map());

let adminId = session.get()?.adminId;
session.subscribe(() => {
  const next = session.get()?.adminId;
  if (next !== adminId) quotedMessages.set(new Map());
  adminId = next;
});

/** Sets what the next text to a user quotes; undefined for nothing. */
export function setQuoted(userId: string, quote: MessageQuote | undefined): void {
  const next = new Map(quotedMessages.get());
  if (quote) next.set(userId, quote);
  else next.delete(userId);
  quotedMessages.set(next);
}
