import { setTimeout as sleep } from 'node:timers/promises';
import { adminConnected } from '@hai-dang/contract/auth/auth.events.ts';
import { listMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { adminMessage, messageSent, receiveMessage, sendMessage } from '@hai-dang/contract/chat/chat.events.ts';
import { type ChatMessage, chatMessageSchema, storedMessageAckSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { CHAT_HISTORY_MAX_LIMIT } from '@hai-dang/contract/constants.ts';
import { endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { errorAckSchema } from '@hai-dang/contract/lib/socket.errors.ts';
import { io } from 'socket.io-client';
import type { Random } from '../lib/random.ts';

/** Under the 20 events a second that the server lets through. */
const PAUSE_BETWEEN_EVENTS_MS = 55;
const ACK_TIMEOUT_MS = 1_500;
const RETRY_MS = 150;
/** Beyond all that a server lets itself wait for its database. */
const HISTORY_TIMEOUT_MS = 25_000;

/** How fast a client goes; in a hurry unless somebody asks for less. */
interface Pace {
  /** Between two messages; more than 20 a second are not let through. */
  pauseMs: number;
  ackTimeoutMs: number;
  /** Before the first attempt to come back, and the most before later ones. */
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
  /** Shares of the sends in which the connection breaks, or the acknowledgement gets lost. */
  faults: { breaks: number; lostAcks: number };
  /** Whose conversations an administrator follows; a user has only the own one. */
  userIds: readonly string[];
  /** Those that are read after each coming back, all unless it looks at a few; others are read where a gap shows. */
  openUserIds?: readonly string[];
  pace?: Pace;
  /** Called each time it has come to a server; an administrator's once the open conversations are read to the end. */
  onBack?: () => void;
  /** Called each time its connection is lost. */
  onLost?: () => void;
}

export interface OutgoingText {
  userId: string;
  tempId: string;
  text: string;
}

/**
 * A client that keeps to the delivery protocol (the wire contract, Delivery) over a connection that keeps breaking. An
 * administrator's catches up from the history; a user has none, and sees what comes while connected.
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
    // There may be conversations that an administrator does not follow.
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
    const { data } = listMessages.answer.parse(await response.json());
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

  /** Once at a time for each conversation. */
  function catchUp(userId: string): Promise<void> {
    const running = fetching.get(userId) ?? readAll(userId).finally(() => fetching.delete(userId));
    fetching.set(userId, running);
    return running;
  }

  const catchUpWith = (some: readonly string[]) => Promise.all(some.map(catchUp));

  const untilConnected = async () => {
    while (!socket.connected && !isClosed) await sleep(RETRY_MS / 10);
  };

  /** @returns what is stored, as far as this client knows */
  async function attempt({ userId, text, tempId }: OutgoingText): Promise<ChatMessage | undefined> {
    await untilConnected();
    if (isClosed) return undefined;
    counts.sends += 1;
    if (random.chance(faults.breaks)) setTimeout(() => socket.io.engine.close(), random.integer(0, 8));
    const [event, payload] = isAdmin
      ? [adminMessage, { userId, text, type: 'text', adminId: account.id, tempId }]
      : [sendMessage, { content: text, type: 'text', tempId }];
    const answer: unknown = await socket
      .timeout(pace.ackTimeoutMs)
      .emitWithAck(event.name, payload)
      .catch(() => undefined);
    // It has waited long enough, or comes to a server anew.
    if (answer === undefined || random.chance(faults.lostAcks)) return undefined;
    const rejection = errorAckSchema.safeParse(answer);
    if (!rejection.success) {
      const { message } = storedMessageAckSchema.parse(answer);
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
    // The library itself does not come again to a server that has rejected it.
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
    /** Reads what an administrator has not been told. */
    catchUp: () => catchUpWith(userIds),
    close: (): void => {
      isClosed = true;
      socket.disconnect();
    },
  };
}

/** Whether a call that failed may well succeed soon: the server is not there, or says so. */
const isPassing = (error: unknown): boolean =>
  error instanceof TypeError || / 50[23]$/.test(String(error)) || (error as Error).name === 'TimeoutError';
