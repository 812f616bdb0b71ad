import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { useState } from 'react';
import type { Prefetch } from '../lib/prefetch.ts';
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
 * The user list, or what a search has found. Once its term is blank again the list is shown as it was, without a request
 * (specification, section 5); other filters or another order read it again.
 */
export function useUserList(query: UserQuery): UserList {
  const [shown, setShown] = useState({ query, isAfterSearch: false });
  if (shown.query !== query) setShown({ query, isAfterSearch: query.term === '' && shown.query.term !== '' });
  const source = listOf(query);
  return useInfiniteList(shown.isAfterSearch ? { ...source, staleTimeMs: Number.POSITIVE_INFINITY } : source);
}

/** Prefetches its beginning. */
export const prefetchUserList: Prefetch = (client, { params }) =>
  prefetchList(client, listOf(userListUrl.parse(params)));
