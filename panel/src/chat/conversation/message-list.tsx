import { useCallback, useDeferredValue, useEffect, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useActions } from '../../lib/actions.ts';
import { VirtualItem, VirtualItems } from '../../lib/virtual-item.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { chatActions } from '../chat.actions.ts';
import { NoteRow } from '../notes/note-row.tsx';
import { OutgoingRow } from '../outbox/outgoing-row.tsx';
import { conversationStrings as strings } from './conversation.strings.ts';
import { countArrived, hasOlder, isApart } from './conversation-state.ts';
import type { Conversation, ConversationView } from './conversation-store.ts';
import { isQuotable, type TimelineItem } from './conversation-timeline.ts';
import { MessageRow } from './message-row.tsx';
import { useMessageFocus } from './use-message-focus.ts';
import { useMessageScroll } from './use-message-scroll.ts';

const BUFFER_PX = 600;

interface TimelineRowProps {
  readonly item: TimelineItem;
  readonly canChange: boolean;
  readonly isTabStop: boolean;
  readonly onGoTo: (seq: number) => void;
}

function TimelineRow({ item, canChange, isTabStop, onGoTo }: TimelineRowProps) {
  if (item.kind === 'message') return <MessageRow {...{ item, canChange, isTabStop, onGoTo }} />;
  if (item.kind === 'outgoing') return <OutgoingRow entry={item.entry} isFirst={item.isFirst} onGoTo={onGoTo} />;
  if (item.kind === 'note') return <NoteRow note={item.note} />;
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

interface MoreReadingProps {
  /** Positions it over the messages. */
  readonly className: string;
  readonly label: string;
  readonly isReading: boolean;
  readonly hasFailed: boolean;
  readonly onRead: () => void;
}

/** Shows that more messages are loading, or that loading them has failed. */
function MoreReading({ className, label, isReading, hasFailed, onRead }: MoreReadingProps) {
  if (!isReading && !hasFailed) return null;
  return (
    <div className={`absolute inset-x-0 z-10 flex justify-center px-4 ${className}`}>
      {hasFailed ? (
        <InlineError message={strings.loadFailed} onRetry={onRead} retrying={isReading} />
      ) : (
        <span className="rounded-full bg-raised p-1 text-ink-muted shadow-card">
          <Spinner label={label} />
        </span>
      )}
    </div>
  );
}

interface MessageListProps {
  readonly items: readonly TimelineItem[];
  /** The accessible name of the region. */
  readonly label: string;
  readonly view: ConversationView;
  readonly conversation: Pick<Conversation, 'readOlder' | 'readNewer'>;
  readonly adminId: string | undefined;
  /** Whether the backend lets a message be quoted, and its author edit and delete it. */
  readonly canChange: boolean;
  /** Goes to a message, or with undefined to the newest ones. */
  readonly onGoTo: (seq: number | undefined) => void;
}

/**
 * The messages, of which only those near the screen are mounted. Use `view.part` as its key: another window of the
 * conversation is another list.
 */
export function MessageList({ items, label, view, conversation, adminId, canChange, onGoTo }: MessageListProps) {
  const { state, target, isReadingOlder, olderFailed, isReadingNewer, newerFailed } = view;
  const isPast = isApart(state);
  const readOlder = useCallback(() => void conversation.readOlder(), [conversation]);
  const readNewer = useCallback(() => void conversation.readNewer(), [conversation]);
  const virtualizer = useRef<VirtualizerHandle>(null);
  // After a failure only a press fetches again: otherwise each scroll would.
  const readsOlder = hasOlder(state) && !olderFailed;
  const readsNewer = isPast && !newerFailed;
  const isTarget = (item: TimelineItem) => item.kind === 'message' && item.message.seq === target?.seq;
  // Every message has a menu: the first paint of a conversation does not wait for them.
  const hasMenus = useDeferredValue(canChange, false);
  const newestKey = items.findLast(isQuotable)?.key;
  const isMenuStop = (item: TimelineItem) => item.key === newestKey || isTarget(item);
  const focus = useMessageFocus({
    items,
    isMenuStop,
    hasMore: { back: readsOlder, on: readsNewer },
    isLoading: { back: isReadingOlder, on: isReadingNewer },
    loadMore: (direction) => (direction === 'back' ? readOlder() : readNewer()),
  });
  const scroller = focus.list;
  const scroll = useMessageScroll({
    scroller,
    virtualizer,
    items,
    target,
    arrived: isPast ? countArrived(state, adminId) : undefined,
    apartSince: state.apartSince,
    readsOlder,
    onNearTop: readOlder,
    readsNewer,
    onNearEnd: readNewer,
  });
  const [newest] = useActions([
    {
      ...chatActions.toNewest,
      when: !scroll.isAtEnd,
      run() {
        if (!isPast) scroll.toEnd();
        if (isPast || target) onGoTo(undefined);
        scroller.current?.focus({ preventScroll: true });
      },
    },
  ]);
  // The focused element was removed with the previous window.
  useEffect(() => {
    if (view.part > 0 && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, [view.part, scroller]);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <MoreReading
        className="top-2"
        label={strings.loadingOlder}
        isReading={isReadingOlder}
        hasFailed={olderFailed}
        onRead={readOlder}
      />
      <MoreReading
        className="bottom-3"
        label={strings.loadingNewer}
        isReading={isReadingNewer}
        hasFailed={newerFailed}
        onRead={readNewer}
      />
      <div
        ref={scroller}
        role="log"
        aria-label={label}
        // Content scrolled into view is not announced; new messages are announced separately
        // (new-message-announcer.tsx).
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the list scrollable by keyboard
        tabIndex={0}
        onWheel={scroll.onTouched}
        onPointerDown={scroll.onTouched}
        onKeyDown={(event) => {
          scroll.onTouched();
          focus.onKeyDown(event);
        }}
        onFocus={focus.onFocus}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain pb-2 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="grow" />
        <VirtualItems value={focus}>
          <Virtualizer
            ref={virtualizer}
            item={VirtualItem}
            data={items}
            shift={scroll.isPrepending}
            bufferSize={BUFFER_PX}
            keepMounted={focus.keepMounted}
            onScroll={scroll.onScroll}
            onResize={scroll.onResize}
          >
            {(item) => (
              <div
                key={item.key}
                aria-current={isTarget(item) || undefined}
                className={isTarget(item) ? 'bg-accent-soft' : undefined}
              >
                <TimelineRow item={item} canChange={hasMenus} isTabStop={isMenuStop(item)} onGoTo={onGoTo} />
              </div>
            )}
          </Virtualizer>
        </VirtualItems>
      </div>
      {newest.when && (
        <button
          type="button"
          onClick={newest.run}
          className="absolute z-10 right-3 bottom-3 inline-flex h-9 cursor-pointer items-center gap-2 rounded-full border border-line-strong/50 bg-raised px-3 font-semibold text-ink text-sm shadow-pop hover:bg-hover"
        >
          <newest.icon aria-hidden="true" className="size-4" strokeWidth={2} />
          {scroll.newCount > 0 ? strings.newCount(scroll.newCount) : <span className="sr-only">{newest.label}</span>}
        </button>
      )}
    </div>
  );
}
