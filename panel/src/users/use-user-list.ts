import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { useState } from 'react';
import type { Prefetch } from '../lib/query-client.ts';
import {
  type InfiniteList,
  type InfiniteListOptions,
  prefetchList,
  useInfiniteList,
} from '../lib/use-infinite-list.ts';
import { fetchUserPage } from './users.api.ts';
import { type UserQuery, userListUrl } from './users.filters.ts';
import { usersKeys } from './users.keys.ts';

export type UserList = InfiniteList<UserSummary>;

const listOf = (query: UserQuery): InfiniteListOptions<UserSummary, unknown> => ({
  listKey: userListUrl.format(query).toString(),
  queryKey: usersKeys.list(query),
  pageKey: (cursor) => usersKeys.listPage(query, cursor),
  fetchPage: (cursor, signal) => fetchUserPage(query, cursor, signal),
});

/**
 * The user list or the results of a search. When the term becomes blank again the cached list is shown, without a
 * request (specification, section 5); other filters or another sort order refetch it.
 */
export function useUserList(query: UserQuery): UserList {
  const [shown, setShown] = useState({ query, isAfterSearch: false });
  if (shown.query !== query) setShown({ query, isAfterSearch: query.term === '' && shown.query.term !== '' });
  const source = listOf(query);
  return useInfiniteList(shown.isAfterSearch ? { ...source, staleTimeMs: Number.POSITIVE_INFINITY } : source);
}

/** Prefetches the beginning of the list. */
export const prefetchUserList: Prefetch = (client, { params }) =>
  prefetchList(client, listOf(userListUrl.parse(params)));
