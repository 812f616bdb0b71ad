import { ArrowDown } from 'lucide-react';
import { useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { InlineFailure } from '../../ui/inline-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { conversationStrings as strings } from '../conversation.strings.ts';
import type { TimelineItem } from '../conversation-timeline.ts';
import { useMessageScroll } from '../use-message-scroll.ts';
import { MessageRow } from './message-row.tsx';
import { OutgoingRow } from './outgoing-row.tsx';

const BUFFER_PX = 600;

function TimelineRow({ item }: { readonly item: TimelineItem }) {
  if (item.kind === 'message') return <MessageRow item={item} />;
  if (item.kind === 'outgoing') return <OutgoingRow entry={item.entry} isFirst={item.isFirst} />;
  if (item.kind === 'day') {
    return <p className="px-3 pt-3 pb-1 text-center font-semibold text-ink-muted text-xs">{item.label}</p>;
  }
  if (item.kind === 'typing') {
    return <p className="px-4 pt-2 pb-2 text-ink-muted text-sm italic">{strings.typing}</p>;
  }
  return (
    <p className="flex items-center gap-3 px-3 pt-3 font-semibold text-red-ink text-xs sm:px-4">
      <span aria-hidden="true" className="h-px flex-1 bg-red-ink/50" />
      {strings.newMessages}
      <span aria-hidden="true" className="h-px flex-1 bg-red-ink/50" />
    </p>
  );
}

interface MessageListProps {
  readonly items: readonly TimelineItem[];
  /** Names the region. */
  readonly label: string;
  readonly hasOlder: boolean;
  readonly isReadingOlder: boolean;
  readonly olderFailed: boolean;
  readonly onReadOlder: () => void;
}

/** The messages, of which only those near the screen exist. */
export function MessageList({ items, label, hasOlder, isReadingOlder, olderFailed, onReadOlder }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useRef<VirtualizerHandle>(null);
  const scroll = useMessageScroll({
    scroller,
    virtualizer,
    items,
    // After a failure only by hand: else each movement would ask again.
    hasOlder: hasOlder && !olderFailed,
    onNearTop: onReadOlder,
  });
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {(isReadingOlder || olderFailed) && (
        <div className="absolute inset-x-0 top-2 z-10 flex justify-center px-4">
          {olderFailed ? (
            <InlineFailure message={strings.loadFailed} onRetry={onReadOlder} retrying={isReadingOlder} />
          ) : (
            <span className="rounded-full bg-raised p-1 text-ink-muted shadow-card">
              <Spinner label={strings.loadingOlder} />
            </span>
          )}
        </div>
      )}
      <div
        ref={scroller}
        role="log"
        aria-label={label}
        // What is scrolled into view is not news; arrivals are read out beside (message-arrivals.tsx).
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: by the keyboard it is scrolled like by the wheel
        tabIndex={0}
        onWheel={scroll.onTouched}
        onPointerDown={scroll.onTouched}
        onKeyDown={scroll.onTouched}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain pb-2 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="grow" />
        <Virtualizer
          ref={virtualizer}
          data={items}
          shift={scroll.isPrepending}
          bufferSize={BUFFER_PX}
          onScroll={scroll.onScroll}
          onResize={scroll.onResize}
        >
          {(item) => (
            <div key={item.key}>
              <TimelineRow item={item} />
            </div>
          )}
        </Virtualizer>
      </div>
      {!scroll.isAtEnd && (
        <button
          type="button"
          onClick={scroll.toEnd}
          className="absolute right-3 bottom-3 inline-flex h-9 cursor-pointer items-center gap-2 rounded-full border border-line-strong/50 bg-raised px-3 font-semibold text-ink text-sm shadow-pop hover:bg-hover"
        >
          <ArrowDown aria-hidden="true" className="size-4" strokeWidth={2} />
          {scroll.newCount > 0 ? (
            strings.newCount(scroll.newCount)
          ) : (
            <span className="sr-only">{strings.toNewest}</span>
          )}
        </button>
      )}
    </div>
  );
}
