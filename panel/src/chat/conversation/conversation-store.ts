import {
  messageSent,
  messagesMarkedRead,
  messagesMarkedReadSuccess,
  receiveMessage,
} from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { createStore } from '../../lib/create-store.ts';
import type { PanelSocket } from '../../lib/socket.ts';
import type { StoredListener } from '../outbox/outbox.ts';
import { type MessagePage, type MessageRange, PAGE_SIZE } from './conversation.api.ts';
import {
  applyEvent,
  type ConversationEvent,
  type ConversationState,
  EMPTY_CONVERSATION,
  firstUnread,
  hasOlder,
  isApart,
  isShown,
  lastSeqOf,
  missingAfter,
  userIdOf,
} from './conversation-state.ts';

/** Messages on each side of the one that one goes to. */
const CONTEXT_SIZE = 50;

/** As long as nothing more is read than what is shown. */
const AT_REST = { isReadingOlder: false, olderFailed: false, isReadingNewer: false, newerFailed: false };

/** What the screen knows of a conversation. */
export interface ConversationView {
  readonly state: ConversationState;
  /** Why nothing could be read; null as soon as something has been. */
  readonly failure: Error | null;
  readonly isReading: boolean;
  readonly isReadingOlder: boolean;
  readonly olderFailed: boolean;
  readonly isReadingNewer: boolean;
  readonly newerFailed: boolean;
  /** The message that one went to, once it is shown; each time one goes there it is another object. */
  readonly target: { readonly seq: number } | undefined;
  /** Grows each time that other messages are shown in place of those before. */
  readonly part: number;
  /** The user's first message that nobody had read when the conversation was opened; undefined if there was none. */
  readonly unreadFrom: string | undefined;
  /** What is shown is as new as the server's, so that one may say it is read. */
  readonly isCurrent: boolean;
}

interface Parts {
  readonly userId: string;
  readonly socket: Pick<PanelSocket, 'on' | 'onConnected'>;
  readonly fetch: (range: MessageRange, signal: AbortSignal) => Promise<MessagePage>;
  /** Tells of messages whose sending was acknowledged. */
  readonly onStored: (listener: StoredListener) => () => void;
  /** What was known when it was last left. */
  readonly initial?: ConversationState | undefined;
}

/**
 * One conversation as long as it is open: read from the server, kept by events, read again after each gap and each
 * connection (the wire contract, Delivery).
 */
