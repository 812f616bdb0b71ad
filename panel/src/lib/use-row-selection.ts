import { useCallback, useState } from 'react';

interface RowSelection<Row> {
  /** The selected rows as they were when they were selected, by id. */
  readonly selected: ReadonlyMap<string, Row>;
  readonly toggle: (row: Row) => void;
  /** Selects these rows alone. */
  readonly select: (rows: readonly Row[]) => void;
  readonly clear: () => void;
  /** Replaces some of the selected rows. */
  readonly accept: (rows: ReadonlyMap<string, Row>) => void;
  /** Keeps only these rows selected. */
  readonly keep: (ids: ReadonlySet<string>) => void;
}

/**
 * The rows of a list that are selected.
 * @param listKey names the list: the selection of one list is not visible in another
 * @param idOf identifies a row; a stable function
 */
export function useRowSelection<Row>(listKey: string, idOf: (row: Row) => string): RowSelection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(() => new Map());
  const [shown, setShown] = useState(listKey);
  if (shown !== listKey) {
    setShown(listKey);
    setSelected(new Map());
  }
  return {
    selected,
    toggle: useCallback(
      (row) =>
        setSelected((before) => {
          const next = new Map(before);
          if (!next.delete(idOf(row))) next.set(idOf(row), row);
          return next;
        }),
      [idOf],
    ),
    select: useCallback((rows) => setSelected(new Map(rows.map((row) => [idOf(row), row]))), [idOf]),
    clear: useCallback(() => setSelected(new Map()), []),
    accept: useCallback((rows) => setSelected((before) => new Map([...before, ...rows])), []),
    keep: useCallback((ids) => setSelected((before) => new Map([...before].filter(([id]) => ids.has(id)))), []),
  };
}
