import { useEffect, useRef } from 'react';
import type { OutboxEntry } from '../outbox/outbox-storage.ts';

/**
 * What one sends oneself one wants to see.
 * @param last of what is on its way here; one that is last because what stood behind it has arrived is not new
 * @param show leads there; a stable function, or undefined where it is in sight anyway
 */
export function useScrollOnSend(
  last: Pick<OutboxEntry, 'createdAt'> | undefined,
  show: (() => void) | undefined,
): void {
  const sentAt = last?.createdAt ?? 0;
  const knownAt = useRef(sentAt);
  useEffect(() => {
    if (sentAt <= knownAt.current) return;
    knownAt.current = sentAt;
    show?.();
  }, [sentAt, show]);
}
