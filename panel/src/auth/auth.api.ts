import { login, loginWithSecondFactor, logout } from '@hai-dang/contract/auth/auth.endpoints.ts';
import {
  type LoginAnswer,
  type LoginBody,
  type LoginWithSecondFactorBody,
  secondFactorRequiredDetailsSchema,
} from '@hai-dang/contract/auth/auth.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { loadSettings } from '../lib/settings.ts';

/** @throws ApiError; see challengeOf, and TOKEN_MISSING for a response without a token */
export async function postLogin(body: LoginBody): Promise<LoginAnswer> {
  return callEndpoint(login, { body });
}

/** Signs in where postLogin has been answered with a challenge. @throws ApiError */
export async function postSecondFactor(body: LoginWithSecondFactorBody): Promise<LoginAnswer> {
  return callEndpoint(loginWithSecondFactor, { body });
}

/** What the second step is made with, if that is why a sign-in was refused. */
export function challengeOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_REQUIRED') return undefined;
  return secondFactorRequiredDetailsSchema.safeParse(error.details).data?.challenge;
}

/** Who is written to about a forgotten password, if the settings name anybody. */
export const fetchSupportEmail = async (): Promise<string | undefined> => (await loadSettings()).supportEmail;

/** Revokes the token that is stored while this is called. @throws ApiError */
export async function postLogout(): Promise<void> {
  await callEndpoint(logout);
}
