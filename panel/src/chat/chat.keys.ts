import type { ConversationFilter, ConversationSort } from '@hai-dang/contract/chat/conversations.schema.ts';

/** The chat's query keys. */
export const chatKeys = {
  lists: ['chat', 'list'] as const,
  list: (term: string, filter: ConversationFilter = 'all', sort: ConversationSort = 'activity') =>
    [...chatKeys.lists, term, filter, sort] as const,
  online: ['chat', 'online'] as const,
  /** Changes by events since the lists were fetched. */
  live: ['chat', 'live'] as const,
  /** How much work conversations are, by events and responses since the lists were fetched. */
  work: ['chat', 'work'] as const,
  /** Results of a message search, in one conversation or in all. */
  allFound: ['chat', 'found'] as const,
  found: (term: string, userId?: string) => [...chatKeys.allFound, term, userId ?? null] as const,
  /** The state of a closed conversation until it is opened again. */
  conversation: (userId: string) => ['chat', 'conversation', userId] as const,
  /** Internal notes about the user, among the messages. */
  notes: (userId: string) => ['chat', 'notes', userId] as const,
  cannedReplies: ['chat', 'canned-replies'] as const,
  user: (id: string) => ['chat', 'user', id] as const,
};
