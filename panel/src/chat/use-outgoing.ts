import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { outbox } from './browser-outbox.ts';
import type { OutboxEntry } from './outbox-storage.ts';

/**
 * What is on its way to a user, or has failed.
 * @param messages what the server is known to have stored: whatever is among it has arrived, whoever said so first
 */
export function useOutgoing(userId: string, messages: readonly ChatMessage[]): readonly OutboxEntry[] {
  const all = useSyncExternalStore(outbox.subscribe, outbox.get);
  const entries = useMemo(() => all.filter((entry) => entry.userId === userId), [all, userId]);
  useEffect(() => {
    if (entries.length === 0) return;
    const waiting = new Set(entries.map(({ tempId }) => tempId));
    for (const message of messages) {
      if (message.tempId != null && waiting.has(message.tempId)) outbox.onMessageSent(message);
    }
  }, [entries, messages]);
  return entries;
}
