import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { stopsIn } from './row-stops.ts';
import { isShortcutKey } from './shortcut-keys.ts';
import type { PagedList } from './use-paged-list.ts';
import { type RowFocus, rowByKey } from './use-row-focus.ts';
import { WindowedRows, type WindowedRowsProps } from './windowed-rows.tsx';

/** What a press on the row itself does; see {@link WindowedGrid}. */
export const ROW_ACTION = { 'data-row-action': '' } as const;

/** Rows of the window that a page key leaves on the screen: the head and one to go on from. */
const PAGE_OVERLAP_ROWS = 3;

interface WindowedGridProps<Row> extends Pick<WindowedRowsProps, 'feature' | 'search' | 'rowHeightPx'> {
  readonly list: PagedList<Row>;
  readonly focus: RowFocus;
  readonly label: string;
  readonly columnCount: number;
  /** Further keys that work on rows, as aria-keyshortcuts names them. */
  readonly keys?: string | undefined;
  readonly isSelectable?: boolean;
  /** A row with the names of the columns. */
  readonly head: ReactNode;
  /** Draws a row, or what stands in its place while it loads; its key names the row for good. */
  readonly renderRow: (row: Row | undefined, index: number) => ReactElement;
}

/**
 * A long list as a grid. It is one stop for Tab, with what can be pressed in the row that Tab reaches. Arrow keys, Home,
 * End and the page keys lead from row to row, left and right through the cells of one. Enter does what is marked with
 * ROW_ACTION in a row, Space ticks its checkbox or else, where ROW_ACTION is a button, presses that.
 */
export function WindowedGrid<Row>(props: WindowedGridProps<Row>) {
  const { list, focus, rowHeightPx } = props;

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.shiftKey || !isShortcutKey(event.nativeEvent)) return;
    const item = target.closest<HTMLElement>('[data-index]');
    const stops = item ? stopsIn(item) : [];
    const [row] = stops;
    const at = stops.indexOf(target);
    // Outside of the rows there is only what stands in for the one with the focus.
    if (item ? at === -1 : target.role !== 'rowgroup') return;
    const isRow = target === row;
    const along = { ArrowRight: at + 1, ArrowLeft: at - 1, ...(at > 0 && { Home: 1, End: stops.length - 1 }) }[key];
    const pageRows = Math.max(1, Math.floor(window.innerHeight / rowHeightPx()) - PAGE_OVERLAP_ROWS);
    const next = rowByKey(key, { row: focus.tabStop, rowCount: list.rowCount, pageRows });
    if (next !== undefined && along === undefined) focus.goTo(next, Math.max(0, at));
    else if (along !== undefined) stops[along]?.focus();
    else if (key === 'Enter' && isRow) pressRow(event, row, '[data-row-action]');
    else if (key === ' ' && (!item || target.matches('[role=row], [role=gridcell]'))) {
      pressRow(event, row, 'input[type=checkbox], button[data-row-action]');
    } else return;
    event.preventDefault();
  }

  const isExact = list.total?.totalRelation === 'eq';
  return (
    // biome-ignore lint/a11y/useSemanticElements: the virtualizer places rows, which a table's layout forbids
    <div
      ref={focus.list}
      role="grid"
      tabIndex={-1}
      aria-label={props.label}
      aria-rowcount={isExact ? (list.total?.total ?? list.rowCount) + 1 : -1}
      aria-colcount={props.columnCount}
      aria-multiselectable={props.isSelectable || undefined}
      aria-keyshortcuts={props.keys}
      onFocus={focus.onFocus}
      onKeyDown={onKeyDown}
      className="outline-none"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" className="sticky top-14 z-20">
        {props.head}
      </div>
      <WindowedRows
        feature={props.feature}
        search={props.search}
        rowCount={list.rowCount}
        onSeen={list.onSeen}
        rowHeightPx={rowHeightPx}
        focus={focus}
      >
        {(index) => props.renderRow(list.rowAt(index), index)}
      </WindowedRows>
    </div>
  );
}

function pressRow(event: KeyboardEvent, row: HTMLElement | undefined, what: string): void {
  if (!event.repeat) row?.querySelector<HTMLElement>(what)?.click();
}
