import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { stopsIn } from './row-stops.ts';

export interface FocusableRows<Row> {
  readonly rowCount: number;
  /** undefined while the row is not loaded. */
  readonly rowAt: (row: number) => Row | undefined;
  /** More rows follow the last one once they are loaded. */
  readonly hasMore: boolean;
}

export interface RowFocus {
  /** The one row that the tab key reaches. */
  readonly tabStop: number;
  /** The row that keys act on. */
  readonly activeId: string | undefined;
  /** Rows that are needed however far from the screen they are. */
  readonly keepMounted: readonly number[];
  /** The element around the rows. */
  readonly list: RefObject<HTMLDivElement | null>;
  /** Set by what places the rows, where keepMounted is not enough: scrolls to a row and draws it before it returns. */
  readonly reach: RefObject<((row: number) => void) | null>;
  readonly onFocus: (event: FocusEvent) => void;
  /** Focuses a stop in a row, the row's first one unless told otherwise. A row that is still to load is waited for. */
  readonly goTo: (row: number, stop?: number) => void;
  readonly move: (step: number, stop?: number) => void;
  /** Tells that the active row is about to leave by one's own doing: the next one takes its place. */
  readonly leave: (id: string) => void;
  /** Tells that it does not leave after all. */
  readonly stay: (id: string) => void;
}

/** @returns the row that a key leads to from another one; undefined for any other key */
export function rowByKey(
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
  /** The row that has the focus until this one can take it. */
  readonly from?: number | undefined;
  /** The row that takes the focus as soon as it is loaded. */
  readonly awaited?: { readonly row: number; readonly stop: number } | undefined;
}

/**
 * Which row has the focus, among rows of which only some exist: the row that a key leads to is drawn before the focus
 * moves, so that keys pressed faster than the screen is drawn skip none. If somebody else takes the active row away, no
 * other takes its place by itself: a key pressed at that moment must not hit the wrong one.
 * @param idOf names a row for good
 * @param home the row that the tab key reaches where none is active
 */
export function useRowFocus<Row>(
  { rowCount, rowAt, hasMore }: FocusableRows<Row>,
  idOf: (row: Row) => string,
  home?: number,
): RowFocus {
  const [active, setActive] = useState<Active>({ id: undefined, row: 0 });
  const list = useRef<HTMLDivElement>(null);
  const reach = useRef<(row: number) => void>(null);
  const leaving = useRef(new Set<string>());

  // Rows come and go above the active one: it is looked for near where it was.
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

  const goTo = useCallback(
    (wanted: number, stop = 0) => {
      const row = Math.max(0, Math.min(hasMore ? rowCount : rowCount - 1, wanted));
      const target = rowAt(row);
      flushSync(() =>
        setActive((before) =>
          target ? { id: idOf(target), row, from: before.row } : { ...before, awaited: { row, stop } },
        ),
      );
      reach.current?.(Math.min(row, rowCount - 1));
      const item = target && list.current?.querySelector(`[data-index="${row}"]`);
      const stops = item ? stopsIn(item) : [];
      (stops.at(stop) ?? stops[0])?.focus();
    },
    [rowAt, rowCount, hasMore, idOf],
  );

  const { awaited } = active;
  const isAwaitedThere = awaited !== undefined && rowAt(awaited.row) !== undefined;
  useLayoutEffect(() => {
    if (isAwaitedThere) {
      // Who has gone elsewhere in the meantime is left there.
      const isWaiting = list.current?.contains(document.activeElement);
      if (isWaiting) queueMicrotask(() => goTo(awaited.row, awaited.stop));
      else setActive({ ...active, awaited: undefined });
    }
    if (active.id === undefined) return;
    if (found === undefined) {
      const isOwn = leaving.current.delete(active.id);
      if (isOwn && rowCount > 0) queueMicrotask(() => goTo(active.row));
      else setActive({ id: undefined, row: active.row });
      // The row had the focus with it.
      if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
    } else if (found !== active.row) {
      setActive({ ...active, row: found });
    }
  }, [active, found, awaited, isAwaitedThere, rowCount, goTo]);

  const tabStop = Math.max(0, Math.min(found ?? home ?? active.row, rowCount - 1));
  return {
    tabStop,
    activeId: active.id,
    keepMounted: useMemo(
      () => [tabStop, active.from, awaited?.row].filter((row) => row !== undefined),
      [tabStop, active.from, awaited],
    ),
    list,
    reach,
    onFocus: useCallback(
      (event: FocusEvent) => {
        const at = Number(event.target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? Number.NaN);
        const row = rowAt(at);
        if (row) setActive((before) => (before.id === idOf(row) ? before : { id: idOf(row), row: at }));
      },
      [rowAt, idOf],
    ),
    goTo,
    move: (step, stop) => goTo(active.id === undefined ? tabStop : (found ?? active.row) + step, stop),
    leave: useCallback((id: string) => {
      leaving.current.add(id);
    }, []),
    stay: useCallback((id: string) => {
      leaving.current.delete(id);
    }, []),
  };
}
