import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { denseHeightPx } from '../../lib/density.ts';
import { useRowKeys } from '../../lib/row-keys.ts';
import { isShortcutKey } from '../../lib/shortcut-keys.ts';
import { rowForKey, useRowFocus } from '../../lib/use-row-focus.ts';
import { VirtualItems, VirtualListItem } from '../../lib/virtual-item.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { chatStrings as strings } from '../chat.strings.ts';
import type { ChatUserList } from './chat-list.queries.ts';
import type { ChatRow } from './chat-list.ts';
import { ChatUserRow, ROW_HEIGHT_PX } from './chat-user-row.tsx';
import type { ChatView } from './chat-view.ts';

/** The next page is fetched when fewer rows than this follow the last visible one. */
const ROWS_AHEAD = 20;
const ROW_BUFFER_PX = 400;
const UNKNOWN_SIZE = -1;

const idOf = ({ _id }: ChatRow): string => _id;

interface ChatUserRowsProps {
  readonly list: ChatUserList;
  readonly view: ChatView;
  /** '' for none. */
  readonly selectedId: string;
  readonly onOpen: (id: string) => void;
}

/**
 * The rows, of which only those near the screen are mounted. One tab stop; arrow keys, Home, End, j and k move through it.
 */
export function ChatUserRows({ list, view, selectedId, onOpen }: ChatUserRowsProps) {
  const { rows, hasMore, readMore, nextPageError, onView } = list;
  const virtualizer = useRef<VirtualizerHandle>(null);
  const selected = useMemo(() => rows.findIndex(({ _id }) => _id === selectedId), [rows, selectedId]);
  const rowAt = useCallback((row: number) => rows[row], [rows]);
  const home = selected === -1 ? undefined : selected;
  const focus = useRowFocus({ rowCount: rows.length, rowAt, hasMore }, idOf, home);
  useRowKeys({ moveBy: focus.moveBy });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.shiftKey || !isShortcutKey(event.nativeEvent)) return;
    const pageRows = Math.floor((focus.list.current?.clientHeight ?? 0) / denseHeightPx(ROW_HEIGHT_PX));
    const next = rowForKey(event.key, { row: focus.tabStop, rowCount: rows.length, pageRows });
    if (next === undefined) return;
    event.preventDefault();
    focus.focusRow(next);
  }

  function see(): void {
    const current = virtualizer.current;
    if (!current) return;
    const last = current.findItemIndex(current.scrollOffset + current.viewportSize);
    onView(rows.slice(current.findItemIndex(current.scrollOffset), last + 1));
    if (hasMore && !nextPageError && last >= rows.length - ROWS_AHEAD) readMore();
  }
  // A page may be shorter than the screen.
  useEffect(see);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links in it
    <div
      ref={focus.list}
      onKeyDown={onKeyDown}
      onFocus={focus.onFocus}
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
    >
      <VirtualItems value={{ keepMounted: focus.keepMounted, setSize: hasMore ? UNKNOWN_SIZE : rows.length }}>
        <Virtualizer
          ref={virtualizer}
          scrollRef={focus.list}
          as="ul"
          item={VirtualListItem}
          data={rows}
          itemSize={denseHeightPx(ROW_HEIGHT_PX)}
          bufferSize={ROW_BUFFER_PX}
          keepMounted={focus.keepMounted}
          onScroll={see}
        >
          {(row, index) => (
            <ChatUserRow
              key={row._id}
              row={row}
              view={view}
              isSelected={row._id === selectedId}
              isTabStop={index === focus.tabStop}
              isAnyChosen={selectedId !== ''}
              onOpen={onOpen}
            />
          )}
        </Virtualizer>
      </VirtualItems>
      {nextPageError && <InlineError message={strings.listFailed} onRetry={readMore} retrying={list.isFetching} />}
      {hasMore && !nextPageError && (
        <p className="flex min-h-14 items-center justify-center gap-2 px-4 text-ink-muted text-sm">
          <Spinner label="" />
          {strings.loadingMore}
        </p>
      )}
    </div>
  );
}
