import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { formatDateLong } from '../../lib/format.ts';
import type { OutboxEntry } from '../outbox/outbox-storage.ts';
import { conversationStrings as strings } from './conversation.strings.ts';
import { type ConversationState, isApart, isRead } from './conversation-state.ts';

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
      /** Whether the other side has read it. */
      readonly isSeen: boolean;
    }
  | { readonly kind: 'outgoing'; readonly key: string; readonly entry: OutboxEntry; readonly isFirst: boolean };

/** After a longer pause a message of the same author starts a new group. */
const SAME_BREATH_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

export interface TimelineParts {
  readonly state: ConversationState;
  /** The pending entries to this user. */
  readonly entries: readonly OutboxEntry[];
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

/** All items of a conversation, from the top down; pending entries are at the end, and omitted in a detached window. */
export function toTimeline({ state, entries, adminId, unreadFrom, isTyping, nowMs }: TimelineParts): TimelineItem[] {
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

  for (const message of state.messages) {
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
    items.push({ kind: 'message', key, message, side, isFirst, isSeen: isRead(state, message) });
  }
  if (isApart(state)) return items;
  for (const entry of entries) {
    if (stored.has(entry.tempId)) continue;
    // At least the time of the last message: the clocks of browser and server may differ.
    const isFirst = begin(entry.adminId, Math.max(entry.createdAt, writtenAt), entry.tempId);
    items.push({ kind: 'outgoing', key: entry.tempId, entry, isFirst });
  }
  if (isTyping) items.push({ kind: 'typing', key: 'typing' });
  return items;
}
