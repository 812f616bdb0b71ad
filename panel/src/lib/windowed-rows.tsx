import {
  type ReactElement,
  type Ref,
  startTransition,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type CustomItemComponentProps, WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';
import { PRESSABLE } from './pressable.ts';
import { useListPlace } from './use-list-place.ts';

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
  /** Rows that stay although they are far from the screen. */
  readonly keepMounted?: readonly number[];
  readonly handle?: Ref<(row: number) => void>;
  readonly children: (row: number) => ReactElement;
}

function PressableItem({ ref, style, children }: CustomItemComponentProps) {
  return (
    <div ref={ref} style={style} className={PRESSABLE}>
      {children}
    </div>
  );
}

/** Rows of which only those near the screen exist; `handle` gets a function that scrolls to one. */
export function WindowedRows({
  feature,
  search,
  rowCount,
  onSeen,
  rowHeightPx,
  keepMounted,
  handle,
  children,
}: WindowedRowsProps) {
  const virtualizer = useRef<WindowVirtualizerHandle>(null);
  const sizes = useListPlace({ feature, search, rowCount, virtualizer });
  const [rowSize] = useState(rowHeightPx);
  // Left to itself the virtualizer draws its first rows in one piece, once it knows how high the screen is. Told how
  // many there will be, it draws them with everything else, in slices; rows off the screen follow. That number holds
  // until one scrolls, so it is that of the whole screen, however it is turned: a list of one row may grow, and a window
  // too. At a place that one comes back to, other rows than the first are on the screen.
  const [firstCount] = useState(() => (sizes ? 0 : Math.ceil(Math.max(screen.width, screen.height) / rowSize)));
  const [bufferSize, setBufferSize] = useState(0);
  useEffect(() => startTransition(() => setBufferSize(ROW_BUFFER_PX)), []);
  const rows = useMemo<ArrayLike<undefined>>(() => ({ length: rowCount }), [rowCount]);
  useImperativeHandle(handle, () => (row: number) => virtualizer.current?.scrollToIndex(row, { align: 'nearest' }), []);

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
    <WindowVirtualizer
      ref={virtualizer}
      item={PressableItem}
      data={rows}
      bufferSize={bufferSize}
      itemSize={rowSize}
      ssrCount={firstCount}
      {...(sizes && { cache: sizes })}
      {...(keepMounted && { keepMounted })}
      onScroll={report}
      onResize={report}
    >
      {(_, index) => children(index)}
    </WindowVirtualizer>
  );
}
