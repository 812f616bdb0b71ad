import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { userStrings } from '../../entities/user.strings.ts';
import { formatTime } from '../../lib/format.ts';
import { MessageImage } from '../images/message-image.tsx';
import { conversationStrings as strings } from './conversation.strings.ts';
import type { Side, TimelineItem } from './conversation-timeline.ts';
import { MessageBubble } from './message-bubble.tsx';
import { MessageText } from './message-text.tsx';

/** The author as a text. */
export function writerOf({ sender }: ChatMessage, side: Side): string {
  if (side === 'own') return strings.you;
  return sender.username?.trim() || (side === 'admin' ? strings.unknownAdmin : userStrings.unknownUser);
}

/** A message that the server has stored. */
export function MessageRow({ item }: { readonly item: Extract<TimelineItem, { kind: 'message' }> }) {
  const { message, side, isFirst, isSeen } = item;
  return (
    <MessageBubble
      isAdmin={side !== 'user'}
      writer={writerOf(message, side)}
      showsWriter={side === 'admin' && isFirst}
      isFirst={isFirst}
      meta={
        <>
          {message.notice && <span>{strings.letter}</span>}
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          {side !== 'user' && <span>{isSeen ? strings.seen : strings.sent}</span>}
        </>
      }
    >
      {message.type === 'image' ? <MessageImage message={message} /> : <MessageText text={message.content} />}
    </MessageBubble>
  );
}
