import { USER_PAGE_SIZE } from '@hai-dang/contract/constants.ts';
import { listUsers, searchUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { useState } from 'react';
import { listOf } from '../lib/endpoint-query.ts';
import { toListPage } from '../lib/infinite-pages.ts';
import type { Prefetch } from '../lib/query-client.ts';
import { type InfiniteList, prefetchList, useInfiniteList } from '../lib/use-infinite-list.ts';
import { toListBody, type UserQuery, userListUrl } from './users.filters.ts';

export type UserList = InfiniteList<UserSummary>;

/** The query of a search if there is a term, else of the list. */
function usersOf(query: UserQuery) {
  const { searchTerm, ...list } = toListBody(query);
  const body = { ...list, limit: USER_PAGE_SIZE };
  return searchTerm === ''
    ? listOf(listUsers, { body }, ({ data, pagination }) => toListPage(data, pagination))
    : listOf(searchUsers, { body: { searchTerm, ...body } }, ({ data }) => toListPage(data.users, data.pagination));
}

/**
 * The user list or the results of a search. When the term becomes blank again the cached list is shown, without a
 * request (specification, section 5); other filters or another sort order refetch it.
 */
export function useUserList(query: UserQuery): UserList {
  const [shown, setShown] = useState({ query, isAfterSearch: false });
  if (shown.query !== query) setShown({ query, isAfterSearch: query.term === '' && shown.query.term !== '' });
  const source = usersOf(query);
  return useInfiniteList(shown.isAfterSearch ? { ...source, staleTimeMs: Number.POSITIVE_INFINITY } : source);
}

/** Prefetches the beginning of the list. */
export const prefetchUserList: Prefetch = (client, { params }) =>
  prefetchList(client, usersOf(userListUrl.parse(params)));
