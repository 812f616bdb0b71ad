import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import type { ReadAhead } from '../lib/read-ahead.ts';
import { type PagedList, type PagedListSource, readListAhead, usePagedList } from '../lib/use-paged-list.ts';
import { fetchUserPage } from './users.api.ts';
import { formatUserQuery, parseUserQuery, type UserQuery } from './users.filters.ts';
import { usersKeys } from './users.keys.ts';

export type UserList = PagedList<UserSummary>;

const listOf = (query: UserQuery): PagedListSource<UserSummary, unknown> => ({
  subject: formatUserQuery(query).toString(),
  queryKey: usersKeys.list(query),
  pageKey: (cursor) => usersKeys.listPage(query, cursor),
  fetchPage: (cursor, signal) => fetchUserPage(query, cursor, signal),
});

/** The user list, or what a search has found. */
export const useUserList = (query: UserQuery): UserList => usePagedList(listOf(query));

/** Reads its beginning ahead. */
export const readUserListAhead: ReadAhead = (client, { params }) =>
  readListAhead(client, listOf(parseUserQuery(params)));
