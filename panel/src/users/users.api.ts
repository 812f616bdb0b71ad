import { USER_PAGE_SIZE } from '@hai-dang/contract/constants.ts';
import { listUsers, searchUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { type ListPage, toListPage } from '../lib/infinite-pages.ts';
import { toListBody, type UserQuery } from './users.filters.ts';

/**
 * One page of users: of a search if there is a term, else of the list.
 * @param cursor the start of the page; null for the first
 * @throws ApiError
 */
export async function fetchUserPage(
  query: UserQuery,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage<UserSummary>> {
  const { searchTerm, ...list } = toListBody(query);
  const page = { ...list, limit: USER_PAGE_SIZE, ...(cursor !== null && { cursor }) };
  if (searchTerm !== '') {
    const { data } = await callEndpoint(searchUsers, { body: { searchTerm, ...page }, signal });
    return toListPage(data.users, data.pagination);
  }
  const { data, pagination } = await callEndpoint(listUsers, { body: page, signal });
  return toListPage(data, pagination);
}
