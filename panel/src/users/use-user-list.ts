import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { type PagedList, usePagedList } from '../lib/use-paged-list.ts';
import { fetchUserPage } from './users.api.ts';
import { formatUserQuery, type UserQuery } from './users.filters.ts';
import { usersKeys } from './users.keys.ts';

export type UserList = PagedList<UserSummary>;

/** The user list, or what a search has found. */
export function useUserList(query: UserQuery): UserList {
  return usePagedList({
    subject: formatUserQuery(query).toString(),
    queryKey: usersKeys.list(query),
    pageKey: (cursor) => usersKeys.listPage(query, cursor),
    fetchPage: (cursor, signal) => fetchUserPage(query, cursor, signal),
  });
}
