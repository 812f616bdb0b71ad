import {
  messageDeleted,
  messageEdited,
  messageSent,
  messagesMarkedRead,
  messagesMarkedReadSuccess,
} from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { receiveMessage } from '@hai-dang/contract/chat/conversations.events.ts';
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
  settledUpTo,
  userIdOf,
} from './conversation-state.ts';

/** Messages loaded on each side of the target. */
const CONTEXT_SIZE = 50;

/** While no further page is loading. */
const AT_REST = { isReadingOlder: false, olderFailed: false, isReadingNewer: false, newerFailed: false };

/** The state of a conversation for the screen. */
export interface ConversationView {
  readonly state: ConversationState;
  /** Why the first fetch failed; null after a success. */
  readonly failure: Error | null;
  readonly isReading: boolean;
  readonly isReadingOlder: boolean;
  readonly olderFailed: boolean;
  readonly isReadingNewer: boolean;
  readonly newerFailed: boolean;
  /** The target message, once it is shown; a new object for each navigation. */
  readonly target: { readonly seq: number } | undefined;
  /** Incremented each time that another window of messages is shown. */
  readonly part: number;
  /** The user's first message that was unread when the conversation was opened; undefined if there was none. */
  readonly unreadFrom: string | undefined;
  /** The newest messages are shown, so that they may be marked as read. */
  readonly isCurrent: boolean;
}

interface Parts {
  readonly userId: string;
  readonly socket: Pick<PanelSocket, 'on' | 'onConnected'>;
  readonly fetch: (range: MessageRange, signal: AbortSignal) => Promise<MessagePage>;
  /** Subscribes to messages whose sending was acknowledged. */
  readonly onStored: (listener: StoredListener) => () => void;
  /** The state when it was last closed. */
  readonly initial?: ConversationState | undefined;
  /** The time of that. */
  readonly initialAt?: number | undefined;
}

/**
 * One open conversation: fetched from the server, updated by events, and fetched again after each gap and each
 * connection (the wire contract, Delivery).
 */
