import AsyncLock from 'async-lock';
import type { MessageSending } from '../../lib/realtime/message-sending.ts';

/** One for a server. */
export function createMessageSending(): MessageSending {
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY });
  const stored = { text: 0, image: 0 };
  return {
    inOrder: (userId, work) => lock.acquire(userId, work),
    addStored: (type, count) => {
      stored[type] += count;
    },
    countStored: () => ({ ...stored }),
  };
}
