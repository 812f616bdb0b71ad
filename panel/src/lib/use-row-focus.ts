import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusablesIn } from './focusables.ts';

export interface FocusableRows<Row> {
  readonly rowCount: number;
  /** undefined while the row is not loaded. */
  readonly rowAt: (row: number) => Row | undefined;
  /** More rows follow the last one, not yet loaded. */
  readonly hasMore: boolean;
}

export interface RowFocus {
  /** The one row that Tab reaches. */
  readonly tabStop: number;
  /** The row that has, or last had, the focus: shortcut keys act on it. */
  readonly activeId: string | undefined;
  /** Rows that must be rendered even far from the screen. */
  readonly keepMounted: readonly number[];
  /** The element around the rows. */
  readonly list: RefObject<HTMLDivElement | null>;
  /** Set by a list that cannot keep rows mounted: scrolls to a row and renders it before it returns. */
  readonly revealRow: RefObject<((row: number) => void) | null>;
  readonly onFocus: (event: FocusEvent) => void;
  /**
   * Focuses a row, which may still have to load.
   * @param stop index of the row's element that gets the focus, from its end if negative
   */
  readonly focusRow: (row: number, stop?: number) => void;
  readonly moveBy: (rows: number, stop?: number) => void;
  /** Call it before the administrator's own action removes the active row: the next one then gets the focus. */
  readonly expectRemoval: (id: string) => void;
  /** Call it when that action has failed. */
  readonly cancelRemoval: (id: string) => void;
}

/** @returns the row that a key moves to; undefined for a key that does not move */
export function rowForKey(
  key: string,
  { row, rowCount, pageRows }: { readonly row: number; readonly rowCount: number; readonly pageRows: number },
): number | undefined {
  if (key === 'ArrowDown') return row + 1;
  if (key === 'ArrowUp') return row - 1;
  if (key === 'PageDown') return row + pageRows;
  if (key === 'PageUp') return row - pageRows;
  if (key === 'Home') return 0;
  return key === 'End' ? rowCount - 1 : undefined;
}

interface Active {
  readonly id: string | undefined;
  readonly row: number;
  /** The row that has the focus until this one takes it. */
  readonly from?: number | undefined;
  /** The row that gets the focus as soon as it is loaded. */
  readonly pending?: { readonly row: number; readonly stop: number } | undefined;
}

/**
 * The keyboard focus among rows of which only some are mounted. The target row is rendered before the focus moves, so
 * that key repeat, which is faster than frames, skips no row. If another administrator removes the active row, no other
 * becomes active: a key pressed at that moment must not act on the wrong one.
 * @param idOf identifies a row
 * @param home the row that Tab reaches while none is active
 */
export function useRowFocus<Row>(
  { rowCount, rowAt, hasMore }: FocusableRows<Row>,
  idOf: (row: Row) => string,
  home?: number,
): RowFocus {
  const [active, setActive] = useState<Active>({ id: undefined, row: 0 });
  const list = useRef<HTMLDivElement>(null);
  const revealRow = useRef<(row: number) => void>(null);
  const ownRemovals = useRef(new Set<string>());

  // Rows are added and removed above the active one: the search starts at its last index.
  const found = useMemo(() => {
    if (active.id === undefined) return undefined;
    for (let distance = 0; distance < rowCount; distance += 1) {
      for (const at of [active.row + distance, active.row - distance]) {
        const candidate = at >= 0 && at < rowCount ? rowAt(at) : undefined;
        if (candidate && idOf(candidate) === active.id) return at;
      }
    }
    return undefined;
  }, [active, rowCount, rowAt, idOf]);

  const focusRow = useCallback(
    (wanted: number, stop = 0) => {
      const row = Math.max(0, Math.min(hasMore ? rowCount : rowCount - 1, wanted));
      const target = rowAt(row);
      flushSync(() =>
        setActive((before) =>
          target ? { id: idOf(target), row, from: before.row } : { ...before, pending: { row, stop } },
        ),
      );
      revealRow.current?.(Math.min(row, rowCount - 1));
      const item = target && list.current?.querySelector(`[data-index="${row}"]`);
      const stops = item ? focusablesIn(item) : [];
      (stops.at(stop) ?? stops[0])?.focus();
    },
    [rowAt, rowCount, hasMore, idOf],
  );

  const { pending } = active;
  const isPendingLoaded = pending !== undefined && rowAt(pending.row) !== undefined;
  useLayoutEffect(() => {
    if (isPendingLoaded) {
      // If the focus has left the list meanwhile, it does not move.
      const isWaiting = list.current?.contains(document.activeElement);
      if (isWaiting) queueMicrotask(() => focusRow(pending.row, pending.stop));
      else setActive({ ...active, pending: undefined });
    }
    if (active.id === undefined) return;
    if (found === undefined) {
      const isOwn = ownRemovals.current.delete(active.id);
      if (isOwn && rowCount > 0) queueMicrotask(() => focusRow(active.row));
      else setActive({ id: undefined, row: rowCount === 0 ? 0 : active.row });
      // The focused row was removed.
      if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
    } else if (found !== active.row) {
      setActive({ ...active, row: found });
    }
  }, [active, found, pending, isPendingLoaded, rowCount, focusRow]);

  const tabStop = Math.max(0, Math.min(found ?? home ?? active.row, rowCount - 1));
  return {
    tabStop,
    activeId: active.id,
    keepMounted: useMemo(
      () => [tabStop, active.from, pending?.row].filter((row) => row !== undefined),
      [tabStop, active.from, pending],
    ),
    list,
    revealRow,
    onFocus: useCallback(
      (event: FocusEvent) => {
        const at = Number(event.target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? Number.NaN);
        const row = rowAt(at);
        if (row) setActive((before) => (before.id === idOf(row) ? before : { id: idOf(row), row: at }));
      },
      [rowAt, idOf],
    ),
    focusRow,
    moveBy: (rows, stop) => focusRow(active.id === undefined ? tabStop : (found ?? active.row) + rows, stop),
    expectRemoval: useCallback((id: string) => {
      ownRemovals.current.add(id);
    }, []),
    cancelRemoval: useCallback((id: string) => {
      ownRemovals.current.delete(id);
    }, []),
  };
}
