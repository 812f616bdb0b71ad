import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import {
  type ConversationFilter,
  type ConversationSort,
  conversationStateOf,
} from '@hai-dang/contract/chat/conversations.schema.ts';
import type { ChatRow } from './chat-list.ts';

/** The conversations that are listed, and their order. */
export interface ChatView {
  readonly filter: ConversationFilter;
  readonly sort: ConversationSort;
}
export const WHOLE_VIEW: ChatView = { filter: 'all', sort: 'activity' };

const byTime = (one: string | null | undefined, other: string | null | undefined): number =>
  Date.parse(one ?? '') - Date.parse(other ?? '');
const byId = (one: ChatUser, other: ChatUser): number => (one._id === other._id ? 0 : one._id < other._id ? -1 : 1);

/** Who has been in the present state longest first: the users of one state, of which each has a time. */
const longestFirst = (one: ChatUser, other: ChatUser): number =>
  byTime(one.stateSince, other.stateSince) || byId(one, other);

/** The rows of a view: those of one state by when they have come to be in it, or those who wait before all others. */
export function rowsOfView(rows: readonly ChatRow[], { filter, sort }: ChatView): readonly ChatRow[] {
  if (filter === 'all') {
    if (sort === 'activity') return rows;
    const waiting = rows.filter(({ waitingSince }) => waitingSince).toSorted(longestFirst);
    return [...waiting, ...rows.filter(({ waitingSince }) => !waitingSince)];
  }
  const listed = rows.filter((row) => conversationStateOf(row) === filter).toSorted(longestFirst);
  return filter === 'waiting' && sort === 'waiting' ? listed : listed.toReversed();
}
