import type { UserQuery } from './users.filters.ts';

/** Cache keys of the users feature. */
export const usersKeys = {
  lists: ['users', 'list'] as const,
  list: (query: UserQuery) => [...usersKeys.lists, query] as const,
  /** One page of a list again, after it was let go to save memory. */
  listPage: (query: UserQuery, cursor: string | null) => ['users', 'list-page', query, cursor] as const,
  /** Where one was in a list. */
  listPosition: (query: UserQuery) => [...usersKeys.listPositions, query] as const,
  listPositions: ['users', 'list-position'] as const,
  lastListSearch: ['users', 'list-position', 'search'] as const,
  detail: (id: string) => ['users', 'detail', id] as const,
  status: (id: string) => ['users', 'status', id] as const,
};