export function createConversation({
  userId,
  socket,
  fetch,
  onStored,
  initial = EMPTY_CONVERSATION,
  initialAt = 0,
}: Parts) {
  let aborter = new AbortController();
  let isReadAgain = false;
  /** When the newest messages were last fetched. */
  let fetchedAt = initialAt;
  let isStarted = false;
  /** The seq of the requested message; undefined for the newest. */
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

  function apply(event: ConversationEvent): void {
    const state = applyEvent(view().state, event);
    if (state === view().state) return;
    const hasJoined = isApart(view().state) && !isApart(state);
    show({ state });
    if (hasJoined || missingAfter(state) !== undefined) void read();
  }

  /** Shows another window of the conversation. */
  function swap(event: ConversationEvent & { readonly kind: 'around' | 'newest' }, target?: { readonly seq: number }) {
    const state = applyEvent(view().state, event);
    show({ ...AT_REST, isCurrent: false, state, target, part: view().part + 1 });
  }

  /** Loads the messages around one, and shows them; where there is no such message, the newest are requested. */
  async function readAround(seq: number, signal: AbortSignal): Promise<void> {
    const [upTo, after] = await Promise.all([
      fetch({ before: seq + 1, limit: CONTEXT_SIZE + 1 }, signal),
      fetch({ after: seq, limit: CONTEXT_SIZE }, signal),
    ]);
    // The administrator may have navigated elsewhere meanwhile.
    if (signal.aborted || goal !== seq) return;
    const messages = [...upTo.messages, ...after.messages];
    const { conversation } = after;
    if (messages.some((message) => message.seq === seq)) swap({ kind: 'around', messages, conversation }, { seq });
    else goal = undefined;
  }

  /** Loads the requested window, and updates it. */
  async function fetchTarget(signal: AbortSignal): Promise<void> {
    if (goal !== undefined && !isShown(view().state, goal)) {
      await readAround(goal, signal);
      if (signal.aborted || goal !== undefined) return;
    }
    if (!isApart(view().state)) return readNewest(signal);
    if (goal !== undefined) {
      // Only the count of the messages after a detached window is needed.
      const page = await fetch({ after: lastSeqOf(view().state), limit: 1 }, signal);
      if (!signal.aborted) show({ state: applyEvent(view().state, { kind: 'page', ...page }) });
      return;
    }
    const page = await fetch({}, signal);
    if (signal.aborted || goal !== undefined) return;
    swap({ kind: 'newest', ...page });
    await readNewest(signal);
  }

  /**
   * Loads pages until the newest message is known, or the server returns no more; first those that may have been changed while
   * this client was not connected.
   */
  async function readNewest(signal: AbortSignal): Promise<void> {
    let since: number | undefined = fetchedAt;
    fetchedAt = Date.now();
    for (;;) {
      const { state } = view();
      const last = lastSeqOf(state);
      const after = since === undefined ? last : settledUpTo(state, since);
      since = undefined;
      const page = await fetch(state.isLoaded ? { after } : {}, signal);
      if (signal.aborted) return;
      show({ state: applyEvent(view().state, { kind: 'page', ...page }) });
      if (missingAfter(view().state) === undefined || lastSeqOf(view().state) === last) return;
    }
  }

  let reading: Promise<void> = Promise.resolve();
  /** @returns when the fetch has succeeded or failed */
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
        await fetchTarget(signal);
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

  /** Expired URLs of images; those reported during a fetch are handled after it. */
  const expired = new Set<string>();

  async function refreshExpired(): Promise<void> {
    const { signal } = aborter;
    let loaded = { after: 0, upTo: 0 };
    for (const url of expired) {
      const { messages } = view().state;
      const seq = messages.find(({ content, image }) => content === url || image?.preview === url)?.seq;
      if (seq === undefined || (seq > loaded.after && seq <= loaded.upTo)) continue;
      // No messages above the shown ones: they would move them.
      const after = Math.max(seq - 1 - CONTEXT_SIZE, (messages[0]?.seq ?? 1) - 1);
      const page = await fetch({ after, limit: 2 * CONTEXT_SIZE }, signal);
      if (signal.aborted) return;
      loaded = { after, upTo: page.messages.at(-1)?.seq ?? after };
      apply({ kind: 'page', ...page });
    }
  }

  const isOurs = (message: ChatMessage): boolean => userIdOf(message) === userId;
  const onMessage = (message: ChatMessage): void => {
    if (isOurs(message)) apply({ kind: 'message', message });
  };

  return {
    get: store.get,
    subscribe: store.subscribe,

    /**
     * Fetches, and subscribes to events.
     * @returns ends that
     */
    start(): () => void {
      aborter = new AbortController();
      isStarted = true;
      const ends = [
        socket.on(receiveMessage, onMessage),
        socket.on(messageSent, onMessage),
        socket.on(messageEdited, ({ message }) => onMessage(message)),
        socket.on(messageDeleted, ({ message }) => onMessage(message)),
        onStored((message) => (message ? onMessage(message) : read())),
        socket.on(messagesMarkedRead, ({ byUserId, forUserId, upToSeq }) => {
          if (byUserId === userId) apply({ kind: 'read-by-user', upToSeq });
          else if (forUserId === userId) apply({ kind: 'read-by-admins', upToSeq });
        }),
        socket.on(messagesMarkedReadSuccess, (event) => {
          if (event.userId === userId) apply({ kind: 'read-by-admins', upToSeq: event.upToSeq });
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

    /** Repeats a failed fetch. */
    retry: () => void read(),

    /** Loads the messages around the one whose image URL has expired. */
    refreshImage(url: string): void {
      const isLoading = expired.size > 0;
      expired.add(url);
      if (isLoading) return;
      const end = () => expired.clear();
      refreshExpired().then(end, end);
    },

    /**
     * Shows the message of this seq and those around it; the newest if there is no such message.
     * @param seq undefined for the newest
     */
    goTo(seq: number | undefined): void {
      goal = seq;
      const isHere = seq !== undefined && isShown(view().state, seq);
      if (isHere || view().target) show({ target: isHere ? { seq } : undefined });
      const isThere = seq === undefined ? !isApart(view().state) : isHere;
      if (isStarted && (!isThere || view().isReading)) void read();
    },

    /** Loads the messages after a detached window. */
    async readNewer(): Promise<void> {
      if (view().isReadingNewer || !isApart(view().state)) return;
      const { signal } = aborter;
      const { part } = view();
      show({ isReadingNewer: true, newerFailed: false });
      try {
        const page = await fetch({ after: lastSeqOf(view().state), limit: PAGE_SIZE }, signal);
        if (signal.aborted) return;
        if (view().part === part) show({ isReadingNewer: false });
        apply({ kind: 'page', ...page });
      } catch {
        if (!signal.aborted && view().part === part) show({ isReadingNewer: false, newerFailed: true });
      }
    },

    /** Loads those before the oldest known one, if there are any. */
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

/** The seq up to which the user's messages can be marked as read; undefined if none is unread. */
export const unreadUpTo = (state: ConversationState): number | undefined =>
  firstUnread(state) && state.messages.findLast(({ isAdminMessage }) => !isAdminMessage)?.seq;
