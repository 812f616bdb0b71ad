import { adminMessage } from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { session } from '../../lib/session.ts';
import { panelSocket } from '../../lib/socket.ts';
import { AskError } from '../../lib/socket-ask.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';
import { uploadProgress } from '../images/upload-progress.ts';
import { type Attempt, createOutbox } from './outbox.ts';
import { OUTBOX_CHANNEL } from './outbox-database.ts';
import { createBrowserStorage, createMemoryStorage, type OutboxEntry, withFallback } from './outbox-storage.ts';

const channel = new BroadcastChannel(OUTBOX_CHANNEL);
const storage = withFallback(createBrowserStorage(), createMemoryStorage());

/** The bytes of a pending image. */
export const outgoingBytes = (tempId: string): Promise<Blob | undefined> => storage.bytes(tempId);

async function askText(entry: OutboxEntry, { timeoutMs }: Attempt): Promise<ChatMessage> {
  const { userId, text, adminId, tempId, quote } = entry;
  const payload = { userId, text, type: 'text', adminId, tempId, ...(quote && { quotedId: quote._id }) } as const;
  const { message } = await panelSocket.ask(adminMessage, payload, timeoutMs);
  if (message.type === 'note') throw new AskError('malformed', 'a text was acknowledged as a note');
  return message;
}

async function askImage(entry: OutboxEntry, name: string, attempt: Attempt): Promise<ChatMessage> {
  const { tempId } = entry;
  // The confirmation is published over the socket, and without one there is most likely no network.
  if (panelSocket.state.get() !== 'connected') throw new AskError('not-connected', '');
  const bytes = await storage.bytes(tempId);
  if (!bytes) throw new AskError('rejected', strings.imageLost);
  const { sendImage } = await import('../images/image-sending.api.ts');
  uploadProgress.set(tempId, 0);
  function onProgress(done: number): void {
    attempt.onProgress();
    uploadProgress.set(tempId, Math.floor(done * 100));
  }
  try {
    return await sendImage(entry, { bytes, name }, { ...attempt, onProgress });
  } finally {
    uploadProgress.end(tempId);
  }
}

/** This browser's outbox, shared by all its tabs. */
export const outbox = createOutbox({
  storage,
  owner: () => session.get()?.adminId,
  ask: (entry, attempt) => (entry.picture ? askImage(entry, entry.picture.name, attempt) : askText(entry, attempt)),
  async alone(name, work) {
    // Without locks (a page without TLS) two tabs may send the same entry: the server stores it once.
    if (globalThis.navigator?.locks) await navigator.locks.request(name, work);
    else await work();
  },
  announce: () => channel.postMessage(null),
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

// Entries of a tab that is disconnected or closed are sent by another tab; without locks all tabs would send them.
channel.onmessage = () => void (globalThis.navigator?.locks ? outbox.flush() : outbox.reload());
