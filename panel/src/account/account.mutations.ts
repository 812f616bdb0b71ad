import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  disableSecondFactor,
  endOtherSessions,
  endSession,
  renewRecoveryCodes,
} from './account.api.ts';
import { accountKeys } from './account.keys.ts';

/** Passwords and codes are not kept once they have been sent and shown. */
const FORGOTTEN_AT_ONCE = { gcTime: 0 };

function useReadAgain(queryKey: readonly string[]): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey });
}

/** Ends one of one's own sessions; ask before. */
export function useEndSession() {
  const readAgain = useReadAgain(accountKeys.sessions);
  return useMutation({ mutationFn: endSession, onSettled: readAgain });
}

/** Ends all sessions but this one; ask before. */
export function useEndOtherSessions() {
  const readAgain = useReadAgain(accountKeys.sessions);
  return useMutation({ mutationFn: endOtherSessions, onSettled: readAgain });
}

/** Changes the password, which ends all other sessions. */
export function useChangePassword() {
  const readAgain = useReadAgain(accountKeys.sessions);
  return useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: changePassword, onSuccess: readAgain });
}

/** Begins to set up a second factor; where that is refused, one may have been set up elsewhere. */
export function useBeginSecondFactor() {
  const readAgain = useReadAgain(accountKeys.own);
  return useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: beginSecondFactor, onError: readAgain });
}

/** Turns the second factor on. The account is read again in silence: the codes must not wait for it. */
export function useConfirmSecondFactor() {
  const readAgain = useReadAgain(accountKeys.own);
  return useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: confirmSecondFactor, onSettled: () => void readAgain() });
}

/** Makes new recovery codes; ask before. */
export function useRenewRecoveryCodes() {
  const readAgain = useReadAgain(accountKeys.own);
  return useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: renewRecoveryCodes, onSettled: () => void readAgain() });
}

/** Turns the second factor off; ask before. */
export function useDisableSecondFactor() {
  const readAgain = useReadAgain(accountKeys.own);
  return useMutation({ mutationFn: disableSecondFactor, onSettled: readAgain });
}
