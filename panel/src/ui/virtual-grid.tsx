import { Fragment, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { denseHeightPx } from '../lib/density.ts';
import { focusablesIn } from '../lib/focusables.ts';
import { isShortcutKey } from '../lib/shortcut-keys.ts';
import type { InfiniteList } from '../lib/use-infinite-list.ts';
import { type RowFocus, rowForKey } from '../lib/use-row-focus.ts';
import { VirtualList } from '../lib/virtual-list.tsx';
import { type Breakpoint, isWide, TableHead } from './table-head.tsx';
import { type Column, TableRow } from './table-row.tsx';

/** The rows of the window that stay visible after a page key: those under the head, and one row of overlap. */
const PAGE_OVERLAP_ROWS = 3;

export interface VirtualGridProps<Row> {
  /** The feature, and the query string of the list's URL: together the key of the scroll position. */
  readonly feature: string;
  readonly search: string;
  readonly list: InfiniteList<Row>;
  readonly focus: RowFocus;
  /** Identifies a row. */
  readonly rowKey: (row: Row) => string;
  /** A constant or memoised, as rows are memoised. */
  readonly columns: ReadonlyArray<Column<Row>>;
  /** Rows and head have columns from this breakpoint on. */
  readonly wideFrom: Breakpoint;
  /** The layout of a row's cells: from the breakpoint on a grid of the tracks in --columns. */
  readonly rowClassName: string;
  /** The usual height of a row, with columns and without, in px. */
  readonly rowHeightPx: Readonly<Record<'wide' | 'narrow', number>>;
  /** Shown in place of a row while it loads. */
  readonly skeleton: ReactElement;
  /** The accessible name. */
  readonly label: string;
  /** Keys that act on rows, in the form of aria-keyshortcuts. */
  readonly keys?: string | undefined;
  /** In a table whose rows can be selected. */
  readonly isSelected?: (row: Row) => boolean;
  readonly selectAll?: ReactNode;
  /** Additional cells of a row. */
  readonly renderNotes?: (row: Row) => ReactNode;
  /** An additional cell below the line of an expanded row; undefined for a row that is not expanded. */
  readonly renderDetails?: (row: Row, tabIndex: number) => ReactNode;
}

/**
 * An ARIA grid of which only the rows near the screen are mounted. It is one tab stop, followed by the controls of the
 * row that Tab reaches. ↑ ↓, Home, End and the page keys move between rows, ← → between the cells of a row. Enter
 * presses the row's ROW_ACTION; Space its checkbox, or its ROW_ACTION where that is a button.
 */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>) {
  const { list, focus, columns, wideFrom, rowKey, selectAll, renderDetails } = props;
  const rowHeightPx = () => denseHeightPx(props.rowHeightPx[isWide(wideFrom) ? 'wide' : 'narrow']);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.shiftKey || !isShortcutKey(event.nativeEvent)) return;
    const item = target.closest<HTMLElement>('[data-index]');
    const stops = item ? focusablesIn(item) : [];
    const [row] = stops;
    const at = stops.indexOf(target);
    // Outside of the rows, only the element that stands in for an unmounted row handles keys.
    if (item ? at === -1 : target.role !== 'rowgroup') return;
    const isRow = target === row;
    const along = { ArrowRight: at + 1, ArrowLeft: at - 1, ...(at > 0 && { Home: 1, End: stops.length - 1 }) }[key];
    const pageRows = Math.max(1, Math.floor(window.innerHeight / rowHeightPx()) - PAGE_OVERLAP_ROWS);
    const next = rowForKey(key, { row: focus.tabStop, rowCount: list.rowCount, pageRows });
    if (next !== undefined && along === undefined) focus.focusRow(next, Math.max(0, at));
    else if (along !== undefined) stops[along]?.focus();
    else if (key === 'Enter' && isRow) pressIn(row, '[data-row-action]', event);
    else if (key === ' ' && (!item || target.matches('[role=row], [role=gridcell]'))) {
      pressIn(row, 'input[type=checkbox], button[data-row-action]', event);
    } else return;
    event.preventDefault();
  }

  function renderRow(index: number): ReactElement {
    const row = list.rowAt(index);
    if (row === undefined) return <Fragment key={`row-${index}`}>{props.skeleton}</Fragment>;
    const tabIndex = index === focus.tabStop ? 0 : -1;
    return (
      <TableRow
        key={rowKey(row)}
        id={rowKey(row)}
        row={row}
        index={index}
        tabIndex={tabIndex}
        columns={columns}
        className={props.rowClassName}
        isSelected={props.isSelected?.(row)}
        notes={props.renderNotes?.(row)}
        isExpandable={renderDetails !== undefined}
        details={renderDetails?.(row, tabIndex)}
      />
    );
  }

  const isExact = list.total?.totalRelation === 'eq';
  return (
    // biome-ignore lint/a11y/useSemanticElements: the virtualizer positions rows, which a table's layout forbids
    <div
      ref={focus.list}
      role="grid"
      tabIndex={-1}
      aria-label={props.label}
      aria-rowcount={isExact ? (list.total?.total ?? list.rowCount) + 1 : -1}
      aria-colcount={columns.length}
      aria-multiselectable={props.isSelected ? true : undefined}
      aria-keyshortcuts={props.keys}
      onFocus={focus.onFocus}
      onKeyDown={onKeyDown}
      className="outline-none"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className="sticky top-14 z-20">
        <TableHead columns={columns} wideFrom={wideFrom} selectAll={selectAll} />
      </div>
      <VirtualList
        feature={props.feature}
        search={props.search}
        rowCount={list.rowCount}
        onVisibleRangeChange={list.onVisibleRangeChange}
        rowHeightPx={rowHeightPx}
        focus={focus}
      >
        {renderRow}
      </VirtualList>
    </div>
  );
}

function pressIn(row: HTMLElement | undefined, selector: string, event: KeyboardEvent): void {
  if (!event.repeat) row?.querySelector<HTMLElement>(selector)?.click();
}
