import { useEffect, useRef } from 'react';
import type { OutboxEntry } from './outbox-storage.ts';

/**
 * What one sends oneself one wants to see: it leads out of the past.
 * @param toNewest a stable function
 */
export function useOwnWords(
  entries: ReadonlyArray<Pick<OutboxEntry, 'tempId'>>,
  isPast: boolean,
  toNewest: () => void,
): void {
  const last = entries.at(-1)?.tempId;
  const known = useRef(last);
  useEffect(() => {
    if (isPast && last !== undefined && last !== known.current) toNewest();
    known.current = last;
  }, [last, isPast, toNewest]);
}
