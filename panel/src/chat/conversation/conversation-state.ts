import type { ChatMessage, ConversationState as ServerState } from '@hai-dang/contract/chat/chat.schema.ts';
import { MESSAGE_CHANGE_MS } from '@hai-dang/contract/constants.ts';
import { quoteNow } from '../quotes/quote.ts';

/** The state of one conversation. Events may arrive in any order, repeatedly, or not at all. */
export interface ConversationState {
  /** The loaded messages without a gap, sorted by seq. */
  readonly messages: readonly ChatMessage[];
  /** Buffered messages: after a gap, or later than the detached window that is shown. */
  readonly held: readonly ChatMessage[];
  /** False until a page has been loaded: before that the position of a message is unknown. */
  readonly isLoaded: boolean;
  /** The oldest message of the conversation has been loaded. */
  readonly isComplete: boolean;
  /** The highest seq that the server has sent. */
  readonly knownLastSeq: number;
  /**
   * Set where `messages` are a detached window, not connected to the newest: the highest seq that was known when it was
   * opened. Messages after such a window are loaded on demand.
   */
  readonly apartSince: number | undefined;
  /** The last seq that the user has read of the administrators' messages; `adminReadSeq` of the user's. */
  readonly userReadSeq: number;
  readonly adminReadSeq: number;
}

/** The response of a fetch. */
interface Page {
  readonly messages: readonly ChatMessage[];
  readonly conversation: ServerState;
}

export type ConversationEvent =
  /** The newest messages, or those before or after the known ones. */
  | ({ readonly kind: 'page' } & Page)
  /** Replaces the shown messages: a detached window, or the newest. */
  | ({ readonly kind: 'around' } & Page)
  | ({ readonly kind: 'newest' } & Page)
  /** There are no messages before the oldest known one. */
  | { readonly kind: 'beginning' }
  | { readonly kind: 'message'; readonly message: ChatMessage }
  | { readonly kind: 'read-by-user' | 'read-by-admins'; readonly upToSeq: number };

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

/** The user whose conversation a message belongs to. */
export const userIdOf = ({ isAdminMessage, sender, receiver }: ChatMessage): string | null =>
  isAdminMessage ? receiver : sender._id;

const inOrder = (one: ChatMessage, other: ChatMessage): number => one.seq - other.seq;

/** The seq of the newest message before any gap; 0 if there is none. */
export const lastSeqOf = ({ messages }: Pick<ConversationState, 'messages'>): number => messages.at(-1)?.seq ?? 0;

/** The seq after which messages are missing and must be fetched; undefined if none are. */
export function missingAfter(state: ConversationState): number | undefined {
  if (!state.isLoaded || isApart(state)) return undefined;
  const last = lastSeqOf(state);
  return state.knownLastSeq > last ? last : undefined;
}

/** Whether a detached window is shown, so that there are newer messages to load. */
export const isApart = ({ apartSince }: ConversationState): boolean => apartSince !== undefined;

/** The number of messages that others than `adminId` have written since a detached window was opened. */
export function countArrived({ apartSince, knownLastSeq, held }: ConversationState, adminId?: string): number {
  if (apartSince === undefined) return 0;
  const own = held.filter(({ seq, sender }) => seq > apartSince && sender._id === adminId).length;
  return knownLastSeq - apartSince - own;
}

/** Whether the message of this seq is shown. */
export const isShown = ({ messages }: ConversationState, seq: number): boolean =>
  messages.some((message) => message.seq === seq);

/** Whether there are older messages to load. */
export function hasOlder({ messages, isLoaded, isComplete }: ConversationState): boolean {
  const seq = messages[0]?.seq;
  return isLoaded && !isComplete && seq !== undefined && seq > 1;
}

/** Sorts the versions of a message: a deletion is the last one, and of two edits the later wins. */
const versionOf = ({ editedAt, deletedAt }: ChatMessage): string => (deletedAt ? 'deleted' : (editedAt ?? ''));

/** The newer version of a message: one that is read never becomes unread, and an edit is not lost to an older response. */
function newer(known: ChatMessage | undefined, message: ChatMessage): ChatMessage {
  if (!known) return message;
  const tempId = message.tempId ?? known.tempId;
  const latest = versionOf(known) > versionOf(message) ? known : message;
  return { ...latest, ...(tempId !== undefined && { tempId }), read: known.read || message.read };
}

