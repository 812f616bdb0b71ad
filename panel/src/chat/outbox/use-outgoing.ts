import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { useEffect, useMemo } from 'react';
import { useStore } from '../../lib/create-store.ts';
import { useSession } from '../../lib/session.ts';
import { panelSocket } from '../../lib/socket.ts';
import { outbox } from './browser-outbox.ts';
import { followSending } from './outbox-sending.realtime.ts';
import type { OutboxEntry } from './outbox-storage.ts';

/**
 * The administrator's pending and failed entries to a user.
 * @param messages the stored messages: an entry among them is no longer pending, whichever event confirmed it
 */
export function useOutgoing(userId: string, messages: readonly ChatMessage[]): readonly OutboxEntry[] {
  const all = useStore(outbox);
  const adminId = useSession()?.adminId;
  // Right after another administrator has signed in, the entries may still be those of the previous one.
  const entries = useMemo(
    () => all.filter((entry) => entry.userId === userId && entry.adminId === adminId),
    [all, userId, adminId],
  );
  // The handlers start before anything is sent: the event that confirms it may come before followOutbox has loaded
  // these for all screens.
  useEffect(() => followSending(panelSocket), []);
  useEffect(() => {
    if (entries.length === 0) return;
    const waiting = new Set(entries.map(({ tempId }) => tempId));
    for (const message of messages) {
      if (message.tempId !== undefined && waiting.has(message.tempId)) outbox.onSent(message.tempId, message);
    }
  }, [entries, messages]);
  return entries;
}
