import { setTimeout as sleep } from 'node:timers/promises';
import {
  adminTypingStatus,
  markMessagesRead,
  messageSent,
  messagesMarkedRead,
  receiveMessage,
  sendMessage,
  userConnected,
  userStopTyping,
  userTyping,
} from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { TYPING_STOPPED_AFTER_MS } from '@hai-dang/contract/constants.ts';
import type { EventPayload, ToClientEvent } from '@hai-dang/contract/lib/event.ts';
import { errorAckSchema, refusalSchema } from '@hai-dang/contract/lib/socket.errors.ts';
import { io } from 'socket.io-client';
import { newId } from '../../../server/src/lib/ids.ts';
import { type PictureFile, uploadPicture } from './image-upload.ts';
import { demoUserStrings } from './user.strings.ts';

const strings = demoUserStrings.chat;
const ACK_TIMEOUT_MS = 5_000;
const RETRY_MIN_MS = 200;
const RETRY_JITTER_MS = 800;
const RECONNECTION_DELAY_MAX_MS = 5_000;
/** Messages may overtake each other by a moment; what is missing longer was sent while one was away. */
const GAP_NOTICE_MS = 1_000;
/** Refusals of the moment; every other one is final. */
const PASSING = ['TOO_MANY_EVENTS', 'SERVICE_UNAVAILABLE', 'INTERNAL_ERROR'];

/** What is written and not settled yet. */
interface Waiting {
  tempId: string;
  /** As it is told of. */
  content: string;
  picture?: PictureFile;
}

interface Options {
  url: string;
  token: string;
  /** Whose token it is. */
  userId: string;
  say: (text: string) => void;
  /** Told of what administrators write, once each. */
  onReceived?: (message: ChatMessage) => void;
  /** True for whoever comes only when told to. */
  isOffline?: boolean;
  /** The server lets this token in no more; nothing comes or goes from here on. */
  onRefused: () => void;
}

/**
 * The app's side of the chat (the wire contract, Delivery): what is written waits in an outbox, in memory, and is sent
 * again under the same key until the server has acknowledged it.
 */
