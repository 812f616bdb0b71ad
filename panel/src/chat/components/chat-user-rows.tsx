import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { InlineFailure } from '../../ui/inline-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { ChatUserList } from '../chat.queries.ts';
import { chatStrings as strings } from '../chat.strings.ts';
import { ChatUserRow, ROW_HEIGHT_PX } from './chat-user-row.tsx';

/** Rows left below the last one seen when the next page is asked for. */
const ROWS_AHEAD = 20;
const ROW_BUFFER_PX = 400;
/** The virtualizer needs a frame or two. */
const FOCUS_TAKEN_WITHIN_MS = 1_000;

interface ChatUserRowsProps {
  readonly list: ChatUserList;
  /** '' for nobody. */
  readonly selectedId: string;
  readonly onOpen: (id: string) => void;
}

function nextIndex(key: string, index: number, last: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(index + 1, last);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

/** The rows, of which only those near the screen exist. One stop for Tab; arrow keys, Home and End lead through it. */
export function ChatUserRows({ list, selectedId, onOpen }: ChatUserRowsProps) {
  const { rows, hasMore, readMore, moreError } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useRef<VirtualizerHandle>(null);
  const [tabStopId, setTabStopId] = useState(selectedId);
  const [focusedId, setFocusedId] = useState('');
  const [wantedId, setWantedId] = useState<string>();

  const indexOf = (id: string) => rows.findIndex(({ _id }) => _id === id);
  const tabStop = Math.max(0, [tabStopId, selectedId].map(indexOf).find((index) => index !== -1) ?? 0);
  // The row that has the focus stays until the next one can take it.
  const focused = indexOf(focusedId);
  const keepMounted = useMemo(() => (focused === -1 ? [tabStop] : [tabStop, focused]), [tabStop, focused]);

  // A row from far away cannot be seen, nor take the focus, before the virtualizer has measured it.
  useEffect(() => {
    if (wantedId === undefined) return;
    let frame = 0;
    const giveUpAt = performance.now() + FOCUS_TAKEN_WITHIN_MS;
    const tryAgain = () => {
      const link = scroller.current?.querySelector<HTMLElement>(`[data-chat-user="${CSS.escape(wantedId)}"]`);
      link?.focus();
      if (document.activeElement === link || performance.now() > giveUpAt) setWantedId(undefined);
      else frame = requestAnimationFrame(tryAgain);
    };
    tryAgain();
    return () => cancelAnimationFrame(frame);
  }, [wantedId]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = nextIndex(event.key, tabStop, rows.length - 1);
    const row = next === undefined ? undefined : rows[next];
    if (next === undefined || row === undefined) return;
    event.preventDefault();
    virtualizer.current?.scrollToIndex(next, { align: 'nearest' });
    setTabStopId(row._id);
    setWantedId(row._id);
  }

  function seeEnd(): void {
    const current = virtualizer.current;
    if (!current || !hasMore || moreError) return;
    const last = current.findItemIndex(current.scrollOffset + current.viewportSize);
    if (last >= rows.length - ROWS_AHEAD) readMore();
  }
  // A page may fill less than the screen.
  useEffect(seeEnd);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links in it
    <div
      ref={scroller}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const id = event.target.closest<HTMLElement>('[data-chat-user]')?.dataset['chatUser'];
        if (id === undefined) return;
        setFocusedId(id);
        if (wantedId === undefined) setTabStopId(id);
      }}
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
    >
      <Virtualizer
        ref={virtualizer}
        scrollRef={scroller}
        as="ul"
        item="li"
        data={rows}
        itemSize={ROW_HEIGHT_PX}
        bufferSize={ROW_BUFFER_PX}
        keepMounted={keepMounted}
        onScroll={seeEnd}
      >
        {(row, index) => (
          <ChatUserRow
            key={row._id}
            row={row}
            isSelected={row._id === selectedId}
            isTabStop={index === tabStop}
            isAnyChosen={selectedId !== ''}
            onOpen={onOpen}
          />
        )}
      </Virtualizer>
      {moreError && <InlineFailure message={strings.listFailed} onRetry={readMore} retrying={list.isFetching} />}
      {hasMore && !moreError && (
        <p className="flex min-h-14 items-center justify-center gap-2 px-4 text-ink-muted text-sm">
          <Spinner label="" />
          {strings.loadingMore}
        </p>
      )}
    </div>
  );
}
