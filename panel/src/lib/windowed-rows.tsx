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
import { PlacedRows, RowItem } from './row-item.tsx';
import type { RowFocus } from './use-row-focus.ts';
import { useScrollPosition } from './use-scroll-position.ts';

const ROW_BUFFER_PX = 400;
/** What is seen is told in steps of so many rows, so that scrolling does not render the screen at every pixel. */
const SEEN_STEP_ROWS = 10;

export interface WindowedRowsProps {
  /** The feature and the list's address without its path, under which the place in it is kept. */
  readonly feature: string;
  readonly search: string;
  readonly rowCount: number;
  readonly onSeen: (firstRow: number, lastRow: number) => void;
  /** The height of a row on the present screen, in px, before any is there to be measured. */
  readonly rowHeightPx: () => number;
  readonly focus: RowFocus;
  readonly children: (row: number) => ReactElement;
}

/** Where a row comes to stand that is scrolled to from below: under the heads that stay at the top of the window. */
const UNDER_HEADS_PX = 160;

/** The row that Tab reaches. */
const TabStop = createContext(0);

/** Around the rows: it takes the place of the row that Tab reaches, or that has the focus, while that one is not drawn. */
const standInOf = (item: HTMLElement): HTMLElement | null => item.closest<HTMLElement>('[role=rowgroup]');

function WindowedItem(props: CustomItemComponentProps) {
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
  return <RowItem {...props} />;
}

/**
 * Rows of which only those near the screen exist. The virtualizer of the window keeps no others, so a row that is to take
 * the focus is scrolled to and drawn at once, and one that has it and is scrolled away leaves it to the element around.
 */
export function WindowedRows({ feature, search, rowCount, onSeen, rowHeightPx, focus, children }: WindowedRowsProps) {
  const virtualizer = useRef<WindowVirtualizerHandle>(null);
  const sizes = useScrollPosition({ feature, search, rowCount, virtualizer });
  const [rowSize] = useState(rowHeightPx);
  // Left to itself the virtualizer draws its first rows in one piece, once it knows how high the screen is. Told how
  // many there will be, it draws them with everything else, in slices; rows off the screen follow. That number holds
  // until one scrolls, so it is that of the whole screen, however it is turned: a list of one row may grow, and a window
  // too. At a place that one comes back to, other rows than the first are on the screen.
  const [firstCount] = useState(() => (sizes ? 0 : Math.ceil(Math.max(screen.width, screen.height) / rowSize)));
  const [bufferSize, setBufferSize] = useState(0);
  useEffect(() => startTransition(() => setBufferSize(ROW_BUFFER_PX)), []);
  const rows = useMemo<ArrayLike<undefined>>(() => ({ length: rowCount }), [rowCount]);
  const standIn = useRef<HTMLDivElement>(null);
  useImperativeHandle(
    focus.reach,
    () => (row: number) => {
      const current = virtualizer.current;
      const around = standIn.current;
      if (!current || !around || around.querySelector(`[data-index="${row}"]`)) return;
      const top = window.scrollY + around.getBoundingClientRect().top + current.getItemOffset(row);
      const isAbove = top < window.scrollY + UNDER_HEADS_PX;
      window.scrollTo(0, top - (isAbove ? UNDER_HEADS_PX : window.innerHeight - 2 * current.getItemSize(row)));
      // The virtualizer draws what it is told of; the browser would tell it with the next frame.
      flushSync(() => window.dispatchEvent(new Event('scroll')));
    },
    [],
  );
  const isWindowLeft = useRef(false);
  /** A window that is left keeps its focus, and reports it anew when one comes back to it. */
  function onBlur({ target }: FocusEvent): void {
    isWindowLeft.current = document.activeElement === target;
  }
  /** Tab has come to what stands in for a row: from before it to its first stop, from behind it, or from the browser's own controls, to its last. */
  function onFocus({ target, currentTarget, relatedTarget }: FocusEvent): void {
    if (target !== currentTarget || isWindowLeft.current || currentTarget.contains(relatedTarget)) return;
    const isFromBefore =
      relatedTarget && currentTarget.compareDocumentPosition(relatedTarget) & Node.DOCUMENT_POSITION_PRECEDING;
    queueMicrotask(() => focus.move(0, isFromBefore ? 0 : -1));
  }

  const report = useCallback(() => {
    const current = virtualizer.current;
    if (!current) return;
    const first = current.findItemIndex(current.scrollOffset);
    const last = current.findItemIndex(current.scrollOffset + current.viewportSize);
    onSeen(
      Math.floor(first / SEEN_STEP_ROWS) * SEEN_STEP_ROWS,
      Math.min(rowCount, Math.ceil((last + 1) / SEEN_STEP_ROWS) * SEEN_STEP_ROWS),
    );
  }, [onSeen, rowCount]);
  useEffect(report, [report]);

  return (
    <TabStop value={focus.tabStop}>
      <PlacedRows value={focus}>
        {/* biome-ignore lint/a11y/useSemanticElements: the virtualizer places rows, which a table's layout forbids */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Tab comes to it in place of a row that is not drawn */}
        <div ref={standIn} role="rowgroup" tabIndex={0} onFocus={onFocus} onBlur={onBlur} className="outline-none">
          <WindowVirtualizer
            ref={virtualizer}
            item={WindowedItem}
            data={rows}
            bufferSize={bufferSize}
            itemSize={rowSize}
            ssrCount={firstCount}
            {...(sizes && { cache: sizes })}
            onScroll={report}
            onResize={report}
          >
            {(_, index) => children(index)}
          </WindowVirtualizer>
        </div>
      </PlacedRows>
    </TabStop>
  );
}
