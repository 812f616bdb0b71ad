import {
  type ConversationStateName,
  type ConversationWork,
  conversationStateOf,
} from '@hai-dang/contract/chat/conversations.schema.ts';

/** A value from an event, and when it was received, in ms since 1970. */
export interface Received<Value> {
  readonly at: number;
  readonly value: Value;
}

/** A conversation's work in an event or a response, and when that was received or asked for, in ms since 1970. */
export interface WorkEvent extends ConversationWork {
  readonly userId: string;
  readonly at: number;
  /** Null for a new conversation; undefined where a response does not say it. */
  readonly formerState?: ConversationStateName | null;
}

/** A conversation that has changed its state. */
export interface Move {
  readonly at: number;
  readonly from: ConversationStateName | null;
  readonly to: ConversationStateName;
}

/** How much work conversations are, as received since the lists were fetched. */
export interface LiveWork {
  readonly works: ReadonlyMap<string, Received<ConversationWork>>;
  readonly moves: readonly Move[];
}

/** Combines what events and responses say. A response may be older than an event that was received before it. */
export function toLiveWork(events: readonly WorkEvent[]): LiveWork {
  const works = new Map<string, Received<ConversationWork>>();
  const moves: Move[] = [];
  for (const { userId, at, formerState, ...value } of events) {
    const to = conversationStateOf(value);
    if (to && formerState !== undefined && formerState !== to) moves.push({ at, from: formerState, to });
    if ((works.get(userId)?.at ?? 0) <= at) works.set(userId, { at, value });
  }
  return { works, moves };
}
