import { type FocusEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

interface Rows<Row> {
  readonly rowCount: number;
  readonly rowAt: (row: number) => Row | undefined;
}

export interface RowFocus {
  /** The one row that the tab key reaches. */
  readonly tabStop: number;
  /** The row that keys act on. */
  readonly activeId: string | undefined;
  readonly keepMounted: readonly number[];
  readonly grid: (element: HTMLElement | null) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly move: (step: 1 | -1) => void;
  /** Tells that the active row is about to leave by one's own doing: the next one takes its place. */
  readonly leave: (id: string) => void;
}

/**
 * Which row has the focus, among rows of which only some exist. If somebody else takes the active row away, no other
 * takes its place by itself: a key pressed at that moment must not hit the wrong one.
 * @param idOf names a row for good
 */
export function useRowFocus<Row>({ rowCount, rowAt }: Rows<Row>, idOf: (row: Row) => string): RowFocus {
  const [active, setActive] = useState<{ id: string | undefined; row: number }>({ id: undefined, row: 0 });
  const gridElement = useRef<HTMLElement>(null);
  const wantsFocus = useRef(false);
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
    (row: number) => {
      const target = rowAt(Math.max(0, Math.min(rowCount - 1, row)));
      if (!target) return;
      wantsFocus.current = true;
      setActive({ id: idOf(target), row });
    },
    [rowAt, rowCount, idOf],
  );

  useLayoutEffect(() => {
    if (active.id === undefined) return;
    if (found === undefined) {
      const isOwn = leaving.current.delete(active.id);
      if (isOwn && rowCount > 0) goTo(active.row);
      else setActive({ id: undefined, row: active.row });
      // The row had the focus with it.
      if (document.activeElement === document.body) gridElement.current?.focus({ preventScroll: true });
    } else if (found !== active.row) {
      setActive({ id: active.id, row: found });
    }
    if (wantsFocus.current && found !== undefined) {
      const element = gridElement.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(active.id)}"]`);
      if (!element) return;
      wantsFocus.current = false;
      element.focus();
    }
  }, [active, found, rowCount, goTo]);

  return {
    tabStop: Math.min(active.row, Math.max(0, rowCount - 1)),
    activeId: active.id,
    keepMounted: useMemo(() => (found === undefined ? [] : [found]), [found]),
    grid: useCallback((element: HTMLElement | null) => {
      gridElement.current = element;
    }, []),
    onFocus: useCallback((event: FocusEvent) => {
      const row = event.target.closest<HTMLElement>('[data-row]');
      const id = row?.dataset['row'];
      const at = Number(row?.dataset['index']);
      if (id !== undefined) setActive((before) => (before.id === id ? before : { id, row: at }));
    }, []),
    move: (step) => goTo(active.id === undefined ? active.row : active.row + step),
    leave: (id) => {
      leaving.current.add(id);
    },
  };
}