export function createConversation({ userId, socket, fetch, onStored, initial = EMPTY_CONVERSATION }: Parts) {
  let aborter = new AbortController();
  let isReadAgain = false;
  let isStarted = false;
  /** Where one wants to be: at a message, or where the newest is. */
  let goal: number | undefined;
  const store = createStore<ConversationView>({
    state: initial,
    failure: null,
    isReading: false,
    ...AT_REST,
    target: undefined,
    part: 0,
    unreadFrom: undefined,
    isCurrent: false,
  });

  const view = store.get;
  const show = (change: Partial<ConversationView>): void => store.set({ ...view(), ...change });

  function hear(event: ConversationEvent): void {
    const state = applyEvent(view().state, event);
    if (state === view().state) return;
    const hasJoined = isApart(view().state) && !isApart(state);
    show({ state });
    if (hasJoined || missingAfter(state) !== undefined) void read();
  }

  /** Shows another part of the conversation. */
  function swap(event: ConversationEvent & { readonly kind: 'around' | 'newest' }, target?: { readonly seq: number }) {
    const state = applyEvent(view().state, event);
    show({ ...AT_REST, isCurrent: false, state, target, part: view().part + 1 });
  }

  /** Reads what stands around a message, and shows it; where there is no such message, the newest is wanted. */
  async function readAround(seq: number, signal: AbortSignal): Promise<void> {
    const [upTo, after] = await Promise.all([
      fetch({ before: seq + 1, limit: CONTEXT_SIZE + 1 }, signal),
      fetch({ after: seq, limit: CONTEXT_SIZE }, signal),
    ]);
    // Perhaps one has gone elsewhere meanwhile.
    if (signal.aborted || goal !== seq) return;
    const messages = [...upTo.messages, ...after.messages];
    const { conversation } = after;
    if (messages.some((message) => message.seq === seq)) swap({ kind: 'around', messages, conversation }, { seq });
    else goal = undefined;
  }

  /** Brings what is shown to where one wants to be, and up to date. */
  async function readWanted(signal: AbortSignal): Promise<void> {
    if (goal !== undefined && !isShown(view().state, goal)) {
      await readAround(goal, signal);
      if (signal.aborted || goal !== undefined) return;
    }
    if (!isApart(view().state)) return readNewest(signal);
    if (goal !== undefined) {
      // Of what has come since it is enough to know how much.
      const page = await fetch({ after: lastSeqOf(view().state), limit: 1 }, signal);
      if (!signal.aborted) show({ state: applyEvent(view().state, { kind: 'page', ...page }) });
      return;
    }
    const page = await fetch({}, signal);
    if (signal.aborted || goal !== undefined) return;
    swap({ kind: 'newest', ...page });
    await readNewest(signal);
  }

  /** Reads on until the newest message is known, or what is asked for does not come. */
  async function readNewest(signal: AbortSignal): Promise<void> {
    for (;;) {
      const { state } = view();
      const last = lastSeqOf(state);
      const page = await fetch(state.isLoaded ? { after: last } : {}, signal);
      if (signal.aborted) return;
      show({ state: applyEvent(view().state, { kind: 'page', ...page }) });
      if (missingAfter(view().state) === undefined || lastSeqOf(view().state) === last) return;
    }
  }

  let reading: Promise<void> = Promise.resolve();
  /** @returns when what there is now has been read, or could not be */
  function read(): Promise<void> {
    if (view().isReading) isReadAgain = true;
    else reading = readAll();
    return reading;
  }

  async function readAll(): Promise<void> {
    const { signal } = aborter;
    show({ isReading: true });
    try {
      do {
        isReadAgain = false;
        await readWanted(signal);
      } while (isReadAgain && !signal.aborted);
      if (signal.aborted) return;
      const isCurrent = !isApart(view().state);
      const unreadFrom = view().isCurrent || !isCurrent ? view().unreadFrom : firstUnread(view().state)?._id;
      show({ isReading: false, failure: null, isCurrent, unreadFrom });
    } catch (error) {
      if (signal.aborted) return;
      show({ isReading: false, failure: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  /** URLs of images that have expired; those that come while messages are loaded are looked at afterwards. */
  const expired = new Set<string>();

  async function refreshExpired(): Promise<void> {
    const { signal } = aborter;
    let loaded = { after: 0, upTo: 0 };
    for (const url of expired) {
      const { messages } = view().state;
      const seq = messages.find(({ content, image }) => content === url || image?.preview === url)?.seq;
      if (seq === undefined || (seq > loaded.after && seq <= loaded.upTo)) continue;
      // Nothing above what is shown: that would move it.
      const after = Math.max(seq - 1 - CONTEXT_SIZE, (messages[0]?.seq ?? 1) - 1);
      const page = await fetch({ after, limit: 2 * CONTEXT_SIZE }, signal);
      if (signal.aborted) return;
      loaded = { after, upTo: page.messages.at(-1)?.seq ?? after };
      hear({ kind: 'page', ...page });
    }
  }

  const isOurs = (message: ChatMessage): boolean => userIdOf(message) === userId;
  const onMessage = (message: ChatMessage): void => {
    if (isOurs(message)) hear({ kind: 'message', message });
  };

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** Reads, and follows from now on. @returns ends that */
    start(): () => void {
      aborter = new AbortController();
      isStarted = true;
      const ends = [
        socket.on(receiveMessage, onMessage),
        socket.on(messageSent, onMessage),
        onStored((message) => (message ? onMessage(message) : read())),
        socket.on(messagesMarkedRead, ({ byUserId, forUserId, upToSeq }) => {
          if (byUserId === userId) hear({ kind: 'read-by-user', upToSeq });
          else if (forUserId === userId) hear({ kind: 'read-by-admins', upToSeq });
        }),
        socket.on(messagesMarkedReadSuccess, (event) => {
          if (event.userId === userId) hear({ kind: 'read-by-admins', upToSeq: event.upToSeq });
        }),
        socket.onConnected(() => void read()),
      ];
      void read();
      return () => {
        for (const end of ends) end();
        aborter.abort();
        isStarted = false;
        show({ isReading: false, isReadingOlder: false, isReadingNewer: false, isCurrent: false });
      };
    },

    /** Reads again what could not be read. */
    retry: () => void read(),

    /** Loads again the messages around the one that has named an image by a URL that has expired. */
    refreshImage(url: string): void {
      const isLoading = expired.size > 0;
      expired.add(url);
      if (isLoading) return;
      const end = () => expired.clear();
      refreshExpired().then(end, end);
    },

    /**
     * Shows the message of this seq with what stands around it; the newest if there is no such message.
     * @param seq undefined for the newest
     */
    goTo(seq: number | undefined): void {
      goal = seq;
      const isHere = seq !== undefined && isShown(view().state, seq);
      if (isHere || view().target) show({ target: isHere ? { seq } : undefined });
      const isThere = seq === undefined ? !isApart(view().state) : isHere;
      if (isStarted && (!isThere || view().isReading)) void read();
    },

    /** Reads those that follow the part of the past that is shown. */
    async readNewer(): Promise<void> {
      if (view().isReadingNewer || !isApart(view().state)) return;
      const { signal } = aborter;
      const { part } = view();
      show({ isReadingNewer: true, newerFailed: false });
      try {
        const page = await fetch({ after: lastSeqOf(view().state), limit: PAGE_SIZE }, signal);
        if (signal.aborted) return;
        if (view().part === part) show({ isReadingNewer: false });
        hear({ kind: 'page', ...page });
      } catch {
        if (!signal.aborted && view().part === part) show({ isReadingNewer: false, newerFailed: true });
      }
    },

    /** Reads those before the oldest that is known, if there are any. */
    async readOlder(): Promise<void> {
      const before = view().state.messages[0]?.seq;
      if (view().isReadingOlder || before === undefined || !hasOlder(view().state)) return;
      const { signal } = aborter;
      const { part } = view();
      show({ isReadingOlder: true, olderFailed: false });
      try {
        const page = await fetch({ before }, signal);
        if (signal.aborted || view().part !== part) return;
        let state = applyEvent(view().state, { kind: 'page', ...page });
        if (state.messages[0]?.seq === before) state = applyEvent(state, { kind: 'beginning' });
        show({ state, isReadingOlder: false });
      } catch {
        if (!signal.aborted && view().part === part) show({ isReadingOlder: false, olderFailed: true });
      }
    },
  };
}
export type Conversation = ReturnType<typeof createConversation>;

/** Up to where the user's messages can be marked as read, if any is unread. */
export const unreadUpTo = (state: ConversationState): number | undefined =>
  firstUnread(state) && state.messages.findLast(({ isAdminMessage }) => !isAdminMessage)?.seq;
