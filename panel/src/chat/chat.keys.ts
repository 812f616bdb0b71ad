/** Cache keys of the chat's list; a conversation has its own. */
export const chatKeys = {
  lists: ['chat', 'list'] as const,
  list: (term: string) => [...chatKeys.lists, term] as const,
  online: ['chat', 'online'] as const,
  /** What events have told since the lists were read. */
  live: ['chat', 'live'] as const,
  person: (id: string) => ['chat', 'person', id] as const,
};
