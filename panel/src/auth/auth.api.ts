import { login, logout } from '@hai-dang/contract/auth/auth.endpoints.ts';
import type { LoginAnswer, LoginBody } from '@hai-dang/contract/auth/auth.schema.ts';
import { accepted } from '../lib/accepted.ts';
import { callEndpoint } from '../lib/api-client.ts';

/** @throws ApiError; also for a backend that refuses with status 200 and `success: false` */
export async function postLogin(body: LoginBody): Promise<LoginAnswer> {
  const answer = await callEndpoint(login, { body });
  accepted({ success: answer.success ?? true, message: answer.message });
  return answer;
}

/** Revokes the token that is stored while this is called. @throws ApiError */
export async function postLogout(): Promise<void> {
  await callEndpoint(logout);
}