/** The run of messages around `anchor` that has no gap, and those above it. Those below are loaded on demand. */
function split(sorted: readonly ChatMessage[], anchor: number): Pick<ConversationState, 'messages' | 'held'> {
  const at = sorted.findIndex(({ seq }) => seq === anchor);
  const start = at < 0 ? sorted.findIndex(({ seq }) => seq > anchor) : at;
  if (start < 0) return { messages: [], held: [] };
  let first = start;
  let end = start;
  let next = at < 0 ? anchor + 1 : anchor;
  while (sorted[end]?.seq === next) {
    end += 1;
    next += 1;
  }
  if (at >= 0) {
    while (sorted[first - 1]?.seq === anchor - (start - first) - 1) first -= 1;
  }
  return { messages: sorted.slice(first, end), held: sorted.slice(end) };
}

/** A message whose quote has the present text, if what it quotes has been edited or deleted. */
function withQuoteNow(message: ChatMessage, all: ReadonlyMap<string, ChatMessage>): ChatMessage {
  if (!message.quote) return message;
  const quote = quoteNow(message.quote, all.get(message.quote._id));
  return quote === message.quote ? message : { ...message, quote };
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
  const sorted = [...all.values()].map((message) => withQuoteNow(message, all)).sort(inOrder);
  if (state.isLoaded) return { ...split(sorted, lastSeqOf(state)), isLoaded: true };
  // The first page sets the start; messages received before it are buffered.
  if (isPage) return { ...split(sorted, added.at(-1)?.seq ?? 0), isLoaded: true };
  return { messages: [], held: sorted, isLoaded: false };
}

/** Merges a loaded page. */
function withPage(state: ConversationState, { messages, conversation }: Page): ConversationState {
  const highest = messages.reduce((seq, message) => Math.max(seq, message.seq), 0);
  return {
    ...state,
    ...addMessages(state, messages, true),
    knownLastSeq: Math.max(state.knownLastSeq, highest, conversation.lastSeq),
    userReadSeq: Math.max(state.userReadSeq, conversation.userReadSeq),
    adminReadSeq: Math.max(state.adminReadSeq, conversation.adminReadSeq),
  };
}

/** Clears `apartSince` once no messages follow the shown ones. */
const joined = (state: ConversationState): ConversationState =>
  isApart(state) && lastSeqOf(state) >= state.knownLastSeq ? { ...state, apartSince: undefined } : state;

/** The state after an event; applying the same event again changes nothing. */
export function applyEvent(state: ConversationState, event: ConversationEvent): ConversationState {
  if (event.kind === 'beginning') return { ...state, isComplete: true };
  if (event.kind === 'message') {
    const { message } = event;
    if (state.isLoaded && message.seq <= lastSeqOf(state) && versionOf(message) === '') return state;
    const knownLastSeq = Math.max(state.knownLastSeq, message.seq);
    return joined({ ...state, ...addMessages(state, [message], false), knownLastSeq });
  }
  if (event.kind === 'page') return joined(withPage(state, event));
  if (event.kind === 'around' || event.kind === 'newest') {
    // The shown messages are buffered: the new window may grow until it reaches them.
    const held = [...state.messages, ...state.held];
    const shown = withPage({ ...state, messages: [], held, isLoaded: false, isComplete: false }, event);
    if (event.kind === 'newest') return { ...shown, apartSince: undefined };
    return joined({ ...shown, apartSince: state.apartSince ?? shown.knownLastSeq });
  }
  const { kind, upToSeq } = event;
  if (kind === 'read-by-user') return { ...state, userReadSeq: Math.max(state.userReadSeq, upToSeq) };
  return { ...state, adminReadSeq: Math.max(state.adminReadSeq, upToSeq) };
}

/**
 * The seq after which messages may have been edited or deleted since the messages were last fetched; that of the newest message
 * where none can have been.
 * @param fetchedAt by this browser's clock, which may be slow or fast by as long as a message can be changed
 */
export function settledUpTo({ messages }: ConversationState, fetchedAt: number): number {
  const since = fetchedAt - 2 * MESSAGE_CHANGE_MS;
  const first = messages.find(
    ({ isAdminMessage, deletedAt, createdAt }) => isAdminMessage && !deletedAt && Date.parse(createdAt) > since,
  );
  return first ? first.seq - 1 : lastSeqOf({ messages });
}

/** Whether the other side has read a message. */
export const isRead = (
  { userReadSeq, adminReadSeq }: Pick<ConversationState, 'userReadSeq' | 'adminReadSeq'>,
  { read, seq, isAdminMessage }: ChatMessage,
): boolean => read || seq <= (isAdminMessage ? userReadSeq : adminReadSeq);

/** The user's first message that no administrator has read. */
export function firstUnread(state: ConversationState): ChatMessage | undefined {
  return state.messages.find((message) => !message.isAdminMessage && !isRead(state, message));
}
