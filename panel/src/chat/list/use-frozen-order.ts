import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ChatRow } from './chat-list.ts';

/** The pointer may leave the list by accident. */
const RELEASED_AFTER_MS = 500;
/** A finger is off the screen while the user aims. */
const RELEASED_AFTER_TOUCH_MS = 2_000;

interface FrozenOrder {
  readonly listKey: string;
  readonly rows: readonly ChatRow[];
}

/**
 * The current rows in the order in which they were shown. New ones are last and removed ones stay, so that no row
 * moves.
 * @param known what is known of removed ones
 */
export function inFrozenOrder(
  shown: readonly ChatRow[],
  rows: readonly ChatRow[],
  known: readonly ChatRow[] = [],
): readonly ChatRow[] {
  const now = new Map([...known, ...rows].map((row) => [row._id, row]));
  const ids = new Set(shown.map(({ _id }) => _id));
  return [...shown.map((row) => now.get(row._id) ?? row), ...rows.filter(({ _id }) => !ids.has(_id))];
}

/**
 * Freezes the order of the rows while a pointer or the keyboard's focus is in the element with `areaProps`; the content
 * of the rows is still updated. A short time after both have left, the rows get their current order.
 * @param known all loaded rows, of which the list may show some
 * @param listKey another key is another list, whose order is independent of the previous one's
 */
export function useFrozenOrder(rows: readonly ChatRow[], known: readonly ChatRow[], listKey: string) {
  const [frozen, setFrozen] = useState<FrozenOrder>();
  const inside = useRef({ pointer: false, focus: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const shown = useMemo(
    () => (frozen?.listKey === listKey ? inFrozenOrder(frozen.rows, rows, known) : rows),
    [frozen, listKey, rows, known],
  );
  // New rows, or those of another list, are frozen from now on.
  const isOutgrown = frozen && (frozen.listKey !== listKey || frozen.rows.length !== shown.length);
  if (isOutgrown) setFrozen({ listKey, rows: shown });

  function enter(by: 'pointer' | 'focus'): void {
    inside.current[by] = true;
    clearTimeout(timer.current);
    setFrozen((before) => before ?? { listKey, rows });
  }
  function leave(by: 'pointer' | 'focus', releasedAfterMs = RELEASED_AFTER_MS): void {
    inside.current[by] = false;
    clearTimeout(timer.current);
    const { pointer, focus } = inside.current;
    if (!pointer && !focus) timer.current = setTimeout(() => setFrozen(undefined), releasedAfterMs);
  }

  return {
    rows: shown,
    /** Whether the frozen order differs from the current one. */
    isOutdated: shown.length !== rows.length || shown.some((row, index) => row._id !== rows[index]?._id),
    /** Applies the current order. */
    apply: () => setFrozen((before) => before && { listKey, rows }),
    areaProps: {
      onPointerEnter: () => enter('pointer'),
      onPointerLeave: ({ pointerType }: PointerEvent) =>
        leave('pointer', pointerType === 'touch' ? RELEASED_AFTER_TOUCH_MS : RELEASED_AFTER_MS),
      onFocus: ({ target }: FocusEvent) => {
        // After a press the focus may stay in the list although the user aims at no row.
        if (target.matches(':focus-visible')) enter('focus');
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) leave('focus');
      },
    },
  };
}
