import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * The place to which the focus moves when the focused control inside goes away because it is done with.
 * @param isDone becomes true in the render that removes the control
 */
export function useKeptFocus<Place extends HTMLElement>(isDone: boolean): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const wasDone = useRef(isDone);
  useLayoutEffect(() => {
    if (isDone && !wasDone.current && document.activeElement === document.body) place.current?.focus();
    wasDone.current = isDone;
  }, [isDone]);
  return place;
}
