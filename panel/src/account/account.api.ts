import {
  beginSecondFactor as beginEndpoint,
  changePassword as changePasswordEndpoint,
  confirmSecondFactor as confirmEndpoint,
  disableSecondFactor as disableEndpoint,
  endOtherSessions as endOthersEndpoint,
  endSession as endSessionEndpoint,
  getAccount,
  listOwnSessions,
  renewRecoveryCodes as renewEndpoint,
} from '@hai-dang/contract/account/account.endpoints.ts';
import type {
  ChangePasswordBody,
  OwnAccount,
  OwnSession,
  SecondFactorSecret,
} from '@hai-dang/contract/account/account.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { orNull } from '../lib/api-error.ts';

/**
 * The caller's own account; null from a backend without this endpoint.
 * @throws ApiError
 */
export async function fetchAccount(signal: AbortSignal): Promise<OwnAccount | null> {
  return (await orNull(callEndpoint(getAccount, { signal })))?.account ?? null;
}

/**
 * The sessions of the own account.
 * @throws ApiError
 */
export async function fetchSessions(signal: AbortSignal): Promise<readonly OwnSession[]> {
  return (await callEndpoint(listOwnSessions, { signal })).sessions;
}

/**
 * Ends one of the own sessions; succeeds also if it has already ended.
 * @throws ApiError
 */
export async function endSession(id: string): Promise<void> {
  await orNull(callEndpoint(endSessionEndpoint, { params: { id } }));
}

/**
 * Ends all sessions but this one.
 * @returns how many there were
 * @throws ApiError
 */
export async function endOtherSessions(): Promise<number> {
  return (await callEndpoint(endOthersEndpoint)).ended;
}

/** Changes the password and ends all other sessions. @throws ApiError */
export async function changePassword(body: ChangePasswordBody): Promise<void> {
  await callEndpoint(changePasswordEndpoint, { body });
}

/**
 * Starts the two-factor enrolment: makes a secret for an authenticator app, valid once confirmed.
 * @throws ApiError
 */
export async function beginSecondFactor(): Promise<SecondFactorSecret> {
  return await callEndpoint(beginEndpoint);
}

/**
 * Finishes the two-factor enrolment with a first code.
 * @returns the recovery codes
 * @throws ApiError
 */
export async function confirmSecondFactor(code: string): Promise<readonly string[]> {
  return (await callEndpoint(confirmEndpoint, { body: { code } })).recoveryCodes;
}

/**
 * Replaces the recovery codes.
 * @throws ApiError
 */
export async function renewRecoveryCodes(): Promise<readonly string[]> {
  return (await callEndpoint(renewEndpoint)).recoveryCodes;
}

/**
 * Turns two-factor off.
 * @throws ApiError
 */
export async function disableSecondFactor(): Promise<void> {
  await callEndpoint(disableEndpoint);
}
