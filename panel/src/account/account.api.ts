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

/** One's own account; null where the backend knows no such call. @throws ApiError */
export async function fetchAccount(signal: AbortSignal): Promise<OwnAccount | null> {
  return (await orNull(callEndpoint(getAccount, { signal })))?.account ?? null;
}

/** Where one is signed in. @throws ApiError */
export async function fetchSessions(signal: AbortSignal): Promise<readonly OwnSession[]> {
  return (await callEndpoint(listOwnSessions, { signal })).sessions;
}

/** Ends one of one's own sessions; what has ended meanwhile is gone all the same. @throws ApiError */
export async function endSession(id: string): Promise<void> {
  await orNull(callEndpoint(endSessionEndpoint, { params: { id } }));
}

/** Ends all but this one. @returns how many there were @throws ApiError */
export async function endOtherSessions(): Promise<number> {
  return (await callEndpoint(endOthersEndpoint)).ended;
}

/** Changes the password and ends all other sessions. @throws ApiError */
export async function changePassword(body: ChangePasswordBody): Promise<void> {
  await callEndpoint(changePasswordEndpoint, { body });
}

/** Makes a secret for an authenticator app, which counts once confirmed. @throws ApiError */
export async function beginSecondFactor(): Promise<SecondFactorSecret> {
  return await callEndpoint(beginEndpoint);
}

/** Turns the second factor on with a first code. @returns the recovery codes @throws ApiError */
export async function confirmSecondFactor(code: string): Promise<readonly string[]> {
  return (await callEndpoint(confirmEndpoint, { body: { code } })).recoveryCodes;
}

/** Makes new recovery codes; the old ones end. @throws ApiError */
export async function renewRecoveryCodes(): Promise<readonly string[]> {
  return (await callEndpoint(renewEndpoint)).recoveryCodes;
}

/** Turns the second factor off. @throws ApiError */
export async function disableSecondFactor(): Promise<void> {
  await callEndpoint(disableEndpoint);
}
