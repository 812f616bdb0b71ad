import {
  deleteUser as deleteUserEndpoint,
  disableUser as disableUserEndpoint,
  enableUser as enableUserEndpoint,
  getUserDetail,
  getUserStatus,
} from '@hai-dang/contract/users/user-account.endpoints.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';

/** Calls that change an account include credentials (specification, section 6). */
const WITH_CREDENTIALS = { credentials: 'include' } as const;

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
