import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { formatDateTimeLong } from '../../lib/format.ts';
import { conversationStrings as strings } from './conversation.strings.ts';
import type { ConversationView } from './conversation-store.ts';
import { wordsOf } from './new-message-announcer.tsx';

interface MessageTargetProps {
  readonly target: ConversationView['target'];
  readonly messages: readonly ChatMessage[];
}

/** Announces to screen readers the message that was navigated to. */
export function MessageTarget({ target, messages }: MessageTargetProps) {
  const message = target && messages.find(({ seq }) => seq === target.seq);
  return (
    <p aria-live="polite" className="sr-only">
      {message && strings.atMessage(formatDateTimeLong(message.createdAt), wordsOf(message))}
    </p>
  );
}
