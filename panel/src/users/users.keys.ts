import type { UserQuery } from './users.filters.ts';

/** Cache keys of the users feature. */
export const usersKeys = {
  lists: ['users', 'list'] as const,
  list: (query: UserQuery) => [...usersKeys.lists, query] as const,
  /** One page of a list again, after it was let go to save memory. */
  listPage: (query: UserQuery, cursor: string | null) => ['users', 'list-page', query, cursor] as const,
  detail: (id: string) => ['users', 'detail', id] as const,
  status: (id: string) => ['users', 'status', id] as const,
};
