import { setTimeout as sleep } from 'node:timers/promises';
import { adminConnected } from '@hai-dang/contract/auth/auth.events.ts';
import { listMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { adminMessage, messageSent, sendMessage } from '@hai-dang/contract/chat/chat.events.ts';
import { type ChatMessage, chatMessageSchema, storedMessageAckSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { receiveMessage } from '@hai-dang/contract/chat/conversations.events.ts';
import { CHAT_HISTORY_MAX_LIMIT } from '@hai-dang/contract/constants.ts';
import { endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { errorAckSchema } from '@hai-dang/contract/lib/socket.errors.ts';
import { io } from 'socket.io-client';
import type { Random } from '../lib/random.ts';

/** Below the server's limit of 20 events a second. */
const PAUSE_BETWEEN_EVENTS_MS = 55;
const ACK_TIMEOUT_MS = 1_500;
const RETRY_MS = 150;
/** Longer than the server's own database timeout. */
const HISTORY_TIMEOUT_MS = 25_000;

/** The pace of a client; fast by default. */
interface Pace {
  /** Between two messages; the server limits them to 20 a second. */
  pauseMs: number;
  ackTimeoutMs: number;
  /** The delay before the first reconnect attempt, and the maximum before later ones. */
  reconnectionDelayMs: number;
  reconnectionDelayMaxMs: number;
}
const HURRIED: Pace = {
  pauseMs: PAUSE_BETWEEN_EVENTS_MS,
  ackTimeoutMs: ACK_TIMEOUT_MS,
  reconnectionDelayMs: 30,
  reconnectionDelayMaxMs: 300,
};
const PASSING = ['TOO_MANY_EVENTS', 'SERVICE_UNAVAILABLE'];

interface Options {
  url: string;
  account: { id: string; role: 'admin' | 'user'; token: string };
  random: Random;
  /** Shares of the sends in which the connection breaks, or the acknowledgement is lost. */
  faults: { breaks: number; lostAcks: number };
  /** The conversations that an administrator follows; a user has only the own one. */
  userIds: readonly string[];
  /** The conversations fetched after each reconnect, all by default; others are fetched when a gap shows. */
  openUserIds?: readonly string[];
  pace?: Pace;
  /** Called on each connect; for an administrator after the open conversations are fetched to the end. */
  onBack?: () => void;
  /** Called on each disconnect. */
  onLost?: () => void;
}

export interface OutgoingText {
  userId: string;
  tempId: string;
  text: string;
}

/**
 * A client that follows the delivery protocol (the wire contract, Delivery) over a connection that keeps breaking. An
 * administrator's fetches the history; a user's has no history, and receives only events while connected.
 */
export function createUnreliableClient(options: Options) {
  const { url, account, random, faults, userIds, openUserIds = userIds, pace = HURRIED, onBack, onLost } = options;
  const isAdmin = account.role === 'admin';
  const socket = io(url, {
    transports: ['websocket'],
    auth: { token: account.token },
    forceNew: true,
    reconnectionDelay: pace.reconnectionDelayMs,
    reconnectionDelayMax: pace.reconnectionDelayMaxMs,
  });
  const shown = new Map<string, ChatMessage[]>((isAdmin ? userIds : [account.id]).map((id) => [id, []]));
  const held = new Map<string, Map<number, ChatMessage>>();
  const fetching = new Map<string, Promise<void>>();
  const counts = { sends: 0, connections: 0, fetched: 0 };
  let isClosed = false;

  const lastSeq = (userId: string) => shown.get(userId)?.at(-1)?.seq ?? 0;

  function take(message: ChatMessage): void {
    const { receiver, sender, isAdminMessage, seq } = message;
    const userId = isAdminMessage ? receiver : sender._id;
    const list = shown.get(userId ?? '');
    // The event may be of a conversation that the administrator does not follow.
    if (isAdmin && userId && !list) return;
    if (!userId || !list) throw new Error(`message ${message._id} is of no conversation of ${account.id}`);
    if (seq <= lastSeq(userId)) return;
    if (!isAdmin) {
      list.push(message);
      return;
    }
    const waiting = held.get(userId) ?? new Map<number, ChatMessage>();
    held.set(userId, waiting.set(seq, message));
    for (let next = waiting.get(lastSeq(userId) + 1); next; next = waiting.get(lastSeq(userId) + 1)) list.push(next);
    for (const each of waiting.keys()) if (each <= lastSeq(userId)) waiting.delete(each);
    if (waiting.size > 0) void catchUp(userId);
  }

  async function readAfter(userId: string): Promise<number> {
    const response = await fetch(`${url}${endpointPath(listMessages, { userId })}`, {
      method: listMessages.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${account.token}` },
      body: JSON.stringify({ after: lastSeq(userId), limit: CHAT_HISTORY_MAX_LIMIT }),
      signal: AbortSignal.timeout(HISTORY_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`the history answered ${response.status}`);
    const { data } = listMessages.response.parse(await response.json());
    counts.fetched += data.length;
    for (const message of data) take(message);
    return data.length;
  }

  async function readAll(userId: string): Promise<void> {
    for (let isWhole = false; !isWhole && !isClosed; ) {
      try {
        isWhole = (await readAfter(userId)) < CHAT_HISTORY_MAX_LIMIT;
      } catch (error) {
        if (!isPassing(error)) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  /** One at a time per conversation. */
  function catchUp(userId: string): Promise<void> {
    const running = fetching.get(userId) ?? readAll(userId).finally(() => fetching.delete(userId));
    fetching.set(userId, running);
    return running;
  }

  const catchUpWith = (some: readonly string[]) => Promise.all(some.map(catchUp));

  const untilConnected = async () => {
    while (!socket.connected && !isClosed) await sleep(RETRY_MS / 10);
  };

  /** @returns the stored messages known to this client */
  async function attempt({ userId, text, tempId }: OutgoingText): Promise<ChatMessage | undefined> {
    await untilConnected();
    if (isClosed) return undefined;
    counts.sends += 1;
    if (random.chance(faults.breaks)) setTimeout(() => socket.io.engine.close(), random.integer(0, 8));
    const [event, payload] = isAdmin
      ? [adminMessage, { userId, text, type: 'text', adminId: account.id, tempId }]
      : [sendMessage, { content: text, type: 'text', tempId }];
    const ack: unknown = await socket
      .timeout(pace.ackTimeoutMs)
      .emitWithAck(event.name, payload)
      .catch(() => undefined);
    // A timeout, or a new connection.
    if (ack === undefined || random.chance(faults.lostAcks)) return undefined;
    const rejection = errorAckSchema.safeParse(ack);
    if (!rejection.success) {
      const { message } = storedMessageAckSchema.parse(ack);
      take(message);
      return message;
    }
    if (!PASSING.includes(rejection.data.code)) throw new Error(`rejected: ${rejection.data.code}`);
    await sleep(RETRY_MS);
    return undefined;
  }

  for (const event of [receiveMessage, messageSent]) {
    socket.on(event.name, (raw: unknown) => take(chatMessageSchema.parse(raw)));
  }
  socket.on('connect', () => {
    counts.connections += 1;
    if (!isAdmin) {
      onBack?.();
      return;
    }
    socket
      .timeout(pace.ackTimeoutMs)
      .emit(adminConnected.name, account.id, () => void catchUpWith(openUserIds).then(() => onBack?.()));
  });
  socket.on('disconnect', () => onLost?.());
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    // Socket.IO's client does not reconnect after the server has rejected it.
    if (PASSING.includes(error.data?.code ?? '')) setTimeout(() => socket.connect(), pace.reconnectionDelayMs);
  });

  return {
    account,
    counts,
    shown: shown as ReadonlyMap<string, readonly ChatMessage[]>,
    untilConnected,
    /** Sends one after the other, each until it is acknowledged, or until this client is closed. */
    async sendAll(texts: readonly OutgoingText[], onStored: (message: ChatMessage) => void): Promise<void> {
      for (const text of texts) {
        let message: ChatMessage | undefined;
        while (!message && !isClosed) {
          message = await attempt(text);
          if (message) onStored(message);
          await sleep(pace.pauseMs);
        }
      }
    },
    /** Fetches the messages that an administrator has not received. */
    catchUp: () => catchUpWith(userIds),
    close: (): void => {
      isClosed = true;
      socket.disconnect();
    },
  };
}

/** Whether a failed call is worth a retry: the server is unreachable, or reports it. */
const isPassing = (error: unknown): boolean =>
  error instanceof TypeError || / 50[23]$/.test(String(error)) || (error as Error).name === 'TimeoutError';
