import { USER_PAGE_SIZE } from '@hai-dang/contract/constants.ts';
import {
  deleteUser as deleteUserEndpoint,
  disableUser as disableUserEndpoint,
  enableUser as enableUserEndpoint,
  getUserDetail,
  getUserStatus,
  listUsers,
  searchUsers,
} from '@hai-dang/contract/users/users.endpoints.ts';
import type { UserDetail, UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { type ListPage, toListPage } from '../lib/infinite-pages.ts';
import type { UserQuery } from './users.filters.ts';

/** Calls that change an account include credentials (specification, section 6). */
const WITH_CREDENTIALS = { credentials: 'include' } as const;

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
  const page = {
    filters: query.filters,
    ...(query.sort !== '' && { sort: query.sort }),
    limit: USER_PAGE_SIZE,
    ...(cursor !== null && { cursor }),
  };
  if (query.term !== '') {
    const body = { searchTerm: query.term, ...page };
    const { data } = await callEndpoint(searchUsers, { body, signal });
    return toListPage(data.users, data.pagination);
  }
  const { data, pagination } = await callEndpoint(listUsers, { body: page, signal });
  return toListPage(data, pagination);
}

/** A user's profile. @throws ApiError, with status 404 if there is no such user */
export async function fetchUserDetail(id: string, signal: AbortSignal): Promise<UserDetail> {
  return (await callEndpoint(getUserDetail, { params: { id }, body: {}, signal })).data;
}

/** Whether an account is disabled. @throws ApiError */
export async function fetchUserStatus(id: string, signal: AbortSignal): Promise<boolean> {
  return (await callEndpoint(getUserStatus, { params: { id }, body: { userId: id }, signal })).isDisabled;
}

/** Disables an account. @throws ApiError */
export async function disableUser(id: string): Promise<void> {
  await callEndpoint(disableUserEndpoint, { params: { id }, ...WITH_CREDENTIALS });
}

/** Enables an account. @throws ApiError */
export async function enableUser(id: string): Promise<void> {
  await callEndpoint(enableUserEndpoint, { params: { id }, ...WITH_CREDENTIALS });
}

/**
 * Purges an account.
 * @throws ApiError
 */
export async function deleteUser(id: string): Promise<void> {
  await callEndpoint(deleteUserEndpoint, { params: { id }, ...WITH_CREDENTIALS });
}
