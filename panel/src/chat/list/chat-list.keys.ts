/** Cache keys of the chat's list; a conversation has its own. */
export const chatKeys = {
  lists: ['chat', 'list'] as const,
  list: (term: string) => [...chatKeys.lists, term] as const,
  online: ['chat', 'online'] as const,
  /** What events have told since the lists were read. */
  live: ['chat', 'live'] as const,
  /** Messages that a search has found, in one conversation or in all. */
  found: (term: string, userId?: string) => ['chat', 'found', term, userId ?? null] as const,
  cannedReplies: ['chat', 'canned-replies'] as const,
  user: (id: string) => ['chat', 'user', id] as const,
};
