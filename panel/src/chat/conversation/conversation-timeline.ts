import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { formatDateLong } from '../../lib/format.ts';
import type { OutboxEntry } from '../outbox/outbox-storage.ts';
import { conversationStrings as strings } from './conversation.strings.ts';
import { type ConversationState, isApart, isRead } from './conversation-state.ts';

/** Who wrote: the person at this screen, another administrator, or the user. */
export type Side = 'own' | 'admin' | 'user';

export type TimelineItem =
  | { readonly kind: 'day'; readonly key: string; readonly label: string }
  | { readonly kind: 'unread' | 'typing'; readonly key: string }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: ChatMessage;
      readonly side: Side;
      /** The first of several that one person wrote in a row. */
      readonly isFirst: boolean;
      /** By the other side. */
      readonly isSeen: boolean;
    }
  | { readonly kind: 'outgoing'; readonly key: string; readonly entry: OutboxEntry; readonly isFirst: boolean };

/** After a longer pause the same person begins anew. */
const SAME_BREATH_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

export interface TimelineParts {
  readonly state: ConversationState;
  /** What is on its way to this user. */
  readonly entries: readonly OutboxEntry[];
  readonly adminId: string | undefined;
  readonly unreadFrom: string | undefined;
  readonly isTyping: boolean;
  readonly nowMs: number;
}

const VIETNAM_OFFSET_MS = 7 * 60 * 60_000;

/** How long it is until the next day begins in Vietnam. */
export const untilMidnightMs = (nowMs: number): number => DAY_MS - ((nowMs + VIETNAM_OFFSET_MS) % DAY_MS);

function dayLabel(day: string, nowMs: number): string {
  if (day === formatDateLong(nowMs)) return strings.today;
  return day === formatDateLong(nowMs - DAY_MS) ? strings.yesterday : day;
}

/**
 * Everything that stands in a conversation, from the top down; what is on its way always at the end, and not where that is
 * a part of the past.
 */
export function toTimeline({ state, entries, adminId, unreadFrom, isTyping, nowMs }: TimelineParts): TimelineItem[] {
  const items: TimelineItem[] = [];
  const stored = new Set<string>();
  let day: string | undefined;
  let writer: string | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;

  /** @returns whether what follows is the first of several in a row */
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
    // The key stays the one it had on its way, so that its bubble does too.
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
    // By the time of the last message at least: the clocks of browser and server may differ.
    const isFirst = begin(entry.adminId, Math.max(entry.createdAt, writtenAt), entry.tempId);
    items.push({ kind: 'outgoing', key: entry.tempId, entry, isFirst });
  }
  if (isTyping) items.push({ kind: 'typing', key: 'typing' });
  return items;
}
