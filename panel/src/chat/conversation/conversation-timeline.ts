import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { DAY_MS, MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import type { InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import { formatDateLong } from '../../lib/format.ts';
import type { OutboxEntry } from '../outbox/outbox-storage.ts';
import { quoteNow } from '../quotes/quote.ts';
import { conversationStrings as strings } from './conversation.strings.ts';
import { type ConversationState, hasOlder, isApart, isRead } from './conversation-state.ts';

/** The author: the signed-in administrator, another administrator, or the user. */
export type Side = 'own' | 'admin' | 'user';

export type TimelineItem =
  | { readonly kind: 'day'; readonly key: string; readonly label: string }
  | { readonly kind: 'unread' | 'typing'; readonly key: string }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: ChatMessage;
      readonly side: Side;
      /** The first of several consecutive messages of one author. */
      readonly isFirst: boolean;
      /** The last of several of one author in one minute, with the same status: what stands below it goes for all. */
      readonly isLast: boolean;
      /** Whether the other side has read it. */
      readonly isSeen: boolean;
    }
  | { readonly kind: 'note'; readonly key: string; readonly note: InternalNote }
  | { readonly kind: 'outgoing'; readonly key: string; readonly entry: OutboxEntry; readonly isFirst: boolean };

/** After a longer pause a message of the same author starts a new group. */
const SAME_BREATH_MS = 5 * MINUTE_MS;

export interface TimelineParts {
  readonly state: ConversationState;
  /** The pending entries to this user. */
  readonly entries: readonly OutboxEntry[];
  /** Internal notes about the user, in any order. */
  readonly notes: readonly InternalNote[];
  readonly adminId: string | undefined;
  readonly unreadFrom: string | undefined;
  readonly isTyping: boolean;
  readonly nowMs: number;
}

const VIETNAM_OFFSET_MS = 7 * 60 * 60_000;

/** Milliseconds until midnight in Vietnam. */
export const untilMidnightMs = (nowMs: number): number => DAY_MS - ((nowMs + VIETNAM_OFFSET_MS) % DAY_MS);

function dayLabel(day: string, nowMs: number): string {
  if (day === formatDateLong(nowMs)) return strings.today;
  return day === formatDateLong(nowMs - DAY_MS) ? strings.yesterday : day;
}

type MessageItem = Extract<TimelineItem, { kind: 'message' }>;

/** Whether an item is a message that can be quoted. */
export const isQuotable = (item: TimelineItem): boolean => item.kind === 'message' && !item.message.deletedAt;

function isSameMinute(one: MessageItem, other: MessageItem): boolean {
  const [minute, otherMinute] = [one, other].map(({ message }) =>
    Math.floor(Date.parse(message.createdAt) / MINUTE_MS),
  );
  return one.message.sender._id === other.message.sender._id && minute === otherMinute && one.isSeen === other.isSeen;
}

/** Sorts after every time. */
const END_OF_TIME = '~';

/** The notes of the time from which messages are shown, oldest first. */
function notesBeside(state: ConversationState, notes: readonly InternalNote[]): InternalNote[] {
  const from = hasOlder(state) ? (state.messages[0]?.createdAt ?? '') : '';
  const upTo = isApart(state) ? (state.messages.at(-1)?.createdAt ?? '') : END_OF_TIME;
  return notes.filter(({ at }) => at >= from && at <= upTo).sort((one, other) => one.at.localeCompare(other.at));
}

/** An entry whose quote has the present text of the quoted message, as far as that is loaded. */
function withQuoteNow(entry: OutboxEntry, { messages }: ConversationState): OutboxEntry {
  const { quote } = entry;
  if (!quote) return entry;
  const quoted = messages.find(({ _id }) => _id === quote._id);
  return { ...entry, quote: quoteNow(quote, quoted) };
}

/** All items of a conversation, from the top down; pending entries are at the end, and omitted in a detached window. */
export function toTimeline({
  state,
  entries,
  notes,
  adminId,
  unreadFrom,
  isTyping,
  nowMs,
}: TimelineParts): TimelineItem[] {
  const items: TimelineItem[] = [];
  const stored = new Set<string>();
  let day: string | undefined;
  let writer: string | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;

  /** @returns whether the next item is the first of a group */
  function begin(by: string, at: number, key: string): boolean {
    const newDay = formatDateLong(at);
    if (newDay !== day) {
      items.push({ kind: 'day', key: `day of ${key}`, label: dayLabel(newDay, nowMs) });
      day = newDay;
      writer = undefined;
    }
    const isFirst = by !== writer || at - writtenAt > SAME_BREATH_MS;
    writer = by;
    writtenAt = at;
    return isFirst;
  }

  const shownNotes = notesBeside(state, notes);
  let nextNote = 0;
  /** Adds the notes that were written before a time. */
  function addNotes(before: string): void {
    for (const note of shownNotes.slice(nextNote)) {
      if (note.at >= before) return;
      nextNote += 1;
      begin(`note of ${note.actor._id}`, Date.parse(note.at), note._id);
      items.push({ kind: 'note', key: note._id, note });
    }
  }

  for (const message of state.messages) {
    addNotes(message.createdAt);
    const isOwn = message.sender._id === adminId;
    const tempId = isOwn ? message.tempId : undefined;
    if (tempId !== undefined) stored.add(tempId);
    // The key of the pending entry, so that React keeps its element.
    const key = tempId ?? message._id;
    let isFirst = begin(message.sender._id, Date.parse(message.createdAt), key);
    if (message._id === unreadFrom) {
      items.push({ kind: 'unread', key: 'unread' });
      isFirst = true;
    }
    const side: Side = isOwn ? 'own' : message.isAdminMessage ? 'admin' : 'user';
    const item = {
      kind: 'message',
      key,
      message,
      side,
      isFirst,
      isLast: true,
      isSeen: isRead(state, message),
    } as const;
    const before = items.at(-1);
    if (before?.kind === 'message' && isSameMinute(before, item))
      items[items.length - 1] = { ...before, isLast: false };
    items.push(item);
  }
  addNotes(END_OF_TIME);
  if (isApart(state)) return items;
  for (const entry of entries) {
    if (stored.has(entry.tempId)) continue;
    // The time is at least that of the last message: the clocks of browser and server may differ.
    const isFirst = begin(entry.adminId, Math.max(entry.createdAt, writtenAt), entry.tempId);
    items.push({ kind: 'outgoing', key: entry.tempId, entry: withQuoteNow(entry, state), isFirst });
  }
  if (isTyping) items.push({ kind: 'typing', key: 'typing' });
  return items;
}
