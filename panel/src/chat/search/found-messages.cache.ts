import type { searchMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import type { EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import type { InfiniteData } from '@tanstack/react-query';

/** The cached hits of a message search. */
export type FoundPages = InfiniteData<EndpointResponse<typeof searchMessages>, string | null>;

/** Hits with a message as it is now: what its author has edited or deleted is not shown any more. */
export function withChanged(found: FoundPages | undefined, changed: ChatMessage): FoundPages | undefined {
  const isHit = found?.pages.some(({ data }) => data.messages.some(({ message }) => message._id === changed._id));
  if (!found || !isHit) return found;
  const pages = found.pages.map((page) => {
    const messages = page.data.messages.map((hit) =>
      hit.message._id === changed._id ? { ...hit, message: changed } : hit,
    );
    return { ...page, data: { ...page.data, messages } };
  });
  return { ...found, pages };
}
