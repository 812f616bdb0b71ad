import { setTimeout as sleep } from 'node:timers/promises';
import {
  adminTypingStatus,
  markMessagesRead,
  messageDeleted,
  messageEdited,
  messageSent,
  messagesMarkedRead,
  sendMessage,
  userConnected,
  userStopTyping,
  userTyping,
} from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { receiveMessage } from '@hai-dang/contract/chat/conversations.events.ts';
import { TYPING_IDLE_MS } from '@hai-dang/contract/constants.ts';
import type { EventPayload, ToClientEvent } from '@hai-dang/contract/lib/event.ts';
import { connectErrorSchema, errorAckSchema } from '@hai-dang/contract/lib/socket.errors.ts';
import { io } from 'socket.io-client';
import { newId } from '../../../server/src/lib/ids.ts';
import { type ImageFile, uploadImage } from './image-upload.ts';
import { userStrings } from './user.strings.ts';

const strings = userStrings.chat;
const ACK_TIMEOUT_MS = 5_000;
const RETRY_MIN_MS = 200;
const RETRY_JITTER_MS = 800;
const RECONNECTION_DELAY_MAX_MS = 5_000;
/**
 * Messages may arrive slightly out of order; a gap that lasts longer means messages sent while this client was offline.
 */
const GAP_NOTICE_MS = 1_000;
/** After these errors a retry may succeed; every other one is final. */
const TRANSIENT_ERRORS = ['TOO_MANY_EVENTS', 'SERVICE_UNAVAILABLE', 'INTERNAL_ERROR'];

/** A message that is neither stored nor rejected yet. */
interface PendingMessage {
  tempId: string;
  /** Its text, or the printed form of an image. */
  content: string;
  image?: ImageFile;
}

interface Options {
  url: string;
  token: string;
  /** The account of the token. */
  userId: string;
  print: (text: string) => void;
  /** Called once for each message of an administrator. */
  onReceived?: (message: ChatMessage) => void;
  /** True: connects only with `goOnline`. */
  isOffline?: boolean;
  /** The server does not accept this token any more; the connection is closed. */
  onRejected: () => void;
}

/**
 * The app's side of the chat: a message stays in an outbox in memory, and is sent again with the same key until the
 * server has acknowledged it.
 */
