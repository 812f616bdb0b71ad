/** The chat's query keys. */
export const chatKeys = {
  lists: ['chat', 'list'] as const,
  list: (term: string) => [...chatKeys.lists, term] as const,
  online: ['chat', 'online'] as const,
  /** Changes by events since the lists were fetched. */
  live: ['chat', 'live'] as const,
  /** Results of a message search, in one conversation or in all. */
  found: (term: string, userId?: string) => ['chat', 'found', term, userId ?? null] as const,
  /** The state of a closed conversation until it is opened again. */
  conversation: (userId: string) => ['chat', 'conversation', userId] as const,
  cannedReplies: ['chat', 'canned-replies'] as const,
  user: (id: string) => ['chat', 'user', id] as const,
};
