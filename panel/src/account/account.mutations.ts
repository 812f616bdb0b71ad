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
import { accountKeys } from './account.queries.ts';

/** Passwords and codes are not cached once they have been sent and shown. */
const FORGOTTEN_AT_ONCE = { gcTime: 0 };

/** Ends one of the own sessions; ask for confirmation before. */
export function useEndSession() {
  const invalidate = useInvalidate(accountKeys.sessions);
  return useMutation({ mutationFn: endSession, onSettled: invalidate });
}

/** Ends all sessions but this one; ask for confirmation before. */
export function useEndOtherSessions() {
  const invalidate = useInvalidate(accountKeys.sessions);
  return useMutation({ mutationFn: endOtherSessions, onSettled: invalidate });
}

/** Changes the password, which ends all other sessions. */
export function useChangePassword() {
  const invalidate = useInvalidate(accountKeys.sessions);
  return useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: changePassword, onSuccess: invalidate });
}

/**
 * Starts the two-factor enrolment; after an error it refetches the account, which may be enrolled elsewhere by then.
 */
export function useBeginSecondFactor() {
  const invalidate = useInvalidate(accountKeys.own);
  return useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: beginSecondFactor, onError: invalidate });
}

/** Finishes the two-factor enrolment. The account is refetched in the background: the codes must not wait for it. */
export function useConfirmSecondFactor() {
  const invalidate = useInvalidate(accountKeys.own);
  return useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: confirmSecondFactor, onSettled: () => void invalidate() });
}

/** Replaces the recovery codes; ask for confirmation before. */
export function useRenewRecoveryCodes() {
  const invalidate = useInvalidate(accountKeys.own);
  return useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: renewRecoveryCodes, onSettled: () => void invalidate() });
}

/** Turns two-factor off; ask for confirmation before. */
export function useDisableSecondFactor() {
  const invalidate = useInvalidate(accountKeys.own);
  return useMutation({ mutationFn: disableSecondFactor, onSettled: invalidate });
}
