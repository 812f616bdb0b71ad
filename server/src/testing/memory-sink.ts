import { setTimeout as sleep } from 'node:timers/promises';
import type { NotificationSink, SyncChange } from '../notifications/notifications.sink.ts';

/** A sink that stores what is delivered, one document per notification, and can be made unavailable. */
export function memorySink() {
  const stored = new Map<string, Map<string, SyncChange['content']>>();
  const deliveries: Array<{ adminId: string; ids: string[] }> = [];
  const inUse = new Set<string>();
  const state = {
    isAway: false,
    delayMs: 0,
    attempts: 0,
    /** New deliveries wait for it. */
    held: Promise.resolve(),
    overlapped: false,
    isBusy: () => inUse.size > 0,
  };
  const sink: NotificationSink = {
    name: 'memory',
    async deliver(adminId, changes) {
      if (inUse.has(adminId)) state.overlapped = true;
      inUse.add(adminId);
      state.attempts += 1;
      await state.held;
      await sleep(state.delayMs);
      inUse.delete(adminId);
      if (state.isAway) throw new Error('away');
      deliveries.push({ adminId, ids: changes.map(({ notificationId }) => notificationId) });
      const documents = stored.get(adminId) ?? new Map<string, SyncChange['content']>();
      for (const { notificationId, content } of changes) {
        if (content) documents.set(notificationId, content);
        else documents.delete(notificationId);
      }
      stored.set(adminId, documents);
    },
  };
  return { sink, stored, deliveries, state };
}
