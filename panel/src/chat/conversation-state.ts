import type { ChatMessage, ConversationState as ServerState } from '@hai-dang/contract/chat/chat.schema.ts';

/** What is known of one conversation. Every event may come in any order, again, or not at all. */
export interface ConversationState {
  /** Without a gap, in the order of their seq; an older backend's, which have none, by their time. */
  readonly messages: readonly ChatMessage[];
  /** Such as came before others that are still missing, or are later than the part of the past that is shown. */
  readonly held: readonly ChatMessage[];
  /** False until a page has been read: before that nobody knows where the messages begin. */
  readonly isLoaded: boolean;
  /** The oldest message there is has been read. */
  readonly isComplete: boolean;
  /** The highest seq that the server has spoken of. */
  readonly knownLastSeq: number;
  /**
   * Where `messages` are a part of the past, apart from the newest: the highest seq that was known when one went there.
   * What follows such a part is read when it is wanted.
   */
  readonly apartSince: number | undefined;
  /** The user has read up to here what administrators wrote; administrators what the user wrote. */
  readonly userReadSeq: number;
  readonly adminReadSeq: number;
}

/** What a reading gave. */
interface Page {
  readonly messages: readonly ChatMessage[];
  readonly conversation?: ServerState | undefined;
}

export type ConversationEvent =
  /** The newest, or those before or after the ones that are known. */
  | ({ readonly kind: 'page' } & Page)
  /** Shown in place of what was: a part of the past, or the newest. */
  | ({ readonly kind: 'around' } & Page)
  | ({ readonly kind: 'newest' } & Page)
  /** There is nothing before the oldest one known. */
  | { readonly kind: 'beginning' }
  | { readonly kind: 'message'; readonly message: ChatMessage }
  /** Without `upToSeq`, which an older backend does not tell: all there is. */
  | { readonly kind: 'read-by-user' | 'read-by-admins'; readonly upToSeq?: number | undefined };

export const EMPTY_CONVERSATION: ConversationState = {
  messages: [],
  held: [],
  isLoaded: false,
  isComplete: false,
  knownLastSeq: 0,
  apartSince: undefined,
  userReadSeq: 0,
  adminReadSeq: 0,
};

/** Whether an administrator wrote it (specification, section 3). */
export const isAdminMessage = ({ isAdminMessage, sender }: ChatMessage): boolean =>
  isAdminMessage ?? sender.role === 'admin';

/** Whose conversation a message is part of. */
export function userIdOf(message: ChatMessage): string | undefined {
  if (!isAdminMessage(message)) return message.sender._id;
  const { receiver } = message;
  return typeof receiver === 'object' ? receiver?._id : receiver;
}

const seqOf = ({ seq }: ChatMessage): number => seq ?? Number.POSITIVE_INFINITY;

function inOrder(one: ChatMessage, other: ChatMessage): number {
  const [a, b] = [seqOf(one), seqOf(other)];
  if (a !== b) return a < b ? -1 : 1;
  const [earlier, later] = [Date.parse(one.createdAt), Date.parse(other.createdAt)];
  if (earlier !== later) return earlier < later ? -1 : 1;
  if (one._id === other._id) return 0;
  return one._id < other._id ? -1 : 1;
}

/** The seq of the newest message known without a gap; 0 if there is none. */
export function lastSeqOf({ messages }: ConversationState): number {
  return messages.findLast(({ seq }) => seq !== undefined)?.seq ?? 0;
}

/** After which seq something is missing, so that the server must be asked; undefined if nothing is. */
export function missingAfter(state: ConversationState): number | undefined {
  if (!state.isLoaded || isApart(state)) return undefined;
  const last = lastSeqOf(state);
  return state.knownLastSeq > last ? last : undefined;
}

/** Whether a part of the past is shown, so that there are newer messages to read. */
export const isApart = ({ apartSince }: ConversationState): boolean => apartSince !== undefined;

/** How many messages others than `adminId` have written while a part of the past was shown. */
export function countArrived({ apartSince, knownLastSeq, held }: ConversationState, adminId?: string): number {
  if (apartSince === undefined) return 0;
  const own = held.filter(({ seq = 0, sender }) => seq > apartSince && sender._id === adminId).length;
  return knownLastSeq - apartSince - own;
}

/** The message of this seq is among those that are shown. */
export const isShown = ({ messages }: ConversationState, seq: number): boolean =>
  messages.some((message) => message.seq === seq);

/** Whether there are older messages to read. An older backend gives all it has at once. */
export function hasOlder({ messages, isLoaded, isComplete }: ConversationState): boolean {
  const seq = messages[0]?.seq;
  return isLoaded && !isComplete && seq !== undefined && seq > 1;
}

/** What has been read already may be known as unread from before: that a message was read is never taken back. */
function newer(known: ChatMessage | undefined, message: ChatMessage): ChatMessage {
  if (!known) return message;
  const tempId = message.tempId ?? known.tempId;
  return { ...message, ...(tempId != null && { tempId }), ...(known.read === true && { read: true }) };
}

