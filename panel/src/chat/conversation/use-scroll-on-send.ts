import { useEffect, useRef } from 'react';
import type { OutboxEntry } from '../outbox/outbox-storage.ts';

/**
 * Scrolls to a message that the administrator has sent.
 * @param last of the pending entries; one that becomes last because the entry after it was stored is not new
 * @param show scrolls there; a stable function, or undefined where it is in view anyway
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
