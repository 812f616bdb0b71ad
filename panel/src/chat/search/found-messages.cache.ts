import type { ChatMessage, FoundMessagePage } from '@hai-dang/contract/chat/chat.schema.ts';
import type { InfiniteData } from '@tanstack/react-query';

/** The cached hits of a message search. */
export type FoundPages = InfiniteData<FoundMessagePage, string | null>;

/** Hits with a message as it is now: what its author has edited or deleted is not shown any more. */
export function withChanged(found: FoundPages | undefined, changed: ChatMessage): FoundPages | undefined {
  const isHit = found?.pages.some(({ messages }) => messages.some(({ message }) => message._id === changed._id));
  if (!found || !isHit) return found;
  const pages = found.pages.map((page) => ({
    ...page,
    messages: page.messages.map((hit) => (hit.message._id === changed._id ? { ...hit, message: changed } : hit)),
  }));
  return { ...found, pages };
}
