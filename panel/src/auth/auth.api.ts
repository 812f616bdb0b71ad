import { login, logout } from '@hai-dang/contract/auth/auth.endpoints.ts';
import type { LoginAnswer, LoginBody } from '@hai-dang/contract/auth/auth.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';

/** @throws ApiError */
export function postLogin(body: LoginBody): Promise<LoginAnswer> {
  return callEndpoint(login, { body });
}

/** Revokes the token that is stored while this is called. @throws ApiError */
export async function postLogout(): Promise<void> {
  await callEndpoint(logout);
}
