import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ChatRow } from './chat-list.ts';
import { inHeldOrder } from './held-order.ts';

/** The pointer may only have slipped off the edge. */
const RELEASED_AFTER_MS = 500;
/** A finger is off the screen while it aims. */
const RELEASED_AFTER_TOUCH_MS = 2_000;

interface Held {
  readonly listKey: string;
  readonly rows: readonly ChatRow[];
}

/**
 * Keeps rows where they are while a pointer or the keyboard's focus is in the area that gets `areaProps`; what they say
 * changes in place. A short time after both have left, the rows are in their own order again.
 * @param listKey another one is another list, whose order has nothing to do with that of the one before
 */
export function useHeldOrder(rows: readonly ChatRow[], listKey: string) {
  const [held, setHeld] = useState<Held>();
  const inside = useRef({ pointer: false, focus: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const shown = useMemo(() => (held?.listKey === listKey ? inHeldOrder(held.rows, rows) : rows), [held, listKey, rows]);
  // New rows, or all of another list, stay where they are from now on.
  if (held && (held.listKey !== listKey || held.rows.length !== shown.length)) setHeld({ listKey, rows: shown });

  function enter(by: 'pointer' | 'focus'): void {
    inside.current[by] = true;
    clearTimeout(timer.current);
    setHeld((before) => before ?? { listKey, rows });
  }
  function leave(by: 'pointer' | 'focus', releasedAfterMs = RELEASED_AFTER_MS): void {
    inside.current[by] = false;
    clearTimeout(timer.current);
    const { pointer, focus } = inside.current;
    if (!pointer && !focus) timer.current = setTimeout(() => setHeld(undefined), releasedAfterMs);
  }

  return {
    rows: shown,
    /** Whether some rows are not where they belong. */
    isOutdated: shown.some((row, index) => row._id !== rows[index]?._id),
    /** Puts the rows in their own order. */
    apply: () => setHeld((before) => before && { listKey, rows }),
    areaProps: {
      onPointerEnter: () => enter('pointer'),
      onPointerLeave: ({ pointerType }: PointerEvent) =>
        leave('pointer', pointerType === 'touch' ? RELEASED_AFTER_TOUCH_MS : RELEASED_AFTER_MS),
      onFocus: ({ target }: FocusEvent) => {
        // After a press the focus may rest in the list for long, although nobody aims at anything.
        if (target.matches(':focus-visible')) enter('focus');
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) leave('focus');
      },
    },
  };
}