export function openChat({ url, token, userId, print, onReceived, onRejected, ...options }: Options) {
  let { isOffline = false } = options;
  const socket = io(url, {
    autoConnect: !isOffline,
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnectionDelayMax: RECONNECTION_DELAY_MAX_MS,
  });
  const outbox: PendingMessage[] = [];
  const ownTempIds = new Set<string>();
  const seenSeqs = new Set<number>();
  let highestSeq = 0;
  let readUpToSeq = 0;
  let isSending = false;
  let isClosed = false;
  let rejected = 0;
  let typingTimer: NodeJS.Timeout | undefined;

  function onEvent<E extends ToClientEvent>(event: E, handler: (payload: EventPayload<E>) => void): void {
    socket.on(event.name, (raw: unknown) => {
      const { success, data } = event.payload.safeParse(raw);
      if (success) handler(data as EventPayload<E>);
    });
  }

  /** Marks a message as seen. @returns false when it has been printed before */
  function markSeen({ seq }: ChatMessage): boolean {
    if (seq === undefined) return true;
    if (seenSeqs.has(seq)) return false;
    seenSeqs.add(seq);
    const first = highestSeq + 1;
    if (highestSeq > 0 && seq > first) {
      const between = Array.from({ length: seq - first }, (_, index) => first + index);
      const printMissed = () => {
        const missed = between.filter((each) => !seenSeqs.has(each)).length;
        if (missed > 0) print(strings.missed(missed));
      };
      setTimeout(printMissed, GAP_NOTICE_MS).unref();
    }
    highestSeq = Math.max(highestSeq, seq);
    return true;
  }

  /** @returns whether this message is done: stored or rejected */
  async function send({ tempId, content, image }: PendingMessage): Promise<boolean> {
    let ack: unknown;
    try {
      ack = image
        ? await uploadImage({ url, token }, image, tempId)
        : await socket.timeout(ACK_TIMEOUT_MS).emitWithAck(sendMessage.name, { content, type: 'text', tempId });
    } catch {
      return false;
    }
    const error = errorAckSchema.safeParse(ack);
    if (error.success) {
      if (TRANSIENT_ERRORS.includes(error.data.code)) return false;
      rejected += 1;
      print(strings.notSent(content, error.data.error));
      return true;
    }
    const stored = sendMessage.ack.safeParse(ack);
    if (!stored.success) return false;
    markSeen(stored.data.message);
    print(strings.sent(content));
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

  function close(message: string): void {
    if (isClosed) return;
    isClosed = true;
    print(message);
    socket.disconnect();
    onRejected();
  }

  onEvent(receiveMessage, (message) => {
    if (!markSeen(message)) return;
    print(strings.received(new Date(message.createdAt), message.sender.username, textOf(message)));
    socket.emit(markMessagesRead.name);
    onReceived?.(message);
  });
  onEvent(messageSent, (message) => {
    // A message of another device of this user; those of this one are printed when they are acknowledged.
    if (ownTempIds.has(message.tempId ?? '') || !markSeen(message)) return;
    print(strings.sentElsewhere(new Date(message.createdAt), textOf(message)));
  });
  onEvent(messageEdited, ({ message }) => {
    print(strings.edited(new Date(message.createdAt), message.sender.username, textOf(message)));
  });
  onEvent(messageDeleted, ({ message }) => {
    print(strings.deleted(new Date(message.createdAt), message.sender.username));
  });
  onEvent(messagesMarkedRead, ({ forUserId, upToSeq = highestSeq }) => {
    if (forUserId !== userId || upToSeq <= readUpToSeq) return;
    readUpToSeq = upToSeq;
    print(strings.read);
  });
  onEvent(adminTypingStatus, ({ isTyping }) => {
    if (isTyping) print(strings.adminTyping);
  });

  socket.on('connect', () => {
    print(strings.online);
    socket.emit(userConnected.name, userId);
    void flush();
  });
  socket.on('disconnect', (reason) => {
    if (isOffline || isClosed) return;
    print(strings.connectionLost);
    // The server closed the connection: the error of one more attempt contains the reason.
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('connect_error', (error: Error & { data?: unknown }) => {
    const { data: reason } = connectErrorSchema.safeParse(error.data);
    if (!reason) return;
    if (!TRANSIENT_ERRORS.includes(reason.code)) return close(strings.rejected(error.message));
    setTimeout(() => !isOffline && !isClosed && socket.connect(), RECONNECTION_DELAY_MAX_MS);
  });

  function enqueue(message: Omit<PendingMessage, 'tempId'>): void {
    stopTyping();
    const tempId = newId();
    ownTempIds.add(tempId);
    outbox.push({ ...message, tempId });
    if (socket.connected) void flush();
    else print(strings.pending(outbox.length));
  }

  return {
    write: (content: string): void => enqueue({ content }),

    /** @returns whether a message is neither stored nor rejected yet */
    hasPending: (): boolean => outbox.length > 0,

    sendImage: (image: ImageFile): void => enqueue({ content: strings.imageFile(image.name), image }),

    /** Publishes that the user is typing and, one second after the last call, that they have stopped. */
    type(): void {
      if (!socket.connected) return;
      if (!typingTimer) socket.volatile.emit(userTyping.name);
      clearTimeout(typingTimer);
      typingTimer = setTimeout(stopTyping, TYPING_IDLE_MS);
    },

    goOffline(): void {
      isOffline = true;
      stopTyping();
      socket.disconnect();
      print(strings.offline);
    },

    goOnline(): void {
      if (!isOffline) return;
      isOffline = false;
      socket.connect();
    },

    /**
     * Waits until the outbox is empty, unless the client is offline, and disconnects.
     * @returns the number of messages that were not stored
     */
    async leave(): Promise<number> {
      while (outbox.length > 0 && !isOffline && !isClosed) await sleep(RETRY_MIN_MS);
      stopTyping();
      isClosed = true;
      socket.disconnect();
      return rejected + outbox.length;
    },
  };
}

/** The printed form of a message: an image by its size and caption; before it what it quotes. */
function textOf({ type, content, image, caption, quote }: ChatMessage): string {
  const text = type === 'text' ? content : [strings.image(image), caption].filter(Boolean).join(' ');
  if (!quote) return text;
  const quoted = quote.type === 'text' ? quote.content : [strings.image(null), quote.content].filter(Boolean).join(' ');
  return `${strings.quote(quoted)} ${text}`;
}
