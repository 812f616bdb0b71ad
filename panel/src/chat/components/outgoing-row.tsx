import { TriangleAlert } from 'lucide-react';
import type { MouseEvent } from 'react';
import { formatTime } from '../../lib/format.ts';
import { outbox } from '../browser-outbox.ts';
import { conversationStrings as strings } from '../conversation.strings.ts';
import type { OutboxEntry } from '../outbox-storage.ts';
import { useIsConnected } from '../use-is-connected.ts';
import { MessageBubble } from './message-bubble.tsx';
import { MessageText } from './message-text.tsx';

const ACTION_CLASS = 'min-h-6 cursor-pointer rounded-sm px-1 font-semibold text-accent-ink hover:underline';

/** What was pressed is about to go: the focus stays near. */
function pressed(event: MouseEvent<HTMLElement>, act: (tempId: string) => void, tempId: string): void {
  event.currentTarget.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true });
  act(tempId);
}

interface OutgoingRowProps {
  readonly entry: OutboxEntry;
  readonly isFirst: boolean;
}

/** A text that is on its way, or that has failed. */
export function OutgoingRow({ entry, isFirst }: OutgoingRowProps) {
  const isConnected = useIsConnected();
  const hasFailed = entry.error !== undefined;
  return (
    <MessageBubble
      isAdmin
      writer={strings.you}
      showsWriter={false}
      isFirst={isFirst}
      meta={
        hasFailed ? (
          <>
            <span className="inline-flex items-center gap-1 font-semibold text-red-ink">
              <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
              {entry.error}
            </span>
            <button
              type="button"
              className={ACTION_CLASS}
              onClick={(event) => pressed(event, outbox.resend, entry.tempId)}
            >
              {strings.resend}
            </button>
            <button
              type="button"
              className={ACTION_CLASS}
              onClick={(event) => pressed(event, outbox.discard, entry.tempId)}
            >
              {strings.discard}
            </button>
          </>
        ) : (
          <>
            <time dateTime={new Date(entry.createdAt).toISOString()}>{formatTime(entry.createdAt)}</time>
            <span>{isConnected ? strings.sending : strings.sendingLater}</span>
          </>
        )
      }
    >
      <MessageText text={entry.text} />
    </MessageBubble>
  );
}
