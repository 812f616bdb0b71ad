import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { useEffect, useMemo } from 'react';
import { useStore } from '../../lib/create-store.ts';
import { useSession } from '../../lib/session.ts';
import { outbox } from './browser-outbox.ts';
import type { OutboxEntry } from './outbox-storage.ts';

/**
 * What the administrator at this screen has on its way to a user, or what of it has failed.
 * @param messages what the server is known to have stored: whatever is among it has arrived, whoever said so first
 */
export function useOutgoing(userId: string, messages: readonly ChatMessage[]): readonly OutboxEntry[] {
  const all = useStore(outbox);
  const adminId = useSession()?.adminId;
  // Right after somebody else has signed in, what is shown may still be that of the one before.
  const entries = useMemo(
    () => all.filter((entry) => entry.userId === userId && entry.adminId === adminId),
    [all, userId, adminId],
  );
  useEffect(() => {
    if (entries.length === 0) return;
    const waiting = new Set(entries.map(({ tempId }) => tempId));
    for (const message of messages) {
      if (message.tempId !== undefined && waiting.has(message.tempId)) outbox.onSent(message.tempId, message);
    }
  }, [entries, messages]);
  return entries;
}
