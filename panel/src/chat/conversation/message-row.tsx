import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { userStrings } from '../../entities/user.strings.ts';
import { formatDateTimeLong, formatTime } from '../../lib/format.ts';
import { lazyCode } from '../../lib/lazy-code.ts';
import { MessageImage } from '../images/message-image.tsx';
import { LazySlot } from '../lazy-slot.tsx';
import { QuoteBlock } from '../quotes/quote-block.tsx';
import { conversationStrings as strings } from './conversation.strings.ts';
import { isQuotable, type Side, type TimelineItem } from './conversation-timeline.ts';
import { MessageBubble } from './message-bubble.tsx';
import { MessageText } from './message-text.tsx';
import { useIsChangeable } from './use-is-changeable.ts';

const messageMenu = lazyCode(() => import('./message-menu.tsx').then((m) => m.MessageMenu));

/** The author as a text. */
export function writerOf({ sender }: ChatMessage, side: Side): string {
  if (side === 'own') return strings.you;
  return sender.username?.trim() || (side === 'admin' ? strings.unknownAdmin : userStrings.unknownUser);
}

interface MessageRowProps {
  readonly item: Extract<TimelineItem, { kind: 'message' }>;
  /** Whether the backend lets it be quoted, and its author edit and delete it. */
  readonly canChange: boolean;
  /** Whether Tab reaches its menu, though there is nothing to edit. */
  readonly isTabStop: boolean;
  readonly onGoTo: (seq: number) => void;
}

/** A message that the server has stored. */
export function MessageRow({ item, canChange, isTabStop, onGoTo }: MessageRowProps) {
  const { message, side, isFirst, isLast, isSeen } = item;
  const isChangeable = useIsChangeable(message, canChange && side === 'own');
  return (
    <MessageBubble
      isAdmin={side !== 'user'}
      writer={writerOf(message, side)}
      showsWriter={side === 'admin' && isFirst}
      isFirst={isFirst}
      isDeleted={message.deletedAt !== undefined}
      menu={
        canChange &&
        isQuotable(item) && (
          <LazySlot
            code={messageMenu}
            props={{ message, isChangeable, isTabStop: isTabStop || isChangeable }}
            className="size-8"
          />
        )
      }
      meta={
        <>
          {message.notice && <span>{strings.letter}</span>}
          {message.editedAt && (
            <time dateTime={message.editedAt} title={formatDateTimeLong(message.editedAt)}>
              {strings.edited}
            </time>
          )}
          <span className={isLast ? 'flex gap-x-2' : 'sr-only'}>
            <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
            {side !== 'user' && <span>{isSeen ? strings.seen : strings.sent}</span>}
          </span>
        </>
      }
    >
      {message.quote && <QuoteBlock quote={message.quote} onGoTo={onGoTo} />}
      {message.type === 'image' ? <MessageImage message={message} /> : <MessageText text={message.content} />}
    </MessageBubble>
  );
}
