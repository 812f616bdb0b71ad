import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';

/**
 * Assigns sequence numbers to messages of a legacy backend, which have none: the panel orders messages by seq and finds
 * gaps by it. The numbers are valid until the page is left.
 */
interface Numbering {
  readonly seqs: Map<string, number>;
  /** Messages received before the history was loaded, which then changes their numbers; undefined afterwards. */
  early: ChatMessage[] | undefined;
}

/** Maximum number of messages that are buffered before a history is loaded; the history has the others. */
const EARLY_MAX = 50;

const conversations = new Map<string, Numbering>();

function numberingOf(userId: string): Numbering {
  const known = conversations.get(userId);
  if (known) return known;
  const created: Numbering = { seqs: new Map(), early: [] };
  conversations.set(userId, created);
  return created;
}

function numbered({ seqs }: Numbering, message: ChatMessage): ChatMessage {
  const seq = seqs.get(message._id) ?? seqs.size + 1;
  seqs.set(message._id, seq);
  return { ...message, seq };
}

/** The highest number assigned in a user's conversation; 0 if there is none. */
export const lastSeqIn = (userId: string): number => conversations.get(userId)?.seqs.size ?? 0;

/** A message received as an event, with its number. */
export function numberMessage(userId: string, message: ChatMessage): ChatMessage {
  const numbering = numberingOf(userId);
  const result = numbered(numbering, message);
  if (numbering.early) numbering.early = [...numbering.early, result].slice(-EARLY_MAX);
  return result;
}

const byTime = (one: ChatMessage, other: ChatMessage): number =>
  Date.parse(one.createdAt) - Date.parse(other.createdAt) || (one._id < other._id ? -1 : 1);

/**
 * A whole history with its numbers, oldest first. The first call renumbers: messages received before it are moved to
 * their position, and added where the history was loaded too early to have them.
 */
export function numberHistory(userId: string, messages: readonly ChatMessage[]): ChatMessage[] {
  const numbering = numberingOf(userId);
  const { early = [] } = numbering;
  if (numbering.early) numbering.seqs.clear();
  numbering.early = undefined;
  const known = new Set(messages.map(({ _id }) => _id));
  return [...messages, ...early.filter(({ _id }) => !known.has(_id))]
    .sort(byTime)
    .map((message) => numbered(numbering, message))
    .sort((one, other) => one.seq - other.seq);
}
