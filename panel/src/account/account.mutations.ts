import { useMutation } from '@tanstack/react-query';
import { useInvalidate } from '../lib/use-invalidate.ts';
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

/** Ends one of one's own sessions; ask before. */
export function useEndSession() {
  const invalidate = useInvalidate(accountKeys.sessions);
  return useMutation({ mutationFn: endSession, onSettled: invalidate });
}

/** Ends all sessions but this one; ask before. */
export function useEndOtherSessions() {
  const invalidate = useInvalidate(accountKeys.sessions);
  return useMutation({ mutationFn: endOtherSessions, onSettled: invalidate });
}

/** Changes the password, which ends all other sessions. */
export function useChangePassword() {
  const invalidate = useInvalidate(accountKeys.sessions);
  return useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: changePassword, onSuccess: invalidate });
}

/** Begins to set up a second factor; where that is refused, one may have been set up elsewhere. */
export function useBeginSecondFactor() {
  const invalidate = useInvalidate(accountKeys.own);
  return useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: beginSecondFactor, onError: invalidate });
}

/** Turns the second factor on. The account is read again in silence: the codes must not wait for it. */
export function useConfirmSecondFactor() {
  const invalidate = useInvalidate(accountKeys.own);
  return useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: confirmSecondFactor, onSettled: () => void invalidate() });
}

/** Makes new recovery codes; ask before. */
export function useRenewRecoveryCodes() {
  const invalidate = useInvalidate(accountKeys.own);
  return useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: renewRecoveryCodes, onSettled: () => void invalidate() });
}

/** Turns the second factor off; ask before. */
export function useDisableSecondFactor() {
  const invalidate = useInvalidate(accountKeys.own);
  return useMutation({ mutationFn: disableSecondFactor, onSettled: invalidate });
}
