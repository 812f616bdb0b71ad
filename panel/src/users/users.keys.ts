import type { UserQuery } from './users.filters.ts';

/** Query keys of the users feature. */
export const usersKeys = {
  lists: ['users', 'list'] as const,
  list: (query: UserQuery) => [...usersKeys.lists, query] as const,
  /** One page of a list that is refetched after it was evicted. */
  listPage: (query: UserQuery, cursor: string | null) => ['users', 'list-page', query, cursor] as const,
  detail: (id: string) => ['users', 'detail', id] as const,
  related: (id: string) => ['users', 'related', id] as const,
  status: (id: string) => ['users', 'status', id] as const,
};
