import {
  createContext,
  type FocusEvent,
  type ReactElement,
  type RefObject,
  startTransition,
  use,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { type CustomItemComponentProps, WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';
import type { RowFocus } from './use-row-focus.ts';
import { useScrollPosition } from './use-scroll-position.ts';
import { VirtualItem, VirtualItems } from './virtual-item.tsx';

const ROW_BUFFER_PX = 400;
/** The visible range changes in steps of this many rows: scrolling does not render the screen at every pixel. */
const RANGE_STEP_ROWS = 10;

export interface VirtualListProps {
  /** The feature, and the query string of the list's URL: together the key of the scroll position. */
  readonly feature: string;
  readonly search: string;
  readonly rowCount: number;
  readonly onVisibleRangeChange: (firstRow: number, lastRow: number) => void;
  /** The usual height of a row on this screen, in px: used until rows have been measured. */
  readonly rowHeightPx: () => number;
  readonly focus: RowFocus;
  readonly children: (row: number) => ReactElement;
}

/** Height of the sticky heads at the top of the window, with a margin: a row that is scrolled to is placed below. */
const STICKY_HEADS_PX = 160;

/** The index of the row that Tab reaches. */
const TabStop = createContext(0);

/**
 * The element around the rows. It stands in for the row that Tab reaches, or that has the focus, while that row is
 * unmounted.
 */
const standInOf = (item: HTMLElement): HTMLElement | null => item.closest<HTMLElement>('[role=rowgroup]');

function FocusableItem(props: CustomItemComponentProps) {
  const ref = props.ref as RefObject<HTMLElement | null>;
  const isTabStop = props.index === use(TabStop);
  useLayoutEffect(() => {
    const standIn = isTabStop && ref.current && standInOf(ref.current);
    if (!standIn) return;
    standIn.tabIndex = -1;
    return () => {
      standIn.tabIndex = 0;
    };
  }, [isTabStop, ref]);
  useLayoutEffect(() => {
    const item = ref.current;
    return () => {
      if (item?.contains(document.activeElement)) standInOf(item)?.focus({ preventScroll: true });
    };
  }, [ref]);
  return <VirtualItem {...props} />;
}

/**
 * A list of which only the rows near the screen are mounted. Virtua's window list cannot keep other rows mounted, so a
 * row that gets the focus is scrolled to and rendered at once, and a focused row that is scrolled away passes the focus
 * to the element around the rows.
 */
export function VirtualList(props: VirtualListProps) {
  const { feature, search, rowCount, onVisibleRangeChange, rowHeightPx, focus, children } = props;
  const virtualizer = useRef<WindowVirtualizerHandle>(null);
  const sizes = useScrollPosition({ feature, search, rowCount, virtualizer });
  const [rowSize] = useState(rowHeightPx);
  // By default the virtualizer renders its first rows in one long task, after it has measured the screen. With a given
  // count it renders them with the rest of the screen, in slices; rows off the screen follow. The count applies until
  // the first scroll: it covers the whole screen in either orientation, as lists and windows may grow. There is
  // none with a restored scroll position, which shows other rows than the first.
  const [firstCount] = useState(() => (sizes ? 0 : Math.ceil(Math.max(screen.width, screen.height) / rowSize)));
  const [bufferSize, setBufferSize] = useState(0);
  useEffect(() => startTransition(() => setBufferSize(ROW_BUFFER_PX)), []);
  const rows = useMemo<ArrayLike<undefined>>(() => ({ length: rowCount }), [rowCount]);
  const standIn = useRef<HTMLDivElement>(null);
  useImperativeHandle(
    focus.revealRow,
    () => (row: number) => {
      const current = virtualizer.current;
      const around = standIn.current;
      if (!current || !around || around.querySelector(`[data-index="${row}"]`)) return;
      const top = window.scrollY + around.getBoundingClientRect().top + current.getItemOffset(row);
      const isAbove = top < window.scrollY + STICKY_HEADS_PX;
      window.scrollTo(0, top - (isAbove ? STICKY_HEADS_PX : window.innerHeight - 2 * current.getItemSize(row)));
      // The browser would dispatch the event with the next frame; the virtualizer renders on it.
      flushSync(() => window.dispatchEvent(new Event('scroll')));
    },
    [],
  );
  const isWindowBlurred = useRef(false);
  /** A window that loses the focus keeps its active element, and fires focus again when it regains it. */
  function onBlur({ target }: FocusEvent): void {
    isWindowBlurred.current = document.activeElement === target;
  }
  /** Tab reached the stand-in: from before it, focus the row's first stop, otherwise its last. */
  function onFocus({ target, currentTarget, relatedTarget }: FocusEvent): void {
    if (target !== currentTarget || isWindowBlurred.current || currentTarget.contains(relatedTarget)) return;
    const isFromBefore =
      relatedTarget && currentTarget.compareDocumentPosition(relatedTarget) & Node.DOCUMENT_POSITION_PRECEDING;
    queueMicrotask(() => focus.moveBy(0, isFromBefore ? 0 : -1));
  }

  const reportRange = useCallback(() => {
    const current = virtualizer.current;
    if (!current) return;
    const first = current.findItemIndex(current.scrollOffset);
    const last = current.findItemIndex(current.scrollOffset + current.viewportSize);
    onVisibleRangeChange(
      Math.floor(first / RANGE_STEP_ROWS) * RANGE_STEP_ROWS,
      Math.min(rowCount, Math.ceil((last + 1) / RANGE_STEP_ROWS) * RANGE_STEP_ROWS),
    );
  }, [onVisibleRangeChange, rowCount]);
  useEffect(reportRange, [reportRange]);

  return (
    <TabStop value={focus.tabStop}>
      <VirtualItems value={focus}>
        {/* biome-ignore lint/a11y/useSemanticElements: the virtualizer places rows, which a table's layout forbids */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Tab reaches it in place of a row that is unmounted */}
        <div ref={standIn} role="rowgroup" tabIndex={0} onFocus={onFocus} onBlur={onBlur} className="outline-none">
          <WindowVirtualizer
            ref={virtualizer}
            item={FocusableItem}
            data={rows}
            bufferSize={bufferSize}
            itemSize={rowSize}
            ssrCount={firstCount}
            {...(sizes && { cache: sizes })}
            onScroll={reportRange}
            onResize={reportRange}
          >
            {(_, index) => children(index)}
          </WindowVirtualizer>
        </div>
      </VirtualItems>
    </TabStop>
  );
}
