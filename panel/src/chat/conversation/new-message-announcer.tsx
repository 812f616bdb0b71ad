import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { useState } from 'react';
import { conversationStrings as strings } from './conversation.strings.ts';
import type { TimelineItem } from './conversation-timeline.ts';
import { writerOf } from './message-row.tsx';

/** For an image the caption, as its URL has no meaning. */
export const wordsOf = ({ type, content, caption }: ChatMessage): string =>
  type === 'image' ? [strings.image, caption].filter(Boolean).join(', ') : content;

/** Announces to screen readers the newest message of others since the conversation was opened. */
export function MessageArrivals({ items }: { readonly items: readonly TimelineItem[] }) {
  const last = items.findLast((item) => item.kind === 'message' && item.side !== 'own');
  const [opened] = useState(last?.key);
  const isTyping = items.at(-1)?.kind === 'typing';
  const text =
    last?.kind === 'message' && last.key !== opened
      ? `${writerOf(last.message, last.side)}: ${wordsOf(last.message)}`
      : '';
  return (
    <div aria-live="polite" className="sr-only">
      <p>{text}</p>
      <p>{isTyping && strings.typing}</p>
    </div>
  );
}
