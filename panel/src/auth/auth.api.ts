import { login, loginWithSecondFactor } from '@hai-dang/contract/auth/auth.endpoints.ts';
import {
  type LoginBody,
  type LoginResponse,
  type LoginWithSecondFactorBody,
  secondFactorRequiredDetailsSchema,
} from '@hai-dang/contract/auth/auth.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { loadSettings } from '../lib/settings.ts';

/** @throws ApiError; see challengeOf, and TOKEN_MISSING for a response without a token */
export async function postLogin(body: LoginBody): Promise<LoginResponse> {
  return callEndpoint(login, { body });
}

/**
 * Completes a sign-in that postLogin has rejected with a challenge.
 * @throws ApiError
 */
export async function postSecondFactor(body: LoginWithSecondFactorBody): Promise<LoginResponse> {
  return callEndpoint(loginWithSecondFactor, { body });
}

/** The challenge for the two-factor code, if a sign-in was rejected because of it. */
export function challengeOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_REQUIRED') return undefined;
  return secondFactorRequiredDetailsSchema.safeParse(error.details).data?.challenge;
}

/** The support address for a forgotten password, if the settings have one. */
export const fetchSupportEmail = async (): Promise<string | undefined> => (await loadSettings()).supportEmail;