export function openChat({ url, token, userId, say, onReceived, onRefused, ...options }: Options) {
  let { isOffline = false } = options;
  const socket = io(url, {
    autoConnect: !isOffline,
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnectionDelayMax: RECONNECTION_DELAY_MAX_MS,
  });
  const outbox: Waiting[] = [];
  const ownTempIds = new Set<string>();
  const seenSeqs = new Set<number>();
  let highestSeq = 0;
  let readUpToSeq = 0;
  let isSending = false;
  let isOver = false;
  let refusals = 0;
  let typingTimer: NodeJS.Timeout | undefined;

  function hear<E extends ToClientEvent>(event: E, handler: (payload: EventPayload<E>) => void): void {
    socket.on(event.name, (raw: unknown) => {
      const { success, data } = event.payload.safeParse(raw);
      if (success) handler(data as EventPayload<E>);
    });
  }

  /** Takes note of a message's place. @returns false when it has been shown before */
  function isNews({ seq }: ChatMessage): boolean {
    if (seq === undefined) return true;
    if (seenSeqs.has(seq)) return false;
    seenSeqs.add(seq);
    const first = highestSeq + 1;
    if (highestSeq > 0 && seq > first) {
      const between = Array.from({ length: seq - first }, (_, index) => first + index);
      const tell = () => {
        const missed = between.filter((each) => !seenSeqs.has(each)).length;
        if (missed > 0) say(strings.missed(missed));
      };
      setTimeout(tell, GAP_NOTICE_MS).unref();
    }
    highestSeq = Math.max(highestSeq, seq);
    return true;
  }

  /** @returns whether this message is settled, one way or the other */
  async function send({ tempId, content, picture }: Waiting): Promise<boolean> {
    let answer: unknown;
    try {
      answer = picture
        ? await uploadPicture({ url, token }, picture, tempId)
        : await socket.timeout(ACK_TIMEOUT_MS).emitWithAck(sendMessage.name, { content, type: 'text', tempId });
    } catch {
      return false;
    }
    const refusal = errorAckSchema.safeParse(answer);
    if (refusal.success) {
      if (PASSING.includes(refusal.data.code)) return false;
      refusals += 1;
      say(strings.notSent(content, refusal.data.error));
      return true;
    }
    const stored = sendMessage.ack.safeParse(answer);
    if (!stored.success) return false;
    isNews(stored.data.message);
    say(strings.sent(content));
    return true;
  }

  async function flush(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let next = outbox[0]; next && socket.connected; next = outbox[0]) {
      if (await send(next)) outbox.shift();
      else await sleep(RETRY_MIN_MS + Math.random() * RETRY_JITTER_MS);
    }
    isSending = false;
  }

  function stopTyping(): void {
    if (!typingTimer) return;
    clearTimeout(typingTimer);
    typingTimer = undefined;
    if (socket.connected) socket.volatile.emit(userStopTyping.name);
  }

  function stopBecause(message: string): void {
    if (isOver) return;
    isOver = true;
    say(message);
    socket.disconnect();
    onRefused();
  }

  hear(receiveMessage, (message) => {
    if (!isNews(message)) return;
    say(strings.received(new Date(message.createdAt), message.sender.username, textOf(message)));
    socket.emit(markMessagesRead.name);
    onReceived?.(message);
  });
  hear(messageSent, (message) => {
    // One's own, from another device; this one's is told when it is acknowledged.
    if (ownTempIds.has(message.tempId ?? '') || !isNews(message)) return;
    say(strings.sentElsewhere(new Date(message.createdAt), textOf(message)));
  });
  hear(messagesMarkedRead, ({ forUserId, upToSeq = highestSeq }) => {
    if (forUserId !== userId || upToSeq <= readUpToSeq) return;
    readUpToSeq = upToSeq;
    say(strings.read);
  });
  hear(adminTypingStatus, ({ isTyping }) => {
    if (isTyping) say(strings.adminTyping);
  });

  socket.on('connect', () => {
    say(strings.online);
    socket.emit(userConnected.name, userId);
    void flush();
  });
  socket.on('disconnect', (reason) => {
    if (isOffline || isOver) return;
    say(strings.connectionLost);
    // The server has closed it: its answer to one more attempt says why.
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('connect_error', (error: Error & { data?: unknown }) => {
    const { data: refusal } = refusalSchema.safeParse(error.data);
    if (!refusal) return;
    if (!PASSING.includes(refusal.code)) return stopBecause(strings.refused(error.message));
    setTimeout(() => !isOffline && !isOver && socket.connect(), RECONNECTION_DELAY_MAX_MS);
  });

  function put(waiting: Omit<Waiting, 'tempId'>): void {
    stopTyping();
    const tempId = newId();
    ownTempIds.add(tempId);
    outbox.push({ ...waiting, tempId });
    if (socket.connected) void flush();
    else say(strings.waiting(outbox.length));
  }

  return {
    write: (content: string): void => put({ content }),

    sendPicture: (picture: PictureFile): void => put({ content: strings.pictureFile(picture.name), picture }),

    /** Somebody is typing now, and has stopped a second after the last call. */
    type(): void {
      if (!socket.connected) return;
      if (!typingTimer) socket.volatile.emit(userTyping.name);
      clearTimeout(typingTimer);
      typingTimer = setTimeout(stopTyping, TYPING_STOPPED_AFTER_MS);
    },

    goOffline(): void {
      isOffline = true;
      stopTyping();
      socket.disconnect();
      say(strings.offline);
    },

    goOnline(): void {
      if (!isOffline) return;
      isOffline = false;
      socket.connect();
    },

    /**
     * Waits until all that was written is settled, unless one is offline, and leaves.
     * @returns how many messages were not stored
     */
    async leave(): Promise<number> {
      while (outbox.length > 0 && !isOffline && !isOver) await sleep(RETRY_MIN_MS);
      stopTyping();
      isOver = true;
      socket.disconnect();
      return refusals + outbox.length;
    },
  };
}

/** A line for a message: of a picture, how large it is and what is written under it. */
function textOf({ type, content, image, caption }: ChatMessage): string {
  if (type === 'text') return content;
  return [strings.picture(image), caption].filter(Boolean).join(' ');
}
