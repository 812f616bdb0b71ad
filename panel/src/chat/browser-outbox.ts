import { adminMessage } from '@hai-dang/contract/chat/chat.events.ts';
import { session } from '../lib/session.ts';
import { panelSocket } from '../lib/socket.ts';
import { createOutbox } from './outbox.ts';
import { createBrowserStorage, createMemoryStorage, withFallback } from './outbox-storage.ts';

const CHANNEL = 'hai-dang-outbox';

const channel = new BroadcastChannel(CHANNEL);

/** This browser's outbox, shared by all its tabs. */
export const outbox = createOutbox({
  storage: withFallback(createBrowserStorage(), createMemoryStorage()),
  owner: () => session.get()?.adminId,
  async ask({ userId, text, adminId, tempId }, timeoutMs) {
    const payload = { userId, text, type: 'text', adminId, tempId } as const;
    const { message } = await panelSocket.ask(adminMessage, payload, timeoutMs);
    return message;
  },
  async alone(name, work) {
    // Without locks (a page without TLS) two tabs may send the same: the server stores it once.
    if (globalThis.navigator?.locks) await navigator.locks.request(name, work);
    else await work();
  },
  announce: () => channel.postMessage(null),
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

// What a tab wrote that has no connection, or is closed, is sent from another; without locks all of them would send it.
channel.onmessage = () => void (globalThis.navigator?.locks ? outbox.flush() : outbox.reload());