/** The run of messages around `anchor` that has no gap, and those above it. What is below is read when it is wanted. */
function split(sorted: readonly ChatMessage[], anchor: number): Pick<ConversationState, 'messages' | 'held'> {
  const withoutSeq = sorted.filter(({ seq }) => seq === undefined);
  const numbered = sorted.filter(({ seq }) => seq !== undefined);
  const at = numbered.findIndex((message) => seqOf(message) === anchor);
  const start = at < 0 ? numbered.findIndex((message) => seqOf(message) > anchor) : at;
  if (start < 0) return { messages: withoutSeq, held: [] };
  let first = start;
  let end = start;
  let next = at < 0 ? anchor + 1 : anchor;
  for (let message = numbered[end]; message && seqOf(message) === next; message = numbered[end]) {
    end += 1;
    next += 1;
  }
  if (at >= 0) {
    for (let below = numbered[first - 1]; below && seqOf(below) === anchor - (start - first) - 1; ) {
      first -= 1;
      below = numbered[first - 1];
    }
  }
  return { messages: [...numbered.slice(first, end), ...withoutSeq], held: numbered.slice(end) };
}

function addMessages(
  state: ConversationState,
  added: readonly ChatMessage[],
  isPage: boolean,
): Pick<ConversationState, 'messages' | 'held' | 'isLoaded'> {
  const all = new Map<string, ChatMessage>();
  for (const message of [...state.messages, ...state.held, ...added]) {
    all.set(message._id, newer(all.get(message._id), message));
  }
  const sorted = [...all.values()].sort(inOrder);
  if (state.isLoaded) return { ...split(sorted, lastSeqOf(state)), isLoaded: true };
  // The first page says where the messages begin; what came before it waits.
  if (isPage) return { ...split(sorted, added.findLast(({ seq }) => seq !== undefined)?.seq ?? 0), isLoaded: true };
  return { messages: [], held: sorted, isLoaded: false };
}

function readAll(messages: readonly ChatMessage[], byUser: boolean): readonly ChatMessage[] {
  return messages.map((message) => (isAdminMessage(message) === byUser ? { ...message, read: true } : message));
}

/** With what a reading gave. */
function withPage(state: ConversationState, { messages, conversation }: Page): ConversationState {
  const highest = messages.reduce((seq, message) => Math.max(seq, message.seq ?? 0), 0);
  return {
    ...state,
    ...addMessages(state, messages, true),
    knownLastSeq: Math.max(state.knownLastSeq, highest, conversation?.lastSeq ?? 0),
    userReadSeq: Math.max(state.userReadSeq, conversation?.userReadSeq ?? 0),
    adminReadSeq: Math.max(state.adminReadSeq, conversation?.adminReadSeq ?? 0),
  };
}

/** Where nothing follows what is shown, it is no part of the past. */
const joined = (state: ConversationState): ConversationState =>
  isApart(state) && lastSeqOf(state) >= state.knownLastSeq ? { ...state, apartSince: undefined } : state;

/** The state after an event; the same event again changes nothing. */
export function applyEvent(state: ConversationState, event: ConversationEvent): ConversationState {
  if (event.kind === 'beginning') return { ...state, isComplete: true };
  if (event.kind === 'message') {
    const { message } = event;
    if (message.seq !== undefined && state.isLoaded && message.seq <= lastSeqOf(state)) return state;
    const knownLastSeq = Math.max(state.knownLastSeq, message.seq ?? 0);
    return joined({ ...state, ...addMessages(state, [message], false), knownLastSeq });
  }
  if (event.kind === 'page') return joined(withPage(state, event));
  if (event.kind === 'around' || event.kind === 'newest') {
    // What was shown waits: the part that is shown now may grow until it reaches it.
    const held = [...state.messages, ...state.held];
    const shown = withPage({ ...state, messages: [], held, isLoaded: false, isComplete: false }, event);
    if (event.kind === 'newest') return { ...shown, apartSince: undefined };
    return joined({ ...shown, apartSince: state.apartSince ?? shown.knownLastSeq });
  }
  const byUser = event.kind === 'read-by-user';
  const upToSeq = event.upToSeq ?? lastSeqOf(state);
  return {
    ...state,
    ...(event.upToSeq === undefined && { messages: readAll(state.messages, byUser) }),
    userReadSeq: byUser ? Math.max(state.userReadSeq, upToSeq) : state.userReadSeq,
    adminReadSeq: byUser ? state.adminReadSeq : Math.max(state.adminReadSeq, upToSeq),
  };
}

/** Whether the other side has read a message. */
export function isRead(
  { userReadSeq, adminReadSeq }: Pick<ConversationState, 'userReadSeq' | 'adminReadSeq'>,
  message: ChatMessage,
): boolean {
  if (message.read === true) return true;
  return message.seq !== undefined && message.seq <= (isAdminMessage(message) ? userReadSeq : adminReadSeq);
}

/** The user's first message that no administrator has read. */
export function firstUnread(state: ConversationState): ChatMessage | undefined {
  return state.messages.find((message) => !isAdminMessage(message) && !isRead(state, message));
}
